import { problem } from '../../../model/problems/problem';
import { booleanOf, numberOf } from '../../records/recordReader';
import type { Content, Layout } from '../layout';
import { LayoutError } from '../../fields/recordFields';
import { metadataOf, textsAt } from '../texts/nestedValues';
import { responseOfSteps } from '../labels/steps';

/**
 * `{prompt, completions: [step], labels: [bool]}`: one solution, its steps right or wrong. A label that is null was not
 * judged; one between 0 and 1 stays in the metadata with the others.
 */
export const stepwise: Layout = {
  name: 'stepwise',
  title: 'Steps, each labeled right or wrong, as in TRL and axolotl',
  origin:
    'huggingface/trl, trl/experimental/prm/prm_trainer.py tokenize_row; docs/source/dataset_formats.md (stepwise supervision)',
  ofSteps: true,
  fields: { id: 'id', prompt: 'prompt', completions: 'completions', labels: 'labels' },
  matches: (record) =>
    record.hasText('prompt') &&
    record.hasList('completions', 'labels') &&
    record.listAt('completions').every((step) => typeof step === 'string') &&
    record
      .listAt('labels')
      .every((label) => label === null || booleanOf(label) !== undefined || numberOf(label) !== undefined),
  read(record): Content {
    const [texts, labels] = [textsAt(record, 'completions'), record.listAt('labels')];
    if (texts.length !== labels.length)
      throw new LayoutError(
        problem('layouts.stepLabelsDiffer', {
          path: record.path('completions'),
          steps: texts.length,
          labelsPath: record.path('labels'),
          labels: labels.length,
        }),
      );
    const right = labels.map(booleanOf);
    const { response, steps } = responseOfSteps(
      'solution',
      texts.map((text, i) => ({ text, label: right[i] === undefined ? null : right[i] ? 'correct' : 'incorrect' })),
    );
    const isRead = labels.every((label, i) => label === null || right[i] !== undefined);
    return {
      id: record.ownId(),
      ...record.promptAt(),
      responses: [response],
      labels: [{ judgement: { steps } }],
      ...metadataOf(record, isRead ? {} : { labels }),
    };
  },
};
