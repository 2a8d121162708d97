import type { Content, Layout } from '../layout';
import { alignerAnswer, alignerPrompt } from '../pairs/nemoAligner';
import { unpairedContent } from '../texts/unpairedContent';

/** `{prompt, response, preference: "chosen" | "rejected"}`: one response, good or not. */
export const nemoAlignerKto: Layout = {
  name: 'nemo-aligner-kto',
  title: 'A response that was chosen or rejected, as in NeMo-Aligner (KTO)',
  origin:
    'NVIDIA/NeMo-Aligner, nemo_aligner/data/nlp/datasets.py KTOModelDataset (preference 1 for "chosen", 0 for anything else)',
  fields: { id: 'id', prompt: 'prompt', response: 'response', preference: 'preference' },
  matches: (record) =>
    record.has('prompt', 'response') && ['chosen', 'rejected'].includes(record.maybeText('preference') ?? ''),
  read(record): Content {
    const preference = record.value('preference');
    const good = preference === 'chosen' ? true : preference === 'rejected' ? false : undefined;
    return unpairedContent(
      record,
      { id: record.ownId(), ...alignerPrompt(record), responses: [alignerAnswer(record, 'response')] },
      'preference',
      good,
    );
  },
};
