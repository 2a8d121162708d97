import type { Critique, Judgement } from '../../../model/annotation/annotation';
import type { Response } from '../../../model/item/item';
import { objectsIn, textOf, wrongCode } from '../../fields/recordFields';
import { numberOf, type RecordReader } from '../../records/recordReader';
import { comparisonOf, numberedLabel, ratingOf } from '../labels/numericJudgements';
import type { Content, Label } from '../layout';
import { promptOfExtraIds } from '../texts/extraIdTurns';
import { labelled, layoutOf, textsIn, type Apart } from './layoutRow';

/** NVIDIA's HelpSteer2 and the five parts of HelpSteer3: `{domain, language, context: messages, …}` with their responses. */

const attributeFields = {
  helpfulness: 'helpfulness',
  correctness: 'correctness',
  coherence: 'coherence',
  complexity: 'complexity',
  verbosity: 'verbosity',
} as const;
const attributes = Object.values(attributeFields);

/**
 * `{prompt, response, helpfulness, correctness, coherence, complexity, verbosity}`, each attribute 0 to 4: one response
 * a row (two rows running share a prompt), in HelpSteer and HelpSteer2. In the "disagreements" an attribute is a list,
 * one value an annotator.
 */
export const helpsteer2 = layoutOf({
  name: 'helpsteer2',
  title: 'HelpSteer2: one response with five ratings, overall or for each annotator',
  origin: 'nvidia/HelpSteer2, README.md; NVIDIA/NeMo-Aligner, examples/nlp/data/steerlm/preprocess_helpsteer2_data.py',
  fields: {
    id: 'id',
    prompt: 'prompt',
    response: 'response',
    ...attributeFields,
  },
  needs: { texts: ['prompt', 'response'], keys: attributes },
  prompt: (record) => promptOfExtraIds(record.textAt('prompt')),
  responses: textsIn({ response: 'response' }),
  more: [ratedBy],
});

function ratedBy(record: RecordReader): Pick<Content, 'labels'> {
  const values = attributes.map((name) => [name, valueAt(record, name)] as const).filter(([, value]) => value !== null);
  if (values.length === 0) return {};
  const people = Math.max(...values.map(([, value]) => (Array.isArray(value) ? value.length : 0)));
  const ratings = (of: (value: unknown) => unknown): Judgement => ({
    ratings: values.map(([name, value]) => ratingOf('response', name, of(value))),
  });
  if (people === 0) return labelled(ratings((value) => value));
  const ratingsBy = (person: number): Label =>
    numberedLabel(
      person,
      ratings((value) => (Array.isArray(value) ? value[person] : null)),
    );
  return { labels: [...Array(people).keys()].map(ratingsBy) };
}

function valueAt(record: RecordReader, name: string): unknown {
  const value = record.value(name) ?? null;
  if (value === null || Array.isArray(value) || numberOf(value) !== undefined) return value;
  throw wrongCode(record.path(name), value, 'numberOfEachAnnotator');
}

/**
 * `{split, prompt, response_1, response_2, preference_strength, preference_statement, preference_elaboration,
 * three_most_similar_preferences: [{statement, elaboration, strength}], all_preferences_unprocessed: [{strength,
 * justification}]}`. A strength runs from -3 (the first is much better) over 0 (a tie) to 3 (the second is); annotators
 * could also say that neither is valid, which is -100. The overall preference is one label, each annotator's own
 * another; all of it stays in the metadata as well.
 */
export const helpsteer2Preference = layoutOf({
  name: 'helpsteer2-preference',
  title: 'HelpSteer2-Preference: two responses, strengths and reasons',
  origin: 'nvidia/HelpSteer2, README.md (preference)',
  fields: {
    id: 'id',
    prompt: 'prompt',
    response1: 'response_1',
    response2: 'response_2',
    strength: 'preference_strength',
    statement: 'preference_statement',
    elaboration: 'preference_elaboration',
    individual: 'all_preferences_unprocessed',
  },
  needs: {
    texts: ['prompt', 'response1', 'response2'],
    values: ['strength'],
    also: (record) =>
      ['statement', 'elaboration', 'individual'].some((name) => Object.hasOwn(record.record, record.path(name))),
  },
  prompt: (record) => promptOfExtraIds(record.textAt('prompt')),
  responses: textsIn({ response_1: 'response1', response_2: 'response2' }),
  more: [
    (record) => {
      const labels = [...overall2At(record), ...individual2At(record)];
      record.keep('strength', 'individual');
      return { labels };
    },
  ],
});

