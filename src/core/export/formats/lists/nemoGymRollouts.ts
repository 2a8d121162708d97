import * as z from 'zod';
import { contentOfTurn } from '../../../model/item/run';
import { shortHash } from '../../../model/text/shortHash';
import { rowFormat } from '../../builders/rowFormat';
import { nemoGymProfile } from '../../commands/reinforcementLearning';
import { rewardGroupsIn } from '../../derive/rewards';
import type { Fields } from '../../fields';
import { functionTools, itemsFault, responsesItems } from '../../texts/responsesItems';

const told = z.strictObject({
  type: z.literal('message'),
  role: z.enum(['user', 'assistant', 'system', 'developer'], 'is no role of NeMoGymEasyInputMessage'),
  content: z.string('must be text'),
});
const said = z.strictObject({
  type: z.literal('message'),
  id: z.string(),
  role: z.literal('assistant'),
  status: z.literal('completed'),
  content: z.array(
    z.strictObject({ type: z.literal('output_text'), text: z.string('must be text'), annotations: z.tuple([]) }),
  ),
});
const call = z.strictObject({
  type: z.literal('function_call'),
  call_id: z.string().min(1, 'is empty: the answer names its call by it'),
  name: z.string(),
  arguments: z.string('must be JSON text: NeMoGymResponseFunctionToolCall takes no object'),
});
const answer = z.strictObject({
  type: z.literal('function_call_output'),
  call_id: z.string().min(1, 'is empty: the answer names its call by it'),
  output: z.string('must be text'),
});
const tools = z.array(
  z.strictObject({
    type: z.literal('function'),
    name: z.string(),
    description: z.string(),
    parameters: z.record(z.string(), z.unknown()),
    strict: z.literal(false),
  }),
  'must be a list: NeMo Gym stops with a ValidationError',
);
const index = z.int('must be a whole number: NeMo Gym sorts rollouts by it').nonnegative();

/**
 * Rollouts of NeMo Gym, `{responses_create_params: {input, tools}, response: {output, …}, reward, agent_ref,
 * _ng_task_index, _ng_rollout_index}` (NVIDIA-NeMo/Gym at 07d6b0d0, `nemo_gym/base_resources_server.py
 * BaseVerifyResponse`; read by `nemo_gym/reward_profile.py RewardProfiler`, and by what its page on offline training
 * makes of rollouts): a row for each response, those of one prompt one behind the other under the same task index. A
 * whole run has its calls and what tools said as items. The reward is what people's judgments give (`derive/rewards`).
 * The index of a task is a hash of its item, prompt and context and of which judgment of these it is, as rows are made
 * without knowing of each other.
 */
export const nemoGymRollouts = rowFormat({
  name: 'nemo-gym-rollouts',
  title: 'Groups of responses to a prompt with rewards, as rollouts of NeMo Gym',
  family: 'lists',
  files: ['jsonl'],
  toolsIn: 'column',
  takesTurns: true,
  rated: true,
  takes: ['attributes', 'criterion', 'aggregate', 'context', 'evidence', 'media'],
  trainers: [{ name: 'NeMo Gym (gym eval profile, offline training with rollouts)', command: nemoGymProfile }],
  *find(judged, options, notify, file) {
    let nth = 0;
    for (const { item, context, annotations, rewarded, source } of rewardGroupsIn(judged, options, notify, file)) {
      const fault = rewarded.map(({ turns }) => itemsFault([...item.prompt, ...turns])).find(Boolean);
      const tools = functionTools(item.tools ?? []);
      if (fault) {
        notify.drop(fault, annotations.length);
        continue;
      }
      if (!tools) notify.note('tools-left-out', rewarded.length);
      const judgements = annotations.map(({ turn = null, repeat = null }) => [turn, repeat]);
      const task = indexOf([item.id, item.prompt.map(contentOfTurn), context ?? null, judgements, nth++]);
      for (const [place, { response, turns, reward }] of rewarded.entries())
        yield {
          item,
          annotations,
          response,
          turns,
          reward,
          task,
          place,
          tools: tools ?? [],
          named: { response: response.id, reward: source },
        };
    }
  },
  columns: {
    responses_create_params: {
      rule: z.strictObject(
        {
          input: z
            .array(z.union([told, call, answer]), 'must be a list of items of the Responses API')
            .min(1, 'is empty: there is nothing to answer'),
          tools,
        },
        'must be an object: NeMo Gym stops with "Field required: responses_create_params"',
      ),
      value: ({ item, turns, tools: own }) => ({
        input: responsesItems(item.prompt, turns).input,
        tools: own,
      }),
    },
    response: {
      rule: z.strictObject(
        {
          id: z.string(),
          created_at: z.number('must be a number'),
          model: z.string('must be text'),
          object: z.literal('response'),
          output: z
            .array(z.union([said, told, call, answer]), 'must be a list of items of the Responses API')
            .min(1, 'is empty: nothing was answered'),
          parallel_tool_calls: z.boolean(),
          tool_choice: z.literal('auto'),
          tools,
        },
        'must be an object: NeMo Gym stops with "Field required: response"',
      ),
      value: ({ item, turns, task, place, tools: own }) => ({
        id: `resp_${task}_${place}`,
        created_at: 0,
        model: '',
        object: 'response' as const,
        output: responsesItems(item.prompt, turns).output,
        parallel_tool_calls: true,
        tool_choice: 'auto' as const,
        tools: own,
      }),
    },
    reward: { rule: z.number('must be a number'), value: ({ reward }) => reward, isReal: true },
    agent_ref: {
      rule: z.strictObject(
        { type: z.literal('responses_api_agents'), name: z.string().min(1, 'is empty') },
        "must be an object: NeMo Gym stops with KeyError: 'agent_ref'",
      ),
      value: () => ({ type: 'responses_api_agents' as const, name: 'simple_agent' }),
    },
    _ng_task_index: { rule: index, value: ({ task }) => task },
    _ng_rollout_index: { rule: index, value: ({ place }) => place },
  },
  rules: { across: wholeGroups },
});

/** A whole number that JSON and pandas hold exactly, the same for the same parts on every machine. */
const indexOf = (parts: unknown): number => Number.parseInt(shortHash(JSON.stringify(parts)).slice(0, 13), 16);

/** Rollouts of one index answer one prompt, and each has a number of its own. */
function wholeGroups(): (row: Fields) => string | undefined {
  const prompts = new Map<unknown, string>();
  const rollouts = new Set<string>();
  return ({ responses_create_params: params, _ng_task_index: task, _ng_rollout_index: rollout }) => {
    const prompt = shortHash(JSON.stringify(params));
    const key = `${String(task)}:${String(rollout)}`;
    const before = prompts.get(task) ?? prompt;
    prompts.set(task, before);
    if (before !== prompt)
      return 'has another prompt than an earlier row with the same _ng_task_index: their rewards would be compared';
    if (rollouts.has(key))
      return 'has the _ng_task_index and _ng_rollout_index of an earlier row: NeMo Gym stops with "Duplicate … row for rollout key"';
    rollouts.add(key);
    return undefined;
  };
}
