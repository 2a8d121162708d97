import type { Message, RunPart, VerifierResult } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import { shortHash } from '../../../model/text/shortHash';
import { isObject, type JsonObject } from '../../fields/recordFields';
import { callsOf } from '../../items/toolCalls';
import { nodesIn, pathTo } from '../branches';
import type { Harness, RunAttempt, RunTask } from '../harness';
import { Unread } from '../unread';
import { objectIn, objectsInList, present, textIn } from '../values';

/**
 * A search for an answer, `{win, tree: {tree: {node_type: "Thought" | "Action" | "Action Input", description,
 * observation, observation_code, pruned, children}}, answer_generation: {query, function, final_answer, finish_type,
 * valid_data}}`, or tries one after the other, `trys: [{chain: [node]}]`, each a run. The run of a tree is the path that
 * ended in the final answer, or the last one where none did; all others are branches. `compare_candidates` repeats the
 * paths that gave an answer. `win` says that one was given, not that it is right. The name of a file is `<number of the
 * query>_<method>.json`; numbers are of a group of queries each, so that a task is named by its query as well.
 */
export const toolBench: Harness = {
  name: 'toolbench',
  title: 'ToolBench answers',
  origin: 'OpenBMB/ToolBench, toolbench/inference/Algorithms/DFS.py and single_chain.py (to_json)',
  markers: ['"node_type"'],
  matches: ({ first }) => {
    const head = objectIn(first);
    const [tried] = objectsInList(head?.trys);
    return typeof head?.win === 'boolean' && (isObject(objectIn(head.tree)?.tree) || Array.isArray(tried?.chain));
  },
  async *runs(file) {
    const whole = objectIn(await file.json());
    const answer = objectIn(whole?.answer_generation);
    const query = textIn(answer?.query);
    if (!whole || !answer || query === undefined) {
      yield { told: problem('runs.notReadable', {}) };
      return;
    }
    const unread = new Unread();
    const [, number, method] = /^(\d+)_(.+)\.json$/i.exec(file.name) ?? [];
    const task = queryTask(number, query, answer.function, systemIn(answer));
    const root = objectIn(objectIn(whole.tree)?.tree);
    const attempts = root ? [ofTree(root, whole, answer, unread)] : ofTries(whole, unread);
    for (const run of attempts) yield { task, run: present<RunAttempt>({ ...run, model: method }) };
    yield* unread.told();
  },
};

/** The task of a query, alike in answers of ToolBench and in what ToolEval makes of them. */
export const queryTask = (
  number: string | undefined,
  query: string,
  functions: unknown,
  system: string | undefined,
): RunTask => {
  const tools = objectsInList(functions);
  return present<RunTask>({
    id: [number, shortHash(query.trim()).slice(0, 8)].filter((part) => part !== undefined).join('-'),
    prompt: [...(system === undefined ? [] : [{ role: 'system', content: system }]), { role: 'user', content: query }],
    tools: tools.length > 0 ? tools.map((tool) => ({ type: 'function', function: tool })) : undefined,
  });
};

/** What the model was told, where its messages are kept. */
function systemIn({ train_messages: kept }: JsonObject): string | undefined {
  const [messages] = Array.isArray(kept) ? (kept as readonly unknown[]) : [];
  const [first] = objectsInList(messages);
  return first?.role === 'system' ? textIn(first.content) : undefined;
}

function ofTree(root: JsonObject, whole: JsonObject, answer: JsonObject, unread: Unread): RunAttempt {
  const parents = nodesIn([root], ({ children }) => objectsInList(children));
  const nodes = [...parents.keys()];
  const inner = new Set(parents.values());
  const leaves = nodes.filter((node) => !inner.has(node));
  const hasEnded = answer.valid_data !== false;
  const ended = hasEnded
    ? leaves.filter(({ observation_code: code, description }) => isEnd(code) && description === answer.final_answer)
    : [];
  const end = ended.find(({ pruned }) => pruned !== true) ?? ended[0] ?? leaves.at(-1) ?? root;
  const { path, branches } = pathTo(end, nodes, (node) => parents.get(node));
  const turnsUpTo = (node: JsonObject): number => turnsOf(path.slice(0, path.indexOf(node) + 1), new Unread()).length;
  const beside = branches
    .map(({ from, nodes: own }): RunPart => ({
      ...(from !== undefined && path.includes(from) && { after: turnsUpTo(from) - 1 }),
      turns: turnsOf(own, unread),
    }))
    .filter(({ turns }) => turns.length > 0);
  return present<RunAttempt>({
    turns: turnsOf(path, unread),
    verifiers: wonOf(whole.win),
    exit: hasEnded ? textIn(answer.finish_type) : undefined,
    branches: beside.length > 0 ? beside : undefined,
  });
}

/** Each try says whether one before it had won, so that the one try that there is is asked, or how each ended. */
function ofTries({ trys, win }: JsonObject, unread: Unread): readonly RunAttempt[] {
  const tries = objectsInList(trys);
  return tries.map(({ chain }) => {
    const nodes = objectsInList(chain);
    return present<RunAttempt>({
      turns: turnsOf(nodes, unread),
      verifiers: wonOf(tries.length === 1 ? win : nodes.some(({ observation_code: code }) => code === givesAnswer)),
    });
  });
}

/** What calling "Finish" gives (toolbench/inference/Downstream_tasks/rapidapi.py, _step). */
const givesAnswer = 3;
const givesUp = 4;
const isEnd = (code: unknown): boolean => code === givesAnswer || code === givesUp;

const wonOf = (win: unknown): readonly VerifierResult[] =>
  typeof win === 'boolean' ? [{ name: 'win', passed: win }] : [];

/** A thought, the name of a tool and its input are nodes of their own, and one turn. */
function turnsOf(nodes: readonly JsonObject[], unread: Unread): readonly Message[] {
  const turns: Message[] = [];
  let thought: string | undefined;
  let name: string | undefined;
  const say = (content: string): void => {
    turns.push({ role: 'assistant', content });
  };
  for (const node of nodes) {
    const text = typeof node.description === 'string' ? node.description : '';
    if (node.node_type === 'Thought') {
      if (thought !== undefined) say(thought);
      thought = text;
    } else if (node.node_type === 'Action') name = text;
    else if (node.node_type === 'Action Input') {
      // The root of a tree.
      if (name === undefined && text === '') continue;
      const calls = callsOf({ tool_calls: [{ function: { name, arguments: text } }] });
      if (!Array.isArray(calls)) {
        unread.part('Action Input');
        continue;
      }
      turns.push({ role: 'assistant', content: thought ?? '', toolCalls: calls });
      if (typeof node.observation === 'string') turns.push({ role: 'tool', content: node.observation });
      [thought, name] = [undefined, undefined];
    } else unread.part(textIn(node.node_type) ?? 'node');
  }
  if (thought !== undefined) say(thought);
  return turns;
}
