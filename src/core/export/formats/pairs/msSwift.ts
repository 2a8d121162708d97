import * as z from 'zod';
import { turnsOf, type Response } from '../../../model/item/item';
import { pairFormat } from '../../builders/pairFormat';
import { msSwiftWith } from '../../commands/fineTuningTools';
import { sameColumns } from '../../formatRules';
import { markedText } from '../../media/mediaMarkers';
import { contentsOf, markersCounted } from '../../media/rules';
import { marginColumn } from '../../sharedColumns';
import { isOneText } from '../../texts/turns';
import {
  isAnswerForSwift,
  namesForSwift,
  pairMedia,
  swiftFault,
  swiftMedia,
  swiftMediaNames,
  swiftMessages,
  swiftToolsColumn,
  swiftTurn,
} from './msSwiftTurns';

/**
 * `{messages: [… assistant], rejected_response: text, tools?, margin?}` (ms-swift
 * `swift/dataset/preprocessor/core.py:30-36`, `:194`; the margin in `swift/template/base.py:1791`): the messages end
 * with the chosen answer. Rows with an error are deleted, with a line in the log.
 */
export const msSwift = pairFormat({
  name: 'ms-swift',
  title: 'Conversations with the chosen answer, and the rejected answer in its own column',
  files: ['jsonl', 'json'],
  trainers: [{ name: 'ms-swift (dpo, orpo, simpo, cpo, rm)', command: msSwiftWith('swift rlhf --rlhf_type dpo') }],
  media: swiftMedia,
  names: swiftMediaNames,
  refuses: ({ item, chosen, rejected }) =>
    swiftFault(item) ??
    (!isOneText(chosen) || !isOneText(rejected)
      ? 'not-one-message'
      : answerText(chosen) === answerText(rejected)
        ? 'same-but-media'
        : undefined),
  columns: {
    messages: {
      rule: swiftMessages.refine((list) => isAnswerForSwift(list.at(-1)?.role), 'must end with the chosen answer'),
      value: ({ item, chosen }) => [
        ...item.prompt.flatMap(swiftTurn),
        { role: 'assistant' as const, content: answerText(chosen) },
      ],
    },
    rejected_response: {
      rule: z.string('must be text: ms-swift says "ValueError: rejected_response: None", and the row is deleted'),
      value: ({ rejected }) => answerText(rejected),
    },
    ...swiftToolsColumn,
    ...pairMedia(false),
    ...marginColumn,
  },
  rules: {
    roles: namesForSwift,
    between: (row) =>
      markersCounted(({ messages }: z.output<typeof row>) => contentsOf(messages))(
        row.refine(
          ({ messages, rejected_response: rejected }) => messages.at(-1)?.content !== rejected,
          'rejected_response is the chosen answer: ms-swift says "ValueError: rejected_response: …", and the row is deleted',
        ),
      ),
    across: sameColumns,
  },
});

const answerText = (response: Response): string => turnsOf(response).map(markedText).join('');
