import type { Media, Message, RunPart, ToolCall } from '../../../model/item/item';
import { withKeys } from '../../../model/item/run';
import { shortHash } from '../../../model/text/shortHash';
import { problem } from '../../../model/problems/problem';
import { isObject, type JsonObject } from '../../fields/recordFields';
import type { Harness, RunAttempt, RunFile, RunTask } from '../harness';
import { trialOf } from './harbor';
import { Unread } from '../unread';
import {
  contentText,
  isBelow,
  listIn,
  numberIn,
  objectIn,
  objectsInList,
  present,
  textIn,
  withReasoning,
} from '../values';
import { promptLength } from '../prompts';

/**
 * One JSON object a file, `{schema_version: "ATIF-v1.7", session_id, agent: {name, model_name, tool_definitions}, steps:
 * [{source, message, reasoning_content, tool_calls, observation: {results}, is_copied_context}], final_metrics,
 * continued_trajectory_ref, subagent_trajectories}`. What a run goes on in, and what its sub-agents did, may be files
 * beside it (`X.cont-1.json`, `X.summarization-1-answers.json`), which are parts of it. Task and outcome are in the
 * trial's folder (`runs/harnesses/harbor`); without them a task is known by what the user asks.
 */
export const atif: Harness = {
  name: 'atif',
  title: 'ATIF trajectories (Harbor, Terminus 2, NeMo Agent Toolkit)',
  origin:
    'Harbor, docs/rfcs/0001-trajectory-format.md and src/harbor/models/trajectories; NVIDIA/NeMo-Agent-Toolkit, packages/nvidia_nat_atif',
  markers: ['"ATIF-v'],
  matches: ({ first }) => textIn(objectIn(first)?.schema_version)?.startsWith('ATIF-v') === true,
  async *runs(file) {
    const whole = objectIn(await file.json());
    if (!whole || !Array.isArray(whole.steps)) {
      yield { told: problem('runs.notReadable', {}) };
      return;
    }
    if (await isPart(file)) return;
    const unread = new Unread();
    const parts = [whole];
    for (let next = textIn(whole.continued_trajectory_ref); next !== undefined;) {
      const part = await partAt(file, next);
      if (!part || parts.length > maxParts) {
        yield { told: problem('runs.partMissing', { name: next }) };
        break;
      }
      parts.push(part);
      next = textIn(part.continued_trajectory_ref);
    }
    const read = parts.map((part) => turnsIn(part, unread));
    const turns = withKeys(read.flatMap((each) => each.turns));
    const named = subagentsNamed(read);
    const subagents = objectsInList(whole.subagent_trajectories).map(
      (part): readonly [JsonObject, number | undefined] => [part, named.get(textIn(part.trajectory_id) ?? '')],
    );
    for (const [path, at] of named) {
      const part = await partAt(file, path);
      if (part) subagents.push([part, at]);
      else if (subagents.every(([{ trajectory_id: id }]) => id !== path))
        yield { told: problem('runs.partMissing', { name: path }) };
    }
    const isCopied = read.flatMap((each) => each.copied);
    const start = promptLength(turns);
    const agent = objectIn(whole.agent) ?? {};
    const prompt = turns.slice(0, start);
    const asked = prompt.filter(({ role }) => role === 'user').map(({ content }) => content);
    const trial = await trialOf(file, '../');
    const metrics = objectIn(parts.at(-1)?.final_metrics) ?? {};
    yield {
      task: present<RunTask>({
        id: trial?.task ?? `task-${shortHash(JSON.stringify(asked)).slice(0, 8)}`,
        prompt: prompt.map(({ key: _, ...turn }) => turn),
        tools: objectsInList(agent.tool_definitions),
      }),
      run: present<RunAttempt>({
        turns: turns.slice(start),
        model: textIn(agent.model_name) ?? trial?.model,
        exit: trial?.exit,
        verifiers: trial?.verifiers,
        copied: keysOf(turns, isCopied, start),
        subagents:
          subagents.length > 0
            ? subagents.map(([part, at]) => subagentIn(part, at === undefined ? undefined : at - start, unread))
            : undefined,
        usage: present({
          inputTokens: numberIn(metrics.total_prompt_tokens),
          outputTokens: numberIn(metrics.total_completion_tokens),
          cachedTokens: numberIn(metrics.total_cached_tokens) || undefined,
          cost: numberIn(metrics.total_cost_usd),
          seconds: trial?.seconds,
        }),
      }),
    };
    const version = textIn(whole.schema_version) ?? '';
    if (!/^ATIF-v1\.[0-7]$/.test(version))
      yield { told: problem('runs.unknownVersion', { version, known: ['ATIF-v1.0', '…', 'ATIF-v1.7'] }) };
    yield* unread.told();
  },
};

/** A chain of files that goes on for longer leads in a circle. */
const maxParts = 100;

