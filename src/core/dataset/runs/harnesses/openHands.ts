import type { Message, ToolCall, VerifierResult } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import { isObject, type JsonObject } from '../../fields/recordFields';
import { codeFields } from '../codeFields';
import type { Harness, RunAttempt, RunRecord, RunTask } from '../harness';
import { Unread } from '../unread';
import { contentText, listIn, numberIn, objectIn, objectsInList, present, resolvedOf, textIn } from '../values';

/**
 * A run a line (output.jsonl), `{instance_id, instruction, instance, test_result: {git_patch, report}, history: [event],
 * metadata, metrics, error}`, or of the resolver `{issue, git_patch, history, success}`; or a list of events alone. An
 * event is an action `{source, action, args, message, tool_call_metadata}` or what came of one, `{observation, content,
 * cause}`. In 2024 histories were pairs `[action, observation]`, or had the fields of `args` beside `action`.
 */
export const openHands: Harness = {
  name: 'openhands',
  title: 'OpenHands evaluation output and event histories',
  origin: 'OpenHands/OpenHands, evaluation/utils/shared.py (EvalOutput) and openhands/events/serialization',
  markers: ['"git_patch"', '"history"', '"observation"', '"action"'],
  matches: ({ first }) => {
    if (Array.isArray(first))
      return objectsInList(first).slice(0, 3).some(isEvent) && typeof objectIn(first[0])?.id === 'number';
    const row = objectIn(first);
    if (!row) return false;
    const isEvaluated =
      'instance_id' in row && (isObject(row.test_result) || isObject(row.metadata)) && !('messages' in row);
    const [entry] = listIn(row.history);
    const event = Array.isArray(entry) ? objectIn(entry[0]) : objectIn(entry);
    return event !== undefined
      ? 'action' in event || 'observation' in event
      : isEvaluated &&
          ('agent_class' in (objectIn(row.metadata) ?? {}) || 'git_patch' in (objectIn(row.test_result) ?? {}));
  },
  async *runs(file) {
    const unread = new Unread();
    let count = 0;
    for await (const value of file.lines()) {
      const row = objectIn(value);
      if (row && ('history' in row || 'test_result' in row)) {
        count++;
        yield outputIn(row, unread);
      } else if (count > 0 || row) unread.line();
      else break;
    }
    if (count === 0) {
      const whole = await file.json();
      const row = objectIn(whole);
      if (Array.isArray(whole)) yield historyIn(whole, file.name.replace(/\.json$/i, ''), unread);
      else if (row && Array.isArray(row.history)) yield outputIn(row, unread);
      else yield { told: problem('runs.notReadable', {}) };
    }
    yield* unread.told();
  },
};

const isEvent = (event: JsonObject): boolean => 'action' in event || 'observation' in event;

function historyIn(events: readonly unknown[], id: string, unread: Unread): RunRecord {
  const { prompt, turns } = conversationIn(events, unread);
  return { task: { id, prompt }, run: { turns } };
}

function outputIn(row: JsonObject, unread: Unread): RunRecord {
  const issue = objectIn(row.issue);
  const instance = objectIn(row.instance);
  const result = objectIn(row.test_result);
  const report = objectIn(row.report) ?? objectIn(result?.report);
  const metrics = objectIn(row.metrics);
  const tokens = objectIn(metrics?.accumulated_token_usage);
  const { prompt, turns } = conversationIn(listIn(row.history), unread);
  const instruction = textIn(row.instruction);
  return {
    task: present<RunTask>({
      id:
        textIn(row.instance_id) ??
        (issue ? [issue.owner, issue.repo, issue.number].map(String).join('/') : (textIn(instance?.instance_id) ?? '')),
      prompt: prompt.length > 0 || instruction === undefined ? prompt : [{ role: 'user', content: instruction }],
      truth: textIn(instance?.patch),
      metadata: present<JsonObject>({ commit: textIn(row.base_commit), ...codeFields(instance) }),
    }),
    run: present<RunAttempt>({
      turns,
      patch: textIn(result?.git_patch) ?? textIn(row.git_patch),
      model: textIn(objectIn(objectIn(row.metadata)?.llm_config)?.model),
      exit: textIn(row.error),
      verifiers: [...resolvedOf(report?.resolved), ...successOf(row)],
      usage: present({
        cost: numberIn(metrics?.accumulated_cost),
        inputTokens: numberIn(tokens?.prompt_tokens),
        outputTokens: numberIn(tokens?.completion_tokens),
        cachedTokens: numberIn(tokens?.cache_read_tokens),
      }),
    }),
  };
}

