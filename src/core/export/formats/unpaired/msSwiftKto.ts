import * as z from 'zod';
import { turnsOf } from '../../../model/item/item';
import { labelFormat } from '../../builders/labelFormat';
import { mediaColumns } from '../../media/itemMedia';
import { markersCounted, mediaColumnRules } from '../../media/rules';
import { toolsColumn } from '../../texts/messages';
import { sameColumns, swiftTools } from '../../formatRules';
import { msSwiftWith } from '../../commands/fineTuningTools';
import { strictLabel } from './ktoRules';
import {
  isAnswerForSwift,
  isCallForSwift,
  namesForSwift,
  swiftFault,
  swiftMedia,
  swiftMediaNames,
  swiftMessages,
  swiftTurn,
} from '../pairs/msSwiftTurns';

/**
 * `{messages: [… assistant], label: boolean, tools?}` (ms-swift `swift/dataset/preprocessor/core.py:30-36`;
 * docs/source_en/Customization/Custom-dataset.md, "KTO").
 */
export const msSwiftKto = labelFormat({
  name: 'ms-swift-kto',
  title: 'Conversations whose last answer is labeled good or bad',
  shape: 'messages',
  media: swiftMedia,
  names: swiftMediaNames,
  files: ['jsonl', 'json'],
  trainers: [{ name: 'ms-swift (kto)', command: msSwiftWith('swift rlhf --rlhf_type kto') }],
  refuses: ({ item, response }) =>
    swiftFault(item) ??
    (turnsOf(response).every(({ role }) => role === 'assistant' || role === 'tool') &&
    turnsOf(response).at(-1)?.role === 'assistant'
      ? undefined
      : 'not-one-message'),
  row: ({ item, response, good }, file) => ({
    messages: [...item.prompt, ...turnsOf(response)].flatMap(swiftTurn),
    label: good,
    ...toolsColumn(item, file),
    ...mediaColumns([...item.prompt, ...turnsOf(response)], file.media),
  }),
  rules: {
    roles: namesForSwift,
    row: z
      .strictObject({
        messages: swiftMessages.refine(
          (list) => isAnswerForSwift(list.at(-1)?.role) || isCallForSwift(list.at(-1)?.role),
          'must end with the answer',
        ),
        label: strictLabel('of a column of numbers or text ms-swift makes floats for a regression'),
        tools: swiftTools,
        ...mediaColumnRules,
      })
      .check(markersCounted(({ messages }) => messages.map(({ content }) => content))),
    across: sameColumns,
  },
});
