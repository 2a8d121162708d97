import type { Judgement } from '../../../model/annotation/annotation';
import { numberOf, type RecordReader } from '../../records/recordReader';
import { promptOfExtraIds } from '../texts/extraIdTurns';
import { comparisonOf, numberedLabel } from '../labels/numericJudgements';
import type { Content, Label, Layout } from '../layout';
import { objectsIn, textOf } from '../../fields/recordFields';

const [first, second] = ['response_1', 'response_2'];

/**
 * `{split, prompt, response_1, response_2, preference_strength, preference_statement, preference_elaboration,
 * three_most_similar_preferences: [{statement, elaboration, strength}], all_preferences_unprocessed: [{strength,
 * justification}]}`. A strength runs from -3 (the first is much better) over 0 (a tie) to 3 (the second is); annotators
 * could also say that neither is valid, which is -100. The overall preference is one label, each annotator's own
 * another; all of it stays in the metadata as well.
 */
export const helpsteer2Preference: Layout = {
  name: 'helpsteer2-preference',
  title: 'HelpSteer2-Preference: two responses, strengths and reasons',
  origin: 'nvidia/HelpSteer2, README.md (preference)',
  fields: {
    id: 'id',
    prompt: 'prompt',
    response1: first,
    response2: second,
    strength: 'preference_strength',
    statement: 'preference_statement',
    elaboration: 'preference_elaboration',
    individual: 'all_preferences_unprocessed',
  },
  matches: (record) =>
    record.hasText('prompt', 'response1', 'response2') &&
    record.has('strength') &&
    ['statement', 'elaboration', 'individual'].some((name) => Object.hasOwn(record.record, record.path(name))),
  read(record): Content {
    const content = {
      id: record.ownId(),
      ...promptOfExtraIds(record.textAt('prompt')),
      responses: [
        { id: first, text: record.textAt('response1') },
        { id: second, text: record.textAt('response2') },
      ],
      labels: [...overallAt(record), ...individualAt(record)],
    };
    record.keep('strength', 'individual');
    return { ...content, ...record.rest() };
  },
};

function overallAt(record: RecordReader): Label[] {
  const rationale = [record.maybeText('statement'), record.maybeText('elaboration')]
    .filter((text) => text)
    .join('\n\n');
  return (record.value('strength') ?? null) === null
    ? []
    : [{ judgement: judgementOf(record.numberAt('strength'), rationale) }];
}

function individualAt(record: RecordReader): Label[] {
  return objectsIn(record.maybeList('individual'), record.path('individual')).flatMap((entry, person) => {
    const strength = numberOf(entry.strength);
    return strength === undefined
      ? []
      : [numberedLabel(person, judgementOf(strength, textOf(entry.justification) ?? ''))];
  });
}

function judgementOf(strength: number, rationale: string): Judgement {
  const comparison =
    strength === -100
      ? ({ a: first, b: second, outcome: 'both-bad' } as const)
      : comparisonOf(first, second, strength, 3);
  return { comparisons: [comparison], ...(rationale !== '' && { rationale }) };
}
