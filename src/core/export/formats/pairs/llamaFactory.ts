import * as z from 'zod';
import { systemPromptOf, turnsOf, type Message, type Response } from '../../../model/item/item';
import { pairFormat } from '../../builders/pairFormat';
import { llamaFactoryYaml } from '../../commands/fineTuningTools';
import type { DropReason } from '../../dropReasons';
import { sameColumns } from '../../formatRules';
import { markedText } from '../../media/mediaMarkers';
import { markersCounted } from '../../media/rules';
import { promptMedia } from '../../sharedColumns';
import { memoize } from '../../texts/memoize';
import { callsAsText, turnFault, withoutSystem } from '../../texts/turns';
import { datasetInfo, llamaFactoryMedia, llamaFactoryTools } from './llamaFactoryDatasetInfo';

const llamaTurn = z.strictObject({ from: z.string(), value: z.string('must be text') });
const asking = ['human', 'observation'];
const answering = ['gpt', 'function_call'];

/**
 * `{conversations: [{from, value}], chosen: {from, value}, rejected: {from, value}, system, tools?}` with an entry in
 * `dataset_info.json` (LLaMA-Factory `src/llamafactory/data/converter.py SharegptDatasetConverter`,
 * `processor/pairwise.py:77`): an odd count of turns, the person's and the tools' at even places, and one message for
 * each answer. Rows that differ are dropped by the trainer with a warning in its log.
 */
export const llamaFactory = pairFormat({
  name: 'llama-factory',
  title: 'ShareGPT pairs with dataset_info.json',
  files: ['jsonl', 'json'],
  trainers: [
    {
      name: 'LLaMA-Factory (rm, dpo, orpo, simpo)',
      command: llamaFactoryYaml(['stage: dpo   # or rm', 'pref_loss: sigmoid   # or orpo, simpo']),
    },
  ],
  media: llamaFactoryMedia,
  refuses: ({ item, chosen, rejected }) =>
    turnFault(item, 'tools') ?? callFault(item.prompt) ?? answerFault(chosen) ?? answerFault(rejected),
  columns: {
    conversations: {
      rule: z
        .array(llamaTurn, 'must be a list of {"from", "value"}')
        .refine(
          (turns) => turns.every(({ from }, i) => (i % 2 === 0 ? asking : answering).includes(from)),
          "LLaMA-Factory says 'Invalid role tag in …' and skips the row: human or observation must alternate with gpt or function_call, starting with human or observation",
        )
        .refine(
          (turns) => turns.length % 2 === 1,
          "LLaMA-Factory says 'Invalid message count in …' and skips the row: it needs an odd number of messages, ending with a user turn",
        ),
      value: ({ item }) => conversation(item.prompt),
    },
    chosen: { rule: anAnswer('chosen'), value: ({ chosen }) => answer(chosen) },
    rejected: { rule: anAnswer('rejected'), value: ({ rejected }) => answer(rejected) },
    system: {
      rule: z.string('must be text, empty where there is none').optional(),
      value: ({ item }) => systemPromptOf(item) ?? '',
    },
    ...llamaFactoryTools,
    ...promptMedia,
  },
  extras: (dataFiles, file) =>
    datasetInfo(dataFiles, file, {
      ranking: true,
      columns: {
        messages: 'conversations',
        chosen: 'chosen',
        rejected: 'rejected',
        system: 'system',
      },
      tags: {
        role_tag: 'from',
        content_tag: 'value',
        user_tag: 'human',
        assistant_tag: 'gpt',
        observation_tag: 'observation',
        function_tag: 'function_call',
        system_tag: 'system',
      },
    }),
  rules: {
    between: markersCounted(({ conversations, chosen }) => [...conversations, chosen].map(({ value }) => value)),
    silent: ({ chosen, rejected }) =>
      JSON.stringify(chosen) === JSON.stringify(rejected)
        ? 'chosen and rejected are the same: LLaMA-Factory trains on the row but learns nothing from it'
        : undefined,
    across: sameColumns,
  },
});

function anAnswer(name: string) {
  return z
    .strictObject(
      llamaTurn.shape,
      `must be one message {"from", "value"}: as text or a list LLaMA-Factory says 'Dropped invalid example' for "${name}"`,
    )
    .refine(({ from }) => answering.includes(from), "LLaMA-Factory says 'Invalid role tag in …': gpt or function_call");
}

/** Why LLaMA-Factory has no place for calls: one turn holds text, or calls. */
export const callFault = (turns: readonly Message[]): DropReason | undefined =>
  turns.some(({ toolCalls, content }) => toolCalls !== undefined && content.trim() !== '')
    ? 'text-beside-calls'
    : undefined;

function answerFault(response: Response): DropReason | undefined {
  const turns = turnsOf(response);
  return turns.length === 1 && turns[0]?.role === 'assistant' ? callFault(turns) : 'not-one-message';
}

function turn(message: Message): z.infer<typeof llamaTurn> {
  if (message.toolCalls) return { from: 'function_call', value: callsAsText(message) };
  return {
    from: message.role === 'assistant' ? 'gpt' : message.role === 'tool' ? 'observation' : 'human',
    value: markedText(message),
  };
}

const conversation = memoize((prompt: readonly Message[]) => withoutSystem(prompt).map(turn));

const answer = memoize((response: Response) => turn(turnsOf(response)[0] ?? { role: 'assistant', content: '' }));