function overall2At(record: RecordReader): Label[] {
  const rationale = [record.maybeText('statement'), record.maybeText('elaboration')]
    .filter((text) => text)
    .join('\n\n');
  return (record.value('strength') ?? null) === null
    ? []
    : [{ judgement: strengthOf(record.numberAt('strength'), rationale) }];
}

function individual2At(record: RecordReader): Label[] {
  return objectsIn(record.maybeList('individual'), record.path('individual')).flatMap((entry, person) => {
    const strength = numberOf(entry.strength);
    return strength === undefined
      ? []
      : [numberedLabel(person, strengthOf(strength, textOf(entry.justification) ?? ''))];
  });
}

function strengthOf(strength: number, rationale: string): Judgement {
  const comparison =
    strength === -100
      ? ({ a: 'response_1', b: 'response_2', outcome: 'both-bad' } as const)
      : comparisonOf('response_1', 'response_2', strength, 3);
  return { comparisons: [comparison], ...(rationale !== '' && { rationale }) };
}

const shared = { id: 'id', context: 'context', language: 'language' };

/** Conversation and language. In the domain "code" the language is that of the program, and so metadata. */
const context: Apart['prompt'] = (record) => {
  const language = record.record.domain === 'code' ? undefined : record.maybeText('language');
  return { prompt: record.messagesAt('context'), ...(language !== undefined && { language }) };
};

/** The responses in fields; the field's name is its id. */
const responsesAt =
  (...names: readonly string[]): Apart['responses'] =>
  (record) => ({ responses: names.map((name): Response => ({ id: name, text: record.textAt(name) })) });

/** What each annotator wrote: `fields` names the list of feedback on each response, by the response's id. */
function feedbackAt(record: RecordReader, fields: Readonly<Record<string, string>>): Label[] {
  const lists = Object.entries(fields).map(([response, field]) => ({ response, texts: record.maybeList(field) }));
  const people = Math.max(0, ...lists.map(({ texts }) => texts.length));
  return [...Array(people).keys()].flatMap((person) => {
    const critiques = lists.flatMap(({ response, texts }) => critiqueOf(response, texts[person]));
    return critiques.length > 0 ? [numberedLabel(person, { critiques })] : [];
  });
}

/** A critique in its text; none where there is none. */
const critiqueOf = (response: string, text: unknown): Critique[] =>
  typeof text === 'string' && text !== '' ? [{ response, text }] : [];

/**
 * `{domain, language, context: messages, response1, response2, overall_preference, individual_preference: [{score,
 * reasoning, feedback1?, feedback2?}]}`. A score runs from -3 (the first is much better) over 0 (a tie) to 3 (the
 * second is). The overall preference is one label, each annotator's own another; both stay in the metadata as well.
 */
export const helpsteer3Preference = layoutOf({
  name: 'helpsteer3-preference',
  title: 'HelpSteer3-Preference: two responses, the overall preference and the preference of each annotator',
  origin:
    'nvidia/HelpSteer3, README.md (preference); NVIDIA-NeMo/RL, nemo_rl/data/datasets/preference_datasets/helpsteer3.py',
  fields: {
    ...shared,
    response1: 'response1',
    response2: 'response2',
    overall: 'overall_preference',
    individual: 'individual_preference',
  },
  needs: { lists: ['context'], texts: ['response1', 'response2'], values: ['overall'] },
  prompt: context,
  responses: responsesAt('response1', 'response2'),
  more: [
    (record) => {
      const labels = [...overallAt(record), ...individualAt(record)];
      record.keep('overall', 'individual');
      return { labels };
    },
  ],
});

const preference = (score: number): Judgement => ({
  comparisons: [comparisonOf('response1', 'response2', score, 3)],
});

function overallAt(record: RecordReader): Label[] {
  return (record.value('overall') ?? null) === null ? [] : [{ judgement: preference(record.numberAt('overall')) }];
}

function individualAt(record: RecordReader): Label[] {
  return objectsIn(record.maybeList('individual'), record.path('individual')).flatMap((entry, person) => {
    const score = numberOf(entry.score);
    if (score === undefined) return [];
    const rationale = textOf(entry.reasoning);
    const critiques = [...critiqueOf('response1', entry.feedback1), ...critiqueOf('response2', entry.feedback2)];
    return [
      numberedLabel(person, {
        ...preference(score),
        ...(rationale && { rationale }),
        ...(critiques.length > 0 && { critiques }),
      }),
    ];
  });
}

