import { z } from 'zod';
import { turnsOf } from '../../model/item';
import { labelFormat } from '../builders/labelFormat';
import { toolsColumn } from '../texts/messages';
import { sameColumns, swiftTools } from '../rules';
import { msSwiftWith } from '../commands/tuning';
import { strictLabel } from './ktoRules';
import { swiftFault, swiftMessages, swiftTurn } from './msSwiftTurns';

/** `{messages: [… assistant], label: boolean, tools?}` (ms-swift `swift/dataset/preprocessor/core.py:30-36`; docs/source_en/Customization/Custom-dataset.md, "KTO"). */
export const msSwiftKto = labelFormat({
  name: 'ms-swift-kto',
  title: 'Conversations whose last answer is good or not',
  shape: 'messages',
  files: ['jsonl', 'json'],
  trainers: [{ name: 'ms-swift (kto)', command: msSwiftWith('swift rlhf --rlhf_type kto') }],
  refuses: ({ item, response }) => swiftFault(item) ?? (turnsOf(response).every(({ role }) => role === 'assistant' || role === 'tool') && turnsOf(response).at(-1)?.role === 'assistant' ? undefined : 'not-one-message'),
  row: ({ item, response, good }, file) => ({ messages: [...item.prompt, ...turnsOf(response)].flatMap(swiftTurn), label: good, ...toolsColumn(item, file) }),
  rules: {
    row: z.strictObject({ messages: swiftMessages.refine((list) => ['assistant', 'tool_call'].includes(list.at(-1)?.role ?? ''), 'must end with the answer'), label: strictLabel('of a column of numbers or text ms-swift makes floats for a regression'), tools: swiftTools }),
    across: sameColumns,
  },
});
