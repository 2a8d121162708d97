import type { Message } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import type { JsonObject } from '../../fields/recordFields';
import { callsOf } from '../../items/toolCalls';
import { nodesIn, pathTo, turnsOnPath } from '../branches';
import type { Harness, RunAttempt } from '../harness';
import { pythonTexts } from '../pythonTexts';
import { Unread } from '../unread';
import { jsonIn, objectIn, objectsInList, present, textIn } from '../values';
import { queryTask } from './toolBench';

/**
 * Answers of one method by the ids of their queries, `{id: {query, available_tools, answer: {method, total_steps,
 * final_answer, answer_details: [{role: "system" | "user" | "assistant" | "tool", message, next: [...]}]}}}`. A tool's
 * message is `{name, arguments, response}`, or that as Python prints it. Published files hold the first 100 characters of
 * each message, which is told; the query and the final answer stand whole beside them. Answers of several methods to a
 * query are runs of one task.
 */
export const toolEval: Harness = {
  name: 'tooleval',
  title: 'ToolEval answers',
  origin: 'OpenBMB/ToolBench, toolbench/tooleval/convert_to_answer_format.py',
  markers: ['"available_tools"', '"answer_details"'],
  matches: ({ first }) => {
    const answer = objectIn(Object.values(objectIn(first) ?? {})[0]);
    return (
      typeof answer?.query === 'string' &&
      (Array.isArray(answer.available_tools) || 'answer_details' in (objectIn(answer.answer) ?? {}))
    );
  },
  async *runs(file) {
    const whole = objectIn(await file.json());
    if (!whole) {
      yield { told: problem('runs.notReadable', {}) };
      return;
    }
    const unread = new Unread();
    let cut = 0;
    for (const [id, value] of Object.entries(whole)) {
      const record = objectIn(value);
      const answer = objectIn(record?.answer);
      const query = textIn(record?.query);
      if (!record || !answer || query === undefined) {
        unread.line();
        continue;
      }
      const read = attemptIn(answer, query, unread);
      cut += read.cut;
      yield { task: queryTask(id, query, record.available_tools, undefined), run: read.run };
    }
    if (cut > 0) yield { told: problem('runs.turnsCut', { count: cut }) };
    yield* unread.told();
  },
};

function attemptIn(
  answer: JsonObject,
  query: string,
  unread: Unread,
): { readonly run: RunAttempt; readonly cut: number } {
  const parents = nodesIn(objectsInList(answer.answer_details), ({ next }) => objectsInList(next));
  const nodes = [...parents.keys()];
  const inner = new Set(parents.values());
  const leaves = nodes.filter((node) => !inner.has(node));
  const final = textIn(answer.final_answer);
  const length = cutAt(nodes, query);
  const byNode = new Map(nodes.map((node) => [node, turnsIn(node, final, length, unread)]));
  const finishes = (node: JsonObject): boolean => byNode.get(node)?.turns[0]?.toolCalls?.[0]?.name === 'Finish';
  const end = leaves.find(finishes) ?? leaves.at(-1);
  const tree = end ? pathTo(end, nodes, (node) => parents.get(node)) : { path: [], branches: [] };
  const { turns, branches } = turnsOnPath(tree, (node) => byNode.get(node)?.turns ?? []);
  return {
    run: present<RunAttempt>({
      turns,
      model: textIn(answer.method),
      exit: textIn(objectIn(jsonIn(final))?.return_type),
      branches,
    }),
    cut: [...byNode.values()].filter(({ isCut }) => isCut).length,
  };
}

/** How many characters a file has of each message, as far as that of the query tells. */
function cutAt(nodes: readonly JsonObject[], query: string): number {
  const said = nodes.find(({ role }) => role === 'user')?.message;
  return typeof said === 'string' && said !== '' && said.length < query.length && query.startsWith(said)
    ? said.length
    : Infinity;
}

interface NodeTurns {
  readonly turns: readonly Message[];
  readonly isCut?: boolean;
}

function turnsIn({ role, message }: JsonObject, final: string | undefined, cutAt: number, unread: Unread): NodeTurns {
  // The prompt, which stands whole beside them.
  if (role === 'system' || role === 'user') return { turns: [] };
  if (role === 'assistant' && typeof message === 'string')
    return { turns: [{ role: 'assistant', content: message }], isCut: message.length >= cutAt };
  const read = typeof message === 'string' ? pythonTexts(message) : { texts: objectIn(message) ?? {}, isCut: false };
  const { name, arguments: given, response } = read.texts;
  const isFinal = name === 'Finish' && final !== undefined && (typeof given !== 'string' || final.startsWith(given));
  const calls =
    role === 'tool' && typeof name === 'string'
      ? callsOf({ tool_calls: [{ function: { name, arguments: isFinal ? final : given } }] })
      : undefined;
  if (!Array.isArray(calls)) {
    unread.part(textIn(role) ?? 'node');
    return { turns: [] };
  }
  return {
    turns: [
      { role: 'assistant', content: '', toolCalls: calls },
      ...(typeof response === 'string' && response !== '' ? [{ role: 'tool', content: response }] : []),
    ],
    isCut: read.isCut && !isFinal,
  };
}
