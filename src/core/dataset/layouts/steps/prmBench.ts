import { numberOf } from '../../records/recordReader';
import type { Content, Layout } from '../layout';
import { metadataOf, textsAt, meaningfulText } from '../texts/nestedValues';
import { responseOfSteps, type SourceStep } from '../labels/steps';

/**
 * `{idx, question, original_process: [text], modified_process: [text], error_steps: [1-based], reason,
 * classification}`: a right solution, and the same with errors planted into it. The steps of class "redundency" (so
 * spelt) are right, but no help. Where the errors are and why stays out of the annotator's sight.
 */
export const prmBench: Layout = {
  name: 'prm-bench',
  title: 'PRMBench: a correct solution and one with errors added on purpose, step by step',
  origin: 'ssmisya/PRMBench; modelscope/RM-Gallery, rm_gallery/gallery/data/load/local_prmbench.py',
  fields: {
    id: 'idx',
    question: 'question',
    originalQuestion: 'original_question',
    original: 'original_process',
    modified: 'modified_process',
    errors: 'error_steps',
    reason: 'reason',
    classification: 'classification',
  },
  matches: (record) => record.hasList('original', 'modified', 'errors'),
  read(record): Content {
    const type = meaningfulText(record.value('classification'));
    const wrong = {
      label: type?.startsWith('redundan') || type === 'redundency' ? ('unnecessary' as const) : ('incorrect' as const),
      ...(type !== undefined && { type }),
    };
    const errors = new Set(record.listAt('errors').map(numberOf));
    const steps = (name: string, at: (number: number) => Omit<SourceStep, 'text'>): SourceStep[] =>
      textsAt(record, name).map((text, i) => ({ text, ...at(i + 1) }));
    const original = responseOfSteps(
      'original',
      steps('original', () => ({ label: 'correct' })),
    );
    const modified = responseOfSteps(
      'modified',
      steps('modified', (number) => (errors.has(number) ? wrong : { label: 'correct' })),
    );
    const reason = meaningfulText(record.value('reason'));
    return {
      id: record.ownId(),
      ...record.promptAt(record.hasText('question') ? 'question' : 'originalQuestion'),
      responses: [original.response, modified.response],
      ...(reason !== undefined && { notes: reason }),
      labels: [{ judgement: { steps: [...original.steps, ...modified.steps] } }],
      ...metadataOf(record, { classification: type }),
    };
  },
};
