import * as z from 'zod';
import { turnsOf, type Message } from '../../../model/item/item';
import { labelFormat } from '../../builders/labelFormat';
import { llamaFactoryYaml } from '../../commands/fineTuningTools';
import { sameColumns } from '../../formatRules';
import { markedText } from '../../media/mediaMarkers';
import { contentsOf, markersCounted } from '../../media/rules';
import { goodLabel, promptMedia, wholeTurns } from '../../sharedColumns';
import { callsAsText, turnFault } from '../../texts/turns';
import { callFault } from '../pairs/llamaFactory';
import { datasetInfo, llamaFactoryMedia, llamaFactoryTools } from '../pairs/llamaFactoryDatasetInfo';
import { strictLabel } from './ktoRules';

/**
 * `{messages: [… assistant], label: boolean, tools?}` with tags in `dataset_info.json` (LLaMA-Factory
 * `src/llamafactory/data/converter.py` `kto_tag`, `processor/feedback.py`): a label that is no boolean drops the row,
 * and an empty response that is good becomes a bad one.
 */
export const llamaFactoryKto = labelFormat({
  name: 'llama-factory-kto',
  title: 'Conversations whose last answer is labeled good or bad, with dataset_info.json',
  media: llamaFactoryMedia,
  files: ['jsonl', 'json'],
  trainers: [{ name: 'LLaMA-Factory (kto)', command: llamaFactoryYaml(['stage: kto']) }],
  refuses({ item, response, good }) {
    const turns = turnsOf(response);
    const [answer] = turns;
    if (turns.length !== 1 || answer?.role !== 'assistant') return 'not-one-message';
    if (good && answer.content === '' && !answer.toolCalls) return 'empty-answer';
    return turnFault(item, 'tools') ?? callFault([...item.prompt, ...turns]);
  },
  columns: {
    messages: {
      rule: z
        .array(z.strictObject({ role: z.string(), content: z.string('must be text') }), 'must be a list of messages')
        .refine(
          (messages) => bare(messages).every(({ role }, i) => (i % 2 === 0 ? asking : answering).includes(role)),
          "LLaMA-Factory says 'Invalid role tag in …' and skips the row: user or observation must alternate with assistant or function_call, starting with user or observation",
        )
        .refine(
          (messages) => messages.length > 0 && bare(messages).length % 2 === 0,
          "LLaMA-Factory says 'Invalid message count in …' and skips the row: it needs an even number of messages, ending with the answer",
        ),
      value: (row) => wholeTurns(row).map(turn),
    },
    label: goodLabel(strictLabel('LLaMA-Factory drops a row whose label is 0, 1 or text')),
    ...llamaFactoryTools,
    ...promptMedia,
  },
  extras: (dataFiles, file) =>
    datasetInfo(dataFiles, file, {
      columns: { messages: 'messages', kto_tag: 'label' },
      tags: {
        role_tag: 'role',
        content_tag: 'content',
        user_tag: 'user',
        assistant_tag: 'assistant',
        observation_tag: 'observation',
        function_tag: 'function_call',
        system_tag: 'system',
      },
    }),
  rules: {
    roles: ['function_call', 'observation'],
    between: markersCounted(({ messages }) => contentsOf(messages)),
    silent: ({ messages, label }) =>
      label === true && (messages as { content: string }[]).at(-1)?.content === ''
        ? 'the answer is empty, so LLaMA-Factory treats it as bad'
        : undefined,
    across: sameColumns,
  },
});

const asking = ['user', 'observation'];
const answering = ['assistant', 'function_call'];
const bare = <T extends { readonly role: string }>(messages: readonly T[]): readonly T[] =>
  messages[0]?.role === 'system' ? messages.slice(1) : messages;

function turn(message: Message): { readonly role: string; readonly content: string } {
  if (message.toolCalls) return { role: 'function_call', content: callsAsText(message) };
  return { role: message.role === 'tool' ? 'observation' : message.role, content: markedText(message) };
}
