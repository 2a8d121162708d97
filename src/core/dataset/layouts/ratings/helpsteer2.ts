import { problem } from '../../../model/problems/problem';
import { LayoutError } from '../../fields/recordFields';
import { numberOf, type RecordReader } from '../../records/recordReader';
import { promptOfExtraIds } from '../texts/extraIdTurns';
import { numberedLabel, ratingOf } from '../labels/numericJudgements';
import type { Content, Label, Layout } from '../layout';

const attributes = ['helpfulness', 'correctness', 'coherence', 'complexity', 'verbosity'] as const;
const response = 'response';

/**
 * `{prompt, response, helpfulness, correctness, coherence, complexity, verbosity}`, each attribute 0 to 4: one response
 * a row (two rows running share a prompt), in HelpSteer and HelpSteer2. In the "disagreements" an attribute is a list,
 * one value an annotator.
 */
export const helpsteer2: Layout = {
  name: 'helpsteer2',
  title: 'HelpSteer2: one response with five ratings, overall or for each annotator',
  origin: 'nvidia/HelpSteer2, README.md; NVIDIA/NeMo-Aligner, examples/nlp/data/steerlm/preprocess_helpsteer2_data.py',
  fields: {
    id: 'id',
    prompt: 'prompt',
    response: 'response',
    ...Object.fromEntries(attributes.map((name) => [name, name])),
  },
  matches: (record) =>
    record.hasText('prompt', 'response') && attributes.every((name) => Object.hasOwn(record.record, record.path(name))),
  read: (record): Content => ({
    id: record.ownId(),
    ...promptOfExtraIds(record.textAt('prompt')),
    responses: [{ id: response, text: record.textAt('response') }],
    ...labelsAt(record),
    ...record.rest(),
  }),
};

function labelsAt(record: RecordReader): { labels?: readonly Label[] } {
  const values = attributes.map((name) => [name, valueAt(record, name)] as const).filter(([, value]) => value !== null);
  if (values.length === 0) return {};
  const people = Math.max(...values.map(([, value]) => (Array.isArray(value) ? value.length : 0)));
  if (people === 0)
    return { labels: [{ judgement: { ratings: values.map(([name, value]) => ratingOf(response, name, value)) } }] };
  const ratingsBy = (person: number): Label =>
    numberedLabel(person, {
      ratings: values.map(([name, value]) => ratingOf(response, name, Array.isArray(value) ? value[person] : null)),
    });
  return { labels: [...Array(people).keys()].map(ratingsBy) };
}

function valueAt(record: RecordReader, name: string): unknown {
  const value = record.value(name) ?? null;
  if (value === null || Array.isArray(value) || numberOf(value) !== undefined) return value;
  throw new LayoutError(
    problem('layouts.wrongValue', {
      path: record.path(name),
      value: JSON.stringify(value).slice(0, 40),
      wanted: 'numberOfEachAnnotator',
    }),
  );
}
