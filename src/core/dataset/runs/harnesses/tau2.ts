import type { Message, ToolCall, VerifierResult } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import { isObject, type JsonObject } from '../../fields/recordFields';
import type { Harness, RunAttempt, RunTask } from '../harness';
import { Unread } from '../unread';
import { contentText, idIn, listIn, numberIn, objectIn, objectsInList, present, rewardOf, textIn } from '../values';

/**
 * `{timestamp, info: {agent_info, user_info, environment_info: {domain_name, policy}}, tasks: [task], simulations:
 * [{id, task_id, trial, termination_reason, reward_info, messages}]}`. User and agent both call tools, and say which
 * of them answers (`requestor`). Where the simulations are files of their own, each is one of these objects.
 */
export const tau2: Harness = {
  name: 'tau2-bench',
  title: 'tau2-bench results and simulations',
  origin: 'sierra-research/tau2-bench, src/tau2/data_model/simulation.py, message.py and tasks.py',
  markers: ['"environment_info"', '"termination_reason"'],
  matches: ({ first }) =>
    isObject(first) &&
    (isObject(objectIn(first.info)?.environment_info) ||
      ('task_id' in first && 'termination_reason' in first && 'reward_info' in first)),
  async *runs(file) {
    const whole = objectIn(await file.json());
    if (!whole) {
      yield { told: problem('runs.notReadable', {}) };
      return;
    }
    const unread = new Unread();
    const info = objectIn(whole.info) ?? {};
    const environment = objectIn(info.environment_info);
    const tasks = new Map(objectsInList(whole.tasks).map((task) => [idIn(task.id), task]));
    const policy = textIn(environment?.policy);
    const simulations = 'termination_reason' in whole ? [whole] : objectsInList(whole.simulations);
    if (simulations.length === 0) yield { told: problem('runs.elsewhere', {}) };
    for (const simulation of simulations) {
      if (!Array.isArray(simulation.messages) || simulation.messages.length === 0) {
        unread.part(listIn(simulation.ticks).length > 0 ? 'ticks' : 'simulation');
        continue;
      }
      yield simulationIn(simulation, tasks.get(idIn(simulation.task_id)), unread, {
        domain: textIn(environment?.domain_name),
        prompt: policy === undefined ? [] : [{ role: 'system', content: policy }],
        model: textIn(objectIn(info.agent_info)?.llm),
      });
    }
    yield* unread.told();
  },
};

/** A simulation, with what its file says of its task, the domain, and what the agent was told first. */
export function simulationIn(
  simulation: JsonObject,
  task: JsonObject | undefined,
  unread: Unread,
  beside: {
    readonly domain?: string | undefined;
    readonly prompt: readonly Message[];
    readonly model?: string | undefined;
  },
): { readonly task: RunTask; readonly run: RunAttempt } {
  const reward = objectIn(simulation.reward_info) ?? {};
  const criteria = objectIn(task?.evaluation_criteria);
  const id = idIn(simulation.task_id) ?? idIn(task?.id) ?? '';
  const policy = textIn(simulation.policy);
  return {
    task: present<RunTask>({
      id: beside.domain === undefined ? id : `${beside.domain}-${id}`,
      prompt: beside.prompt.length > 0 || policy === undefined ? beside.prompt : [{ role: 'system', content: policy }],
      scenario: scenarioOf(task),
      truth: criteria && JSON.stringify(criteria, null, 2),
    }),
    run: present<RunAttempt>({
      turns: objectsInList(simulation.messages).flatMap((message) => turnsIn(message, unread)),
      model: beside.model,
      exit: textIn(simulation.termination_reason),
      verifiers: [...rewardOf(reward.reward), ...checksIn(reward)],
      usage: present({ cost: numberIn(simulation.agent_cost), seconds: numberIn(simulation.duration) }),
    }),
  };
}

/** What the simulated user was told to want. */
function scenarioOf(task: JsonObject | undefined): string | undefined {
  const instructions = objectIn(task?.user_scenario)?.instructions;
  if (typeof instructions === 'string') return instructions;
  const parts = Object.entries(objectIn(instructions) ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() !== '' && value !== '.' ? [`${name.replaceAll('_', ' ')}: ${value}`] : [],
  );
  return parts.length > 0 ? parts.join('\n') : undefined;
}

function turnsIn(message: JsonObject, unread: Unread): readonly Message[] {
  const { role } = message;
  const content = contentText(message.content);
  if (role === 'tool' && Array.isArray(message.tool_messages))
    return objectsInList(message.tool_messages).flatMap((each) => turnsIn({ role: 'tool', ...each }, unread));
  if (role === 'tool') return [{ role, content, ...(typeof message.id === 'string' && { toolCallId: message.id }) }];
  if (role !== 'assistant' && role !== 'user' && role !== 'system') {
    unread.part(textIn(role) ?? 'message');
    return [];
  }
  const calls = objectsInList(message.tool_calls).flatMap((call): ToolCall[] =>
    typeof call.name === 'string'
      ? [
          {
            ...(typeof call.id === 'string' && call.id !== '' && { id: call.id }),
            name: call.name,
            arguments: objectIn(call.arguments) ?? {},
          },
        ]
      : [],
  );
  return [{ role, content, ...(calls.length > 0 && { toolCalls: calls }) }];
}

/** What each check says: the database, expected calls, what was to be said. */
function checksIn(reward: JsonObject): readonly VerifierResult[] {
  const database = objectIn(reward.db_check)?.db_match;
  const met = (
    name: string,
    list: unknown,
    field: string,
    detailOf: (check: JsonObject) => unknown,
  ): VerifierResult[] =>
    objectsInList(list).flatMap((check) => {
      const passed = check[field];
      const detail = textIn(detailOf(check));
      return typeof passed === 'boolean' ? [{ name, passed, ...(detail !== undefined && { detail }) }] : [];
    });
  return [
    ...(typeof database === 'boolean' ? [{ name: 'database', passed: database }] : []),
    ...met('action', reward.action_checks, 'action_match', ({ action }) => objectIn(action)?.name),
    ...met('nl_assertion', reward.nl_assertions, 'met', ({ nl_assertion, justification }) =>
      [nl_assertion, justification].filter((text) => typeof text === 'string').join(': '),
    ),
    ...met('communicate', reward.communicate_checks, 'met', ({ info, justification }) => info ?? justification),
    ...met('env_assertion', reward.env_assertions, 'met', ({ env_assertion }) => objectIn(env_assertion)?.func_name),
  ];
}
