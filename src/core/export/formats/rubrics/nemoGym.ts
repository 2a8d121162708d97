import * as z from 'zod';
import { nemoGymPack, principlePack } from '../../../rubric/packs/nemoGym';
import { packColumn, rubricFormat, type RubricRow } from '../../builders/rubricFormat';
import { nemoGymRuns, nemoRlGym } from '../../commands/reinforcementLearning';
import { conversationText } from '../../texts/judgeTexts';
import { promptMessages } from '../../texts/messages';
import { toolTurn } from '../../texts/turns';

const gymMessages = z
  .array(
    z.strictObject({
      role: z.enum(['user', 'assistant', 'system', 'developer'], 'is no role of NeMoGymEasyInputMessage'),
      content: z.string('must be text'),
    }),
    'must be a list of messages',
  )
  .min(1, 'is empty: there is nothing to answer');

/**
 * A prompt as parameters of OpenAI's Responses API, which NeMo Gym's agents hand to the model
 * (`nemo_gym/base_resources_server.py BaseRunRequest`), and the agent.
 */
const gymColumns = (agent: string) => ({
  responses_create_params: {
    rule: z.strictObject(
      { input: gymMessages },
      'must be an object: NeMo Gym stops with "Field required: responses_create_params"',
    ),
    value: ({ item }: RubricRow) => ({ input: promptMessages(item) as z.infer<typeof gymMessages> }),
  },
  agent_ref: {
    rule: z.strictObject(
      {
        type: z.literal('responses_api_agents'),
        name: z.string().min(1, 'is empty: NeMo-RL asks for the agent of each row'),
      },
      "must be an object: NeMo-RL stops with KeyError: 'agent_ref'",
    ),
    value: () => ({ type: 'responses_api_agents' as const, name: agent }),
  },
});

/**
 * `{responses_create_params: {input}, agent_ref, rubric: [{question, pass_criteria, weight}], context}` for NeMo Gym's
 * server "multichallenge" (NVIDIA-NeMo/Gym `resources_servers/multichallenge/app.py`), which asks a judge each
 * question. A fault is a question that is passed by NO. With `aggregation_mode: weighted` the reward is the share of
 * the weights that were passed; with `mean`, its own, weights count for nothing.
 */
export const nemoGym = rubricFormat({
  name: 'nemo-gym',
  title: 'NeMo Gym: prompts with rubrics as questions for a judge',
  files: ['jsonl'],
  trainers: [
    {
      name: 'NeMo Gym (multichallenge, aggregation_mode: weighted)',
      command: nemoGymRuns(
        'multichallenge',
        'multichallenge_simple_agent',
        'aggregation_mode: weighted in its configuration',
      ),
    },
    { name: 'NeMo-RL GRPO with NeMo Gym', command: nemoRlGym },
  ],
  form: nemoGymPack,
  refuses: ({ prompt }) => toolTurn(prompt),
  columns: {
    ...gymColumns('multichallenge_simple_agent'),
    rubric: {
      ...packColumn(
        nemoGymPack,
        'rubric',
        z
          .array(
            z.strictObject({
              question: z.string().min(1, 'is empty: the judge is asked nothing'),
              pass_criteria: z.enum(['YES', 'NO'], 'is neither YES nor NO: the server takes it for YES'),
              weight: z.number('must be a number'),
            }),
          )
          .min(1, 'is empty: the reward is 0'),
      ),
      isReal: '[].weight',
    },
    context: { rule: z.string(), value: ({ item }) => conversationText(item.prompt) },
  },
  rules: {
    silent: ({ rubric, context }) =>
      context === ''
        ? 'the context is empty: the judge does not see the question'
        : (rubric as { weight: number }[]).some(({ weight }) => weight < 0)
          ? 'a weight is below 0: a passed criterion then lowers the reward'
          : undefined,
  },
});

/**
 * `{responses_create_params: {input}, agent_ref, principle}` for NeMo Gym's server "genrm_compare"
 * (`resources_servers/genrm_compare/app.py`): a generative reward model compares the answers to one prompt in pairs, by
 * the principle of the row where `use_principle` is set. The principle is the item's rubric in words. The conversation
 * has to end with the user's turn.
 */
export const nemoGymGenrm = rubricFormat({
  name: 'nemo-gym-genrm',
  title: 'NeMo Gym: prompts with a principle for a generative reward model',
  files: ['jsonl'],
  trainers: [
    {
      name: 'NeMo Gym (genrm_compare, use_principle: true)',
      command: nemoGymRuns('genrm_compare', 'genrm_simple_agent', 'use_principle: true in its configuration'),
    },
    { name: 'NeMo-RL GRPO with NeMo Gym (RLHF by a generative reward model)', command: nemoRlGym },
  ],
  form: principlePack,
  refuses: ({ prompt }) => toolTurn(prompt) ?? (prompt.at(-1)?.role === 'user' ? undefined : 'last-from-assistant'),
  columns: {
    ...gymColumns('genrm_simple_agent'),
    principle: packColumn(
      principlePack,
      'principle',
      z.string().min(1, 'is empty: the server takes its own principle'),
    ),
  },
  rules: {
    between: (row) =>
      row.refine(
        ({ responses_create_params: { input } }) => input.at(-1)?.role === 'user',
        "must end with the user's turn: the server's model compares answers to it",
      ),
  },
});