/**
 * `{domain, language, context: messages, response1, response2, feedback1: [text], feedback2: [text]}`: what three
 * annotators wrote on each response.
 */
export const helpsteer3Feedback = layoutOf({
  name: 'helpsteer3-feedback',
  title: 'HelpSteer3-Feedback: two responses with written feedback on each',
  origin: 'nvidia/HelpSteer3, README.md (feedback)',
  fields: {
    ...shared,
    response1: 'response1',
    response2: 'response2',
    feedback1: 'feedback1',
    feedback2: 'feedback2',
  },
  needs: { lists: ['context', 'feedback1', 'feedback2'], texts: ['response1', 'response2'] },
  prompt: context,
  responses: responsesAt('response1', 'response2'),
  more: [(record) => ({ labels: feedbackAt(record, { response1: 'feedback1', response2: 'feedback2' }) })],
});

const [original, good, bad] = ['original_response', 'good_edited_response', 'bad_edited_response'] as const;

/**
 * `{domain, language, context: messages, original_response, good_edited_response, bad_edited_response, feedback:
 * [text]}`. Good and bad say only which edit follows the feedback, so the comparison is for that criterion; the
 * original is not part of it.
 */
export const helpsteer3EditQuality = layoutOf({
  name: 'helpsteer3-edit-quality',
  title: 'HelpSteer3-Edit-Quality: two edits of a response, and which one follows the feedback',
  origin: 'nvidia/HelpSteer3, README.md (edit_quality)',
  fields: { ...shared, [original]: original, [good]: good, [bad]: bad, feedback: 'feedback' },
  needs: { lists: ['context'], texts: [original, good, bad] },
  prompt: context,
  responses: responsesAt(original, good, bad),
  more: [
    (record) => ({
      labels: [
        {
          shown: [good, bad],
          judgement: { comparisons: [{ a: good, b: bad, outcome: 'a', criterion: 'follows the feedback' }] },
        },
        ...feedbackAt(record, { [original]: 'feedback' }),
      ],
    }),
  ],
});

/**
 * `{domain, language, context: messages, original_response, edited_response, change_summary, feedback: [text]}`. The
 * edit is a refinement of the one response, with the summary of the changes as its rationale; that it is better is not
 * said, so it is no comparison.
 */
export const helpsteer3Edit = layoutOf({
  name: 'helpsteer3-edit',
  title: 'HelpSteer3-Edit: a response, feedback on it, and the edited response',
  origin: 'nvidia/HelpSteer3, README.md (edit)',
  fields: {
    ...shared,
    [original]: original,
    edited: 'edited_response',
    summary: 'change_summary',
    feedback: 'feedback',
  },
  needs: { lists: ['context'], texts: [original, 'edited'] },
  prompt: context,
  responses: responsesAt(original),
  more: [
    (record) => {
      const rationale = record.maybeText('summary');
      const refinements = [{ response: original, text: record.textAt('edited') }];
      return {
        labels: [
          { judgement: { refinements, ...(rationale && { rationale }) } },
          ...feedbackAt(record, { [original]: 'feedback' }),
        ],
      };
    },
  ],
});

/**
 * `{domain, language, context: messages, response, principle, fulfilment: "Yes" | "No"}`: whether one response fulfils
 * a principle.
 */
export const helpsteer3Principle = layoutOf({
  name: 'helpsteer3-principle',
  title: 'HelpSteer3-Principle: whether a response fulfills a principle',
  origin: 'nvidia/HelpSteer3, README.md (principle)',
  fields: { ...shared, response: 'response', principle: 'principle', fulfilment: 'fulfilment' },
  needs: { lists: ['context'], texts: ['response', 'principle', 'fulfilment'] },
  prompt: context,
  responses: responsesAt('response'),
  more: [
    (record) => ({ criteria: [{ id: 'principle', text: record.textAt('principle') }] }),
    (record) => {
      const said = record.maybeText('fulfilment');
      const value = said === 'Yes' || said === 'No' ? said === 'Yes' : said;
      return value === undefined || value === ''
        ? { labels: [] }
        : labelled({ verdicts: [{ response: 'response', criterion: 'principle', value }] });
    },
  ],
});
