import { booleanOf } from '../../records/recordReader';
import { areYesAndNo } from '../labels/labelCodes';
import { toolsAt, withMedia } from '../texts/toolsAndMedia';
import type { Content, Layout } from '../layout';
import { answerAt, isAnswer, responseOf } from '../texts/preferencePair';
import { withEarlier } from '../texts/promptByFieldName';
import { unpairedContent } from '../texts/unpairedContent';

/** `{prompt, completion, label: boolean}`, as text or messages: one completion, good or not. */
export const kto: Layout = {
  name: 'kto',
  title: 'A completion labeled good or bad, as in TRL (KTO)',
  origin: 'huggingface/trl, docs/source/dataset_formats.md (unpaired preference)',
  fields: { id: 'id', prompt: 'prompt', completion: 'completion', label: 'label', tools: 'tools' },
  hasCodes: true,
  matches: (record) =>
    record.has('prompt') && isAnswer(record.value('completion')) && booleanOf(record.value('label')) !== undefined,
  bornOut: (records) => areYesAndNo(records.map((record) => record.value('label'))),
  read(record): Content {
    const { prompt, ...text } = withEarlier(record, record.promptAt());
    return unpairedContent(
      record,
      {
        id: record.ownId(),
        prompt: withMedia(record, prompt),
        ...text,
        ...toolsAt(record),
        responses: [responseOf('completion', answerAt(record, 'completion'))],
      },
      'label',
    );
  },
};
