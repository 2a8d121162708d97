import type { Message, VerifierResult } from '../../../model/item/item';
import { withKeys } from '../../../model/item/run';
import { shortHash } from '../../../model/text/shortHash';
import { listInText, type JsonObject } from '../../fields/recordFields';
import { asMessage } from '../../items/messages';
import { toolsIn } from '../../items/toolCalls';
import type { RunAttempt, RunRecord, RunTask } from '../../runs/harness';
import { promptLength } from '../../runs/prompts';
import { idIn, numberIn, objectsInList, present, resolvedOf, rewardOf, shellCall, textIn } from '../../runs/values';

/**
 * Runs as rows that `load_dataset` reads, a run each:
 *
 * - SWE-bench/SWE-smith-trajectories: `{messages (a list, or its JSON text), instance_id, resolved, model, traj_id, patch}`;
 * - nebius/SWE-agent-trajectories: `{instance_id, model_name, target, trajectory: [{role: "system" | "user" | "ai",
 *   system_prompt, text, mask, cutoff_date}], exit_status, generated_patch, eval_logs}`;
 * - nebius/SWE-rebench-openhands-trajectories and nvidia/SWE-Zero-openhands-trajectories: `{trajectory_id, instance_id,
 *   repo, trajectory: [message], tools, model_patch, exit_status, resolved}`;
 * - SWE-Gym/OpenHands-Sampled-Trajectories: `{instance_id, run_id, resolved, messages, tools, test_result}`;
 * - togethercomputer/CoderForge-Preview: `{trajectory_id, finish_reason, image, messages, reward, tools}`, both as JSON
 *   text;
 * - Harbor (src/harbor/utils/traces_utils.py, `export_traces`): `{conversations, agent, model, model_provider, date, task,
 *   episode, run_id, trial_name, result}`, a row for each request of a trial.
 *
 * The columns are those of the dataset cards.
 */
export interface HubRow {
  /** Who wrote the run, as far as the row tells. */
  readonly harness: string;
  readonly record: Exclude<RunRecord, { readonly told: unknown }>;
  /** Of a row that is one request of a trial: which trial, and which of its requests. */
  readonly episode?: { readonly trial: string; readonly number: number };
}

/** Ids that only runs have, and what an instance has of a run beside its messages. */
const ids = ['traj_id', 'trajectory_id', 'trial_name'];
const ofInstance = ['exit_status', 'generated_patch', 'model_patch', 'run_id'];
const conversations = ['trajectory', 'messages', 'conversations'];

/** The field with the messages of a run; undefined for a row that is none. */
function messagesField(row: JsonObject): string | undefined {
  const isRun = ids.some((name) => name in row) || ('instance_id' in row && ofInstance.some((name) => name in row));
  return isRun ? conversations.find((name) => row[name] !== undefined && row[name] !== null) : undefined;
}

/**
 * The field of a run whose messages are a text and no JSON, as where Python printed them or a text was cut off; undefined
 * for any other row.
 */
export function brokenField(row: JsonObject): string | undefined {
  const field = messagesField(row);
  return field !== undefined && typeof row[field] === 'string' && typeof listInText(row[field]) === 'string'
    ? field
    : undefined;
}

/** Tells whether a row is one of a run whose messages are a list that cannot be read, and no name of a file, say. */
export function isBrokenRow(row: JsonObject): boolean {
  const field = brokenField(row);
  return field !== undefined && String(row[field]).trimStart().startsWith('[');
}

/** The run in a row; undefined for a row that is none. */
export function hubRow(row: JsonObject): HubRow | undefined {
  const field = messagesField(row);
  const turns = field === undefined ? undefined : turnsIn(row[field]);
  if (!turns || !turns.some(({ role }) => role === 'assistant')) return undefined;
  const start = promptLength(turns);
  const prompt = turns.slice(0, start);
  const trial = textIn(row.trial_name);
  const task: RunTask = present<RunTask>({
    id: textIn(row.instance_id) ?? textIn(row.task) ?? `task-${shortHash(JSON.stringify(prompt)).slice(0, 8)}`,
    prompt,
    tools: toolsIn(row.tools),
    metadata: repoOf(row),
  });
  const run = present<RunAttempt>({
    turns: withKeys(turns.slice(start)),
    model: textIn(row.model) ?? textIn(row.model_name),
    patch: [row.model_patch, row.generated_patch, row.patch].map(textIn).find((patch) => patch !== undefined),
    exit: textIn(row.exit_status) ?? textIn(row.finish_reason) ?? exitIn(row.result),
    verifiers: outcomesOf(row),
  });
  const number = Number(/\d+$/.exec(textIn(row.episode) ?? '')?.[0]);
  return {
    harness: harnessOf(row, turns),
    record: { task, run },
    ...(trial !== undefined && { episode: { trial, number: number || 0 } }),
  };
}