/** Whether a file only goes on with, or belongs to, one that lies beside it. */
async function isPart(file: RunFile): Promise<boolean> {
  const whole = file.name.replace(/\.(cont-\d+|summarization-\d+-\w+)\.json$/, '.json');
  return whole !== file.name && (await file.has(whole));
}

/** A part that a trajectory names, also where all its files were given the same new name. */
async function partAt(file: RunFile, path: string): Promise<JsonObject | undefined> {
  if (!isBelow(path)) return undefined;
  const stem = file.name.replace(/\.json$/i, '');
  return objectIn((await file.beside(path)) ?? (await file.beside(path.replace(/^trajectory(?=\.)/, stem))));
}

/** The paths and ids of the sub-agents that a step names. */
const subagentsOf = (step: JsonObject): readonly string[] =>
  objectsInList(objectIn(step.observation)?.results)
    .flatMap((result) => objectsInList(result.subagent_trajectory_ref))
    .flatMap(({ trajectory_path: path, trajectory_id: id }) => textIn(path) ?? textIn(id) ?? []);

/** Those of all parts, each with the number of the last turn of the step that names it first. */
function subagentsNamed(parts: readonly ReadPart[]): ReadonlyMap<string, number> {
  const named = new Map<string, number>();
  let before = 0;
  for (const { turns, subagents } of parts) {
    for (const [name, turn] of subagents) if (!named.has(name)) named.set(name, before + turn);
    before += turns.length;
  }
  return named;
}

const subagentIn = (part: JsonObject, after: number | undefined, unread: Unread): RunPart =>
  present({
    name: textIn(objectIn(part.agent)?.name),
    after: after === undefined ? undefined : Math.max(-1, after),
    turns: turnsIn(part, unread).turns,
  });

function keysOf(turns: readonly Message[], are: readonly boolean[], start: number): readonly string[] | undefined {
  const keys = turns.flatMap(({ key }, at) => (at >= start && are[at] === true && key !== undefined ? [key] : []));
  return keys.length > 0 ? keys : undefined;
}

/** What a file says of a run, or of a part of it. */
interface ReadPart {
  readonly turns: readonly Message[];
  /** For each turn whether it repeats what stood before a continuation. */
  readonly copied: readonly boolean[];
  /** Sub-agents that are named, with the number of the turn after which they are. */
  readonly subagents: readonly (readonly [string, number])[];
}

function turnsIn({ steps }: JsonObject, unread: Unread): ReadPart {
  const turns: Message[] = [];
  const copied: boolean[] = [];
  const subagents: (readonly [string, number])[] = [];
  for (const step of objectsInList(steps)) {
    const made = stepTurns(step, unread);
    turns.push(...made);
    copied.push(...made.map(() => step.is_copied_context === true));
    for (const name of subagentsOf(step)) subagents.push([name, turns.length - 1]);
  }
  return { turns, copied, subagents };
}

function stepTurns(step: JsonObject, unread: Unread): readonly Message[] {
  const { source } = step;
  if (source !== 'system' && source !== 'user' && source !== 'agent') {
    unread.part(textIn(source) ?? 'step');
    return [];
  }
  const said = contentOf(step.message);
  const calls = objectsInList(step.tool_calls).flatMap((call): ToolCall[] => {
    const name = textIn(call.function_name);
    if (name === undefined) unread.part('tool_call');
    return name === undefined
      ? []
      : [
          {
            ...present<Pick<ToolCall, 'id'>>({ id: textIn(call.tool_call_id) }),
            name,
            arguments: objectIn(call.arguments) ?? {},
          },
        ];
  });
  const observed = objectsInList(objectIn(step.observation)?.results).flatMap((result): Message[] => {
    const { content, media } = contentOf(result.content);
    const toolCallId = textIn(result.source_call_id);
    // What only names a sub-agent has nothing to be read.
    return content === '' && !media && toolCallId === undefined
      ? []
      : [{ role: 'tool', content, ...(media && { media }), ...(toolCallId !== undefined && { toolCallId }) }];
  });
  const role = source === 'agent' ? 'assistant' : source;
  return [
    {
      role,
      ...said,
      content: withReasoning(textIn(step.reasoning_content), said.content),
      ...(calls.length > 0 && { toolCalls: calls }),
    },
    ...observed,
  ];
}

/** A text, or parts of text and images, whose paths are relative to the file. */
function contentOf(content: unknown): { readonly content: string; readonly media?: readonly Media[] } {
  const media = objectsInList(listIn(content)).flatMap((part): Media[] => {
    const source = isObject(part.source) ? textIn(part.source.path) : undefined;
    return part.type === 'image' && source !== undefined ? [{ kind: 'image', source }] : [];
  });
  return { content: contentText(content), ...(media.length > 0 && { media }) };
}
