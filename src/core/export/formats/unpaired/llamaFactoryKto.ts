import * as z from 'zod';
import { turnsOf, type Message } from '../../../model/item/item';
import type { Fields } from '../../fields';
import { columnNames, mediaColumns } from '../../media/itemMedia';
import { markedText } from '../../media/mediaMarkers';
import { markersCounted, mediaColumnRules } from '../../media/rules';
import { labelFormat } from '../../builders/labelFormat';
import { sameColumns, toolsText } from '../../formatRules';
import { callsAsText, turnFault } from '../../texts/turns';
import { llamaFactoryYaml } from '../../commands/fineTuningTools';
import { callFault } from '../pairs/llamaFactory';
import { datasetInfo, llamaFactoryMedia } from '../pairs/llamaFactoryDatasetInfo';
import { strictLabel } from './ktoRules';

/**
 * `{messages: [… assistant], label: boolean, tools?}` with tags in `dataset_info.json` (LLaMA-Factory
 * `src/llamafactory/data/converter.py` `kto_tag`, `processor/feedback.py`): a label that is no boolean drops the row,
 * and an empty response that is good becomes a bad one.
 */
export const llamaFactoryKto = labelFormat({
  name: 'llama-factory-kto',
  title: 'Conversations whose last answer is labeled good or bad, with dataset_info.json',
  shape: 'messages',
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
  row: ({ item, response, good }, file) => ({
    messages: [...item.prompt, ...turnsOf(response)].map(turn),
    label: good,
    ...(file.tools && { tools: item.tools ? JSON.stringify(item.tools) : '' }),
    ...mediaColumns(item.prompt, file.media),
  }),
  extras: (dataFiles, file) =>
    datasetInfo(dataFiles, {
      columns: {
        messages: 'messages',
        kto_tag: 'label',
        ...(file.tools && { tools: 'tools' }),
        ...columnNames(file.media),
      },
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
    row: z
      .strictObject({
        messages: z
          .array(z.strictObject({ role: z.string(), content: z.string('must be text') }), 'must be a list of messages')
          .refine(
            (messages) => bare(messages).every(({ role }, i) => (i % 2 === 0 ? asking : answering).includes(role)),
            "LLaMA-Factory says 'Invalid role tag in …' and skips the row: user or observation must alternate with assistant or function_call, starting with user or observation",
          )
          .refine(
            (messages) => messages.length > 0 && bare(messages).length % 2 === 0,
            "LLaMA-Factory says 'Invalid message count in …' and skips the row: it needs an even number of messages, ending with the answer",
          ),
        label: strictLabel('LLaMA-Factory drops a row whose label is 0, 1 or text'),
        tools: toolsText,
        ...mediaColumnRules,
      })
      .check(markersCounted(({ messages }) => messages.map(({ content }) => content))),
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

function turn(message: Message): Fields {
  if (message.toolCalls) return { role: 'function_call', content: callsAsText(message) };
  return { role: message.role === 'tool' ? 'observation' : message.role, content: markedText(message) };
}