/** Tools of OpenHands' agent, of which no other harness has one (openhands/agenthub/codeact_agent/tools). */
const openHandsTools = ['execute_bash', 'execute_ipython_cell'];

/**
 * Who wrote the run of a row: Harbor by the ids of its trials, OpenHands by its tools, SWE-agent by the columns of its
 * datasets. Of other rows nobody says.
 */
function harnessOf(row: JsonObject, turns: readonly Message[]): string {
  if ('trial_name' in row) return 'harbor';
  const called = turns.flatMap(({ toolCalls = [] }) => toolCalls.map(({ name }) => name));
  const isOfOpenHands = openHandsTools.some(
    (tool) => called.includes(tool) || turns.some(({ content }) => content.includes(`<function=${tool}>`)),
  );
  if (isOfOpenHands) return 'openhands';
  const isOfSweAgent = 'traj_id' in row || objectsInList(listInText(row.trajectory)).some((turn) => 'mask' in turn);
  return isOfSweAgent ? 'swe-agent' : unknownHarness;
}

/** Of a row that does not tell who wrote its run. */
const unknownHarness = 'unknown';

function repoOf({ repo, image }: JsonObject): JsonObject | undefined {
  const known = present({ repo: textIn(repo), image: textIn(image) });
  return Object.keys(known).length > 0 ? known : undefined;
}

/** What tests say of the end; some write it as 0 or 1. */
function outcomesOf({ resolved, target, reward, result }: JsonObject): readonly VerifierResult[] | undefined {
  const said = resolved ?? target;
  const outcomes = [
    ...resolvedOf(said === 0 || said === 1 ? said === 1 : said),
    ...rewardOf(reward ?? numberIn(result) ?? numberIn(Number(textIn(result) ?? NaN))),
  ];
  return outcomes.length > 0 ? outcomes : undefined;
}

/** Harbor writes a reward, or the name of what stopped the trial. */
const exitIn = (result: unknown): string | undefined => {
  const text = textIn(result);
  return text === undefined || Number.isFinite(Number(text)) ? undefined : text;
};

/** The messages of a run; undefined where one of them is none. */
function turnsIn(value: unknown): readonly Message[] | undefined {
  const list = objectsInList(listInText(value));
  if (list.length === 0) return undefined;
  // What the environment says comes in the name of the user there.
  const isTextMode = list.some((each) => 'system_prompt' in each);
  const turns: Message[] = [];
  for (const each of list) {
    const message = asMessage({ ...each, content: each.content ?? each.text ?? each.value ?? each.system_prompt });
    if (!message) return undefined;
    const id = idIn(each.tool_call_id);
    const named = message.role === 'tool' && id !== undefined ? { ...message, toolCallId: id } : message;
    if (isTextMode && named.role === 'assistant') turns.push(withAction(named));
    else turns.push(isObservation(named, isTextMode, turns) ? { ...named, role: 'tool' } : named);
  }
  return turns;
}

const isObservation = ({ role, content }: Message, isTextMode: boolean, before: readonly Message[]): boolean =>
  role === 'user' &&
  before.some((each) => each.role === 'assistant') &&
  (isTextMode || content.startsWith('OBSERVATION:'));

/** The last fenced block of what the model says is its command (SWE-agent, sweagent/agent/parsing.py, `thought_action`). */
function withAction(turn: Message): Message {
  const [block] = [...turn.content.matchAll(/^```[^\n`]*\n([^]*?)^```[ \t]*$/gm)].slice(-1);
  if (!block) return turn;
  const around = [turn.content.slice(0, block.index), turn.content.slice(block.index + block[0].length)];
  return {
    ...turn,
    content: around
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join('\n\n'),
    toolCalls: [shellCall((block[1] ?? '').trimEnd())],
  };
}
