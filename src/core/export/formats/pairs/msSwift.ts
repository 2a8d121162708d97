import * as z from 'zod';
import { turnsOf, type Response } from '../../../model/item/item';
import { pairFormat } from '../../builders/pairFormat';
import { markedText } from '../../media/mediaMarkers';
import { markersCounted, mediaColumnRules } from '../../media/rules';
import { toolsColumn } from '../../texts/messages';
import { pairColumns, sameColumns, swiftTools } from '../../formatRules';
import { isOneText } from '../../texts/turns';
import { msSwiftWith } from '../../commands/fineTuningTools';
import {
  isAnswerForSwift,
  namesForSwift,
  pairMedia,
  rejectedMediaRules,
  swiftFault,
  swiftMedia,
  swiftMediaNames,
  swiftMessages,
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
  family: 'pairs',
  shape: 'messages',
  files: ['jsonl', 'json'],
  trainers: [{ name: 'ms-swift (dpo, orpo, simpo, cpo, rm)', command: msSwiftWith('swift rlhf --rlhf_type dpo') }],
  takesNot: ['weight', 'softLabel'],
  media: swiftMedia,
  names: swiftMediaNames,
  refuses: ({ item, chosen, rejected }) =>
    swiftFault(item) ??
    (!isOneText(chosen) || !isOneText(rejected)
      ? 'not-one-message'
      : answerText(chosen) === answerText(rejected)
        ? 'same-but-media'
        : undefined),
  row: ({ item, chosen, rejected }, file) => ({
    messages: [...item.prompt.flatMap(swiftTurn), { role: 'assistant', content: answerText(chosen) }],
    rejected_response: answerText(rejected),
    ...toolsColumn(item, file),
    ...pairMedia(item, chosen, rejected, file),
  }),
  rules: {
    roles: namesForSwift,
    row: z
      .strictObject({
        messages: swiftMessages.refine(
          (list) => isAnswerForSwift(list.at(-1)?.role),
          'must end with the chosen answer',
        ),
        rejected_response: z.string(
          'must be text: ms-swift says "ValueError: rejected_response: None", and the row is deleted',
        ),
        tools: swiftTools,
        margin: pairColumns.margin,
        ...mediaColumnRules,
        ...rejectedMediaRules,
      })
      .check(markersCounted(({ messages }) => messages.map(({ content }) => content)))
      .refine(
        ({ messages, rejected_response: rejected }) => messages.at(-1)?.content !== rejected,
        'rejected_response is the chosen answer: ms-swift says "ValueError: rejected_response: …", and the row is deleted',
      ),
    across: sameColumns,
  },
});

const answerText = (response: Response): string => turnsOf(response).map(markedText).join('');
