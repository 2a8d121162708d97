import { shortHash } from '../../../model/text/shortHash';
import { problem } from '../../../model/problems/problem';
import { isObject, type JsonObject } from '../../fields/recordFields';
import { asMessage } from '../../items/messages';
import type { Harness, RunAttempt, RunRecord, RunTask } from '../harness';
import { Unread } from '../unread';
import { contentText, idIn, listIn, numberIn, objectIn, objectsInList, present, rewardOf, textIn } from '../values';
import type { Message } from '../../../model/item/item';

/**
 * A list of `{task_id, reward, info: {task: {user_id, instruction, actions, outputs}, reward_info}, traj: [message],
 * trial}`, or one of them. The number of a task counts those of its domain, which the file does not name, so that a task
 * is named by what its user wants as well. The user is simulated, so that its words are turns of the run.
 */
export const tau: Harness = {
  name: 'tau-bench',
  title: 'tau-bench results',
  origin: 'sierra-research/tau-bench, tau_bench/types.py (EnvRunResult)',
  markers: ['"traj"'],
  matches: ({ first }) => {
    const record = Array.isArray(first) ? objectIn(first[0]) : objectIn(first);
    return (
      record !== undefined &&
      'task_id' in record &&
      'reward' in record &&
      isObject(record.info) &&
      (record.traj === undefined || Array.isArray(record.traj))
    );
  },
  async *runs(file) {
    const whole = await file.json();
    const unread = new Unread();
    const records = Array.isArray(whole) ? listIn(whole) : [whole];
    if (whole === undefined) yield { told: problem('runs.notReadable', {}) };
    else
      for (const value of records) {
        const record = objectIn(value);
        if (record && Array.isArray(record.traj)) yield attemptIn(record, unread);
        else unread.line();
      }
    yield* unread.told();
  },
};

function attemptIn(record: JsonObject, unread: Unread): RunRecord {
  const info = objectIn(record.info) ?? {};
  const asked = objectIn(info.task) ?? {};
  const instruction = textIn(asked.instruction);
  const turns = objectsInList(record.traj).flatMap((message): Message[] => {
    const turn = asMessage(message) ?? asMessage({ ...message, content: contentText(message.content) });
    if (!turn) unread.part(textIn(message.role) ?? 'traj');
    return turn ? [turn] : [];
  });
  const start = turns.findIndex(({ role }) => role !== 'system');
  const truth = { actions: listIn(asked.actions), outputs: listIn(asked.outputs) };
  return {
    task: present<RunTask>({
      id: `${idIn(record.task_id) ?? ''}-${shortHash(JSON.stringify([asked.user_id, instruction])).slice(0, 8)}`,
      prompt: start < 0 ? turns : turns.slice(0, start),
      scenario: instruction,
      truth: asked.actions === undefined ? undefined : JSON.stringify(truth, null, 2),
    }),
    run: present<RunAttempt>({
      turns: start < 0 ? [] : turns.slice(start),
      verifiers: rewardOf(record.reward),
      exit: textIn(info.error),
      usage: present({ cost: numberIn(info.agent_cost) }),
    }),
  };
}
