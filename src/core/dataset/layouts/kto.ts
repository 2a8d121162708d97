import { booleanOf } from '../recordReader';
import type { Content, Layout } from './layout';
import { answerAt, isAnswer, responseOf } from './preferencePair';
import { judgedAlone } from './unpaired';

/** `{prompt, completion, label: boolean}`, as text or messages: one completion, good or not. */
export const kto: Layout = {
  name: 'kto',
  title: 'A completion and whether it is good, as in TRL (KTO)',
  origin: 'huggingface/trl, docs/source/dataset_formats.md (unpaired preference)',
  fields: { id: 'id', prompt: 'prompt', completion: 'completion', label: 'label' },
  matches: (record) => record.has('prompt') && isAnswer(record.value('completion')) && booleanOf(record.value('label')) !== undefined,
  read: (record): Content => judgedAlone(record, { ...record.ownId(), ...record.promptAt(), responses: [responseOf('completion', answerAt(record, 'completion'))] }, 'label'),
};
