import { turnsOf } from '../../../model/item/item';
import { labelFormat } from '../../builders/labelFormat';
import { msSwiftWith } from '../../commands/fineTuningTools';
import { sameColumns } from '../../formatRules';
import { contentsOf, markersCounted } from '../../media/rules';
import { goodLabel, wholeTurns } from '../../sharedColumns';
import {
  isAnswerForSwift,
  isCallForSwift,
  namesForSwift,
  swiftFault,
  swiftMedia,
  swiftMediaColumns,
  swiftMediaNames,
  swiftMessages,
  swiftToolsColumn,
  swiftTurn,
} from '../pairs/msSwiftTurns';
import { strictLabel } from './ktoRules';

/**
 * `{messages: [… assistant], label: boolean, tools?}` (ms-swift `swift/dataset/preprocessor/core.py:30-36`;
 * docs/source_en/Customization/Custom-dataset.md, "KTO").
 */
export const msSwiftKto = labelFormat({
  name: 'ms-swift-kto',
  title: 'Conversations whose last answer is labeled good or bad',
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
  columns: {
    messages: {
      rule: swiftMessages.refine(
        (list) => isAnswerForSwift(list.at(-1)?.role) || isCallForSwift(list.at(-1)?.role),
        'must end with the answer',
      ),
      value: (row) => wholeTurns(row).flatMap(swiftTurn),
    },
    label: goodLabel(strictLabel('of a column of numbers or text ms-swift makes floats for a regression')),
    ...swiftToolsColumn,
    ...swiftMediaColumns,
  },
  rules: {
    roles: namesForSwift,
    between: markersCounted(({ messages }) => contentsOf(messages)),
    across: sameColumns,
  },
});
