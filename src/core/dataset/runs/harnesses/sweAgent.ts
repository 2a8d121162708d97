import type { Message } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import type { JsonObject } from '../../fields/recordFields';
import { callsOf } from '../../items/toolCalls';
import type { Harness, RunAttempt, RunRecord, RunTask } from '../harness';
import { contentText, jsonIn, listIn, numberIn, objectIn, objectsInList, present, shellCall, textIn } from '../values';

/**
 * One JSON object a file, `{trajectory: [{action, observation, response, thought, …}], history: [message], info:
 * {exit_status, submission, model_stats}, environment, replay_config}`; with `attempts: [the same]` where the agent
 * tried several times (RetryAgent). The history is what the model saw. A thought and an action stand apart in it also
 * where the model wrote the action into its text, and are read so. Version 0.7 has demonstrations in it, which are none
 * of the run's own turns. The id of the task is in `replay_config`, else in the file's name; the outcome is in neither.
 */
export const sweAgent: Harness = {
  name: 'swe-agent',
  title: 'SWE-agent and SWE-smith trajectories (.traj)',
  origin: 'SWE-agent/SWE-agent, sweagent/types.py and sweagent/agent/agents.py (get_trajectory_data, RetryAgent)',
  markers: ['"trajectory"'],
  matches: ({ name, first }) => {
    const [step] = objectsInList(objectIn(first)?.trajectory);
    return (
      step !== undefined &&
      (/\.traj$/i.test(name) || ['action', 'observation', 'response', 'thought'].every((field) => field in step))
    );
  },
  async *runs(file) {
    const whole = objectIn(await file.json());
    if (!whole) {
      yield { told: problem('runs.notReadable', {}) };
      return;
    }
    const attempts = objectsInList(whole.attempts);
    for (const attempt of attempts.length > 0 ? attempts : [whole])
      yield* attemptIn(attempt, whole, file.name.replace(/\.traj$/, ''));
  },
};

function* attemptIn(attempt: JsonObject, whole: JsonObject, stem: string): Generator<RunRecord> {
  const history = objectsInList(attempt.history).filter(({ is_demo }) => is_demo !== true);
  const first = history.findIndex(({ role }) => role === 'assistant');
  const config = objectIn(whole.replay_config) ?? objectIn(jsonIn(whole.replay_config)) ?? {};
  const statement = objectIn(config.problem_statement);
  const env = objectIn(config.env);
  const { turns, unread } = turnsIn(first < 0 ? [] : history.slice(first), objectsInList(attempt.trajectory));
  const info = objectIn(attempt.info) ?? {};
  const stats = objectIn(info.model_stats) ?? {};
  const prompt = (first < 0 ? history : history.slice(0, first)).map((message): Message => ({
    role: message.role === 'system' ? 'system' : 'user',
    content: contentText(message.content),
  }));
  yield {
    task: present<RunTask>({
      id: textIn(statement?.id) ?? stem,
      prompt,
      metadata: present<JsonObject>({
        repository: objectIn(env?.repo)?.github_url ?? objectIn(env?.repo)?.repo_name,
        commit: objectIn(env?.repo)?.base_commit,
        image: objectIn(env?.deployment)?.image,
      }),
    }),
    run: present<RunAttempt>({
      turns,
      patch: textIn(info.submission),
      exit: textIn(info.exit_status),
      model: textIn(objectIn(objectIn(config.agent)?.model)?.name),
      usage: present({
        inputTokens: numberIn(stats.tokens_sent),
        outputTokens: numberIn(stats.tokens_received),
        cost: numberIn(stats.instance_cost),
      }),
    }),
  };
  if (unread > 0) yield { told: problem('runs.partsUnread', { count: unread, kinds: ['history'] }) };
}

/** @param steps of the trajectory, the last of which may have an observation that the model was not shown any more */
function turnsIn(
  history: readonly JsonObject[],
  steps: readonly JsonObject[],
): { readonly turns: readonly Message[]; readonly unread: number } {
  let unread = 0;
  const turns: Message[] = [];
  for (const message of history) {
    if (message.role === 'assistant') {
      turns.push(assistantTurn(message));
      continue;
    }
    if (message.role !== 'user' && message.role !== 'tool' && message.role !== 'system') {
      unread++;
      continue;
    }
    const content = contentText(message.content);
    const isAnswer = message.role === 'tool' || (message.role === 'user' && turns.at(-1)?.toolCalls !== undefined);
    const [toolCallId] = listIn(message.tool_call_ids);
    turns.push({
      role: isAnswer ? 'tool' : message.role,
      content,
      ...(isAnswer && typeof toolCallId === 'string' && { toolCallId }),
    });
  }
  const last = textIn(steps.at(-1)?.observation);
  if (last !== undefined && turns.at(-1)?.toolCalls) turns.push({ role: 'tool', content: last });
  return { turns, unread };
}

function assistantTurn(message: JsonObject): Message {
  const calls = callsOf(message);
  if (Array.isArray(calls)) return { role: 'assistant', content: contentText(message.content), toolCalls: calls };
  const action = textIn(message.action);
  return action === undefined || action.trim() === ''
    ? { role: 'assistant', content: contentText(message.content) }
    : { role: 'assistant', content: contentText(message.thought), toolCalls: [shellCall(action)] };
}