/** What the resolver's model says of its own run. */
function successOf({ success, result_explanation }: JsonObject): readonly VerifierResult[] {
  const detail = textIn(result_explanation);
  return typeof success === 'boolean'
    ? [{ name: 'success', passed: success, ...(detail !== undefined && { detail }) }]
    : [];
}

/** Events that are none of the run's steps. */
const beside: ReadonlySet<unknown> = new Set([
  'null',
  'agent_state_changed',
  'change_agent_state',
  'condensation',
  'recall',
  'system',
  'task_tracking_state',
  'user_rejected',
]);

function conversationIn(
  history: readonly unknown[],
  unread: Unread,
): { readonly prompt: readonly Message[]; readonly turns: readonly Message[] } {
  const turns: Message[] = [];
  const system: Message[] = [];
  for (const event of objectsInList(history.flat())) {
    if (event.action === 'system') {
      const content = textIn(objectIn(event.args)?.content);
      if (content !== undefined && system.length === 0) system.push({ role: 'system', content });
    } else if ('observation' in event) {
      if (!beside.has(event.observation)) turns.push(observationTurn(event));
    } else if (typeof event.action === 'string') {
      if (beside.has(event.action)) continue;
      turns.push(...actionTurns(event, event.action));
    } else unread.part(textIn(event.kind) ?? 'event');
  }
  const first = turns.findIndex(({ role }) => role !== 'user');
  const start = first < 0 ? turns.length : first;
  return { prompt: [...system, ...turns.slice(0, start)], turns: turns.slice(start) };
}

function actionTurns(event: JsonObject, action: string): readonly Message[] {
  const args = objectIn(event.args) ?? withoutFrame(event);
  const thought = textIn(args.thought) ?? '';
  if (action === 'message') {
    // In the form of 2024 nobody says who spoke; the first message is the task, and only a user waits for none.
    const isUser = event.source === 'user' || (event.source === undefined && args.wait_for_response === false);
    return [{ role: isUser ? 'user' : 'assistant', content: contentText(args.content ?? event.message) }];
  }
  if (action === 'think') return [{ role: 'assistant', content: thought }];
  const metadata = objectIn(event.tool_call_metadata);
  const { thought: _, ...given } = args;
  const call: ToolCall = {
    ...present<Pick<ToolCall, 'id'>>({
      id: textIn(metadata?.tool_call_id) ?? (typeof event.id === 'number' ? String(event.id) : undefined),
    }),
    name: textIn(metadata?.function_name) ?? action,
    arguments: calledWith(metadata) ?? given,
  };
  return [{ role: event.source === 'user' ? 'user' : 'assistant', content: thought, toolCalls: [call] }];
}

/** The arguments as the model wrote them, where its answer is kept. */
function calledWith(metadata: JsonObject | undefined): ToolCall['arguments'] | undefined {
  const id = metadata?.tool_call_id;
  const choice = objectsInList(objectIn(metadata?.model_response)?.choices)[0];
  const call = objectsInList(objectIn(choice?.message)?.tool_calls).find((each) => each.id === id);
  const given = objectIn(call?.function)?.arguments;
  if (typeof given !== 'string') return undefined;
  try {
    return objectIn(JSON.parse(given)) ?? given;
  } catch {
    // The model wrote no JSON, which is what it called with.
    return given;
  }
}

/** What an action of 2024 is called with: its fields but those that every action has. */
const withoutFrame = ({
  action: _,
  is_confirmed: __,
  action_risk: ___,
  keep_prompt: ____,
  kernel_init_code: _____,
  ...args
}: JsonObject): JsonObject => args;

function observationTurn(event: JsonObject): Message {
  const metadata = objectIn(event.tool_call_metadata);
  const id = textIn(metadata?.tool_call_id) ?? (typeof event.cause === 'number' ? String(event.cause) : undefined);
  return { role: 'tool', content: contentText(event.content), ...(id !== undefined && { toolCallId: id }) };
}
