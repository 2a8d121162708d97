import { isObject, objectsIn, type JsonObject } from '../../dataset/fields/recordFields';
import type { UnplacedCriterion } from '../../model/rubric/criterion';
import { countOthers, notYesNo, numberAt, textAt, type PackFormat } from './packFormat';

/** Before a criterion that is a sentence, so that a judge can answer it by yes or no. */
const asQuestion = 'Is this true of the response? ';

/**
 * `{rubric: [{question, pass_criteria, weight}]}`: the questions of NeMo Gym's server "multichallenge", each with the
 * answer that passes; a fault is passed by NO. Without a weight a question has 1, as there. Titles have no place.
 */
export const nemoGymPack: PackFormat = {
  name: 'nemo-gym',
  title: 'NeMo Gym: criteria as questions with the answer that passes',
  origin: 'NVIDIA-NeMo/Gym, resources_servers/multichallenge/app.py',
  syntax: 'lines',
  matches: ({ rubric }) =>
    Array.isArray(rubric) && rubric.some((each) => isObject(each) && 'question' in each && 'pass_criteria' in each),
  read: (records, _options, skipped) =>
    records.map(({ rubric }) => ({
      criteria: objectsIn(rubric, 'rubric').map((entry, at) => {
        countOthers(entry, ['question', 'pass_criteria', 'weight'], skipped);
        const path = `rubric[${at}]`;
        const weight = entry.weight === undefined ? 1 : numberAt(entry, 'weight', path);
        const question = textAt(entry, ['question'], path);
        return {
          text: question.startsWith(asQuestion) ? question.slice(asQuestion.length) : question,
          weight: entry.pass_criteria === 'NO' ? -weight : weight,
        };
      }),
    })),
  leavesOut: notYesNo,
  write: ({ criteria }) => [{ rubric: criteria.map(questionOf) }],
};

const questionOf = ({ text, weight }: UnplacedCriterion): JsonObject => ({
  question: text.trim().endsWith('?') ? text : `${asQuestion}${text}`,
  pass_criteria: weight < 0 ? 'NO' : 'YES',
  weight: Math.abs(weight),
});

const headings = {
  good: 'The better response meets more of these criteria:',
  fault: 'The better response has fewer of these faults:',
} as const;

/** A criterion of a principle: all lines up to its weight. */
const item = /^- ([^]*?) \(weight (\d[\d.e+-]*)\)(?=\n- |\n?$)/gm;

/**
 * `{principle}`: a rubric in words, what is good and what is bad, as NeMo Gym's server "genrm_compare" is given it. A
 * title stands before its text, "Title: text", and is read as part of the text.
 */
export const principlePack: PackFormat = {
  name: 'nemo-gym-genrm',
  title: 'NeMo Gym: a rubric in words, as the principle of a generative reward model',
  origin: 'NVIDIA-NeMo/Gym, resources_servers/genrm_compare/app.py',
  syntax: 'lines',
  matches: ({ principle }) =>
    typeof principle === 'string' && Object.values(headings).some((heading) => principle.startsWith(`${heading}\n- `)),
  read: (records) =>
    records.map((record) => {
      const principle = textAt(record, ['principle'], 'principle');
      const [good = '', faults = ''] = principle.startsWith(headings.fault)
        ? ['', principle]
        : principle.split(`\n${headings.fault}\n`);
      return { criteria: [...itemsIn(good, 1), ...itemsIn(faults, -1)] };
    }),
  leavesOut: notYesNo,
  write: ({ criteria }) => [{ principle: principleOf(criteria) }],
};

const itemsIn = (part: string, sign: 1 | -1): UnplacedCriterion[] =>
  [...part.matchAll(item)].map(([, text = '', weight]) => ({ text, weight: sign * Number(weight) }));

function principleOf(criteria: readonly UnplacedCriterion[]): string {
  const part = (heading: string, some: readonly UnplacedCriterion[]): string[] =>
    some.length === 0
      ? []
      : [
          heading,
          ...some.map(
            ({ title, text, weight }) =>
              `- ${title === undefined ? '' : `${title}: `}${text} (weight ${Math.abs(weight)})`,
          ),
        ];
  return [
    ...part(
      headings.good,
      criteria.filter(({ weight }) => weight >= 0),
    ),
    ...part(
      headings.fault,
      criteria.filter(({ weight }) => weight < 0),
    ),
  ].join('\n');
}
