import type { Judgement } from '../../../model/annotation/annotation';
import { numberOf, type RecordReader } from '../../records/recordReader';
import { comparisonOf, numberedLabel } from '../labels/numericJudgements';
import { contextAt, critiqueOf, responseAt } from '../judges/helpsteer3';
import type { Content, Label, Layout } from '../layout';
import { objectsIn, textOf } from '../../fields/recordFields';

const [first, second] = ['response1', 'response2'];

/**
 * `{domain, language, context: messages, response1, response2, overall_preference, individual_preference: [{score,
 * reasoning, feedback1?, feedback2?}]}`. A score runs from -3 (the first is much better) over 0 (a tie) to 3 (the
 * second is). The overall preference is one label, each annotator's own another; both stay in the metadata as well.
 */
export const helpsteer3Preference: Layout = {
  name: 'helpsteer3-preference',
  title: 'HelpSteer3-Preference: two responses, the overall preference and the preference of each annotator',
  origin:
    'nvidia/HelpSteer3, README.md (preference); NVIDIA-NeMo/RL, nemo_rl/data/datasets/preference_datasets/helpsteer3.py',
  fields: {
    id: 'id',
    context: 'context',
    language: 'language',
    response1: first,
    response2: second,
    overall: 'overall_preference',
    individual: 'individual_preference',
  },
  matches: (record) => record.hasList('context') && record.hasText('response1', 'response2') && record.has('overall'),
  read(record): Content {
    const content = {
      ...contextAt(record),
      responses: [responseAt(record, first), responseAt(record, second)],
      labels: [...overallAt(record), ...individualAt(record)],
    };
    record.keep('overall', 'individual');
    return { ...content, ...record.rest() };
  },
};

const judgementOf = (score: number): Judgement => ({ comparisons: [comparisonOf(first, second, score, 3)] });

function overallAt(record: RecordReader): Label[] {
  return (record.value('overall') ?? null) === null ? [] : [{ judgement: judgementOf(record.numberAt('overall')) }];
}

function individualAt(record: RecordReader): Label[] {
  return objectsIn(record.maybeList('individual'), record.path('individual')).flatMap((entry, person) => {
    const score = numberOf(entry.score);
    if (score === undefined) return [];
    const rationale = textOf(entry.reasoning);
    const critiques = [...critiqueOf(first, entry.feedback1), ...critiqueOf(second, entry.feedback2)];
    return [
      numberedLabel(person, {
        ...judgementOf(score),
        ...(rationale && { rationale }),
        ...(critiques.length > 0 && { critiques }),
      }),
    ];
  });
}
