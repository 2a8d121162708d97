import { isObject, objectsIn, type JsonObject } from '../../dataset/fields/recordFields';
import type { UnplacedCriterion } from '../../model/rubric/criterion';
import { countOthers, notYesNo, numberAt, textAt, type PackFormat } from './packFormat';

/**
 * `{rubric: [{name, text, weight, choices}]}`: the criteria of verifiers' rubric judge. Weights are never below 0, and
 * the answers stand from the worst to the best, so that a fault has "yes" first. Other answers than yes and no make it
 * no rubric of this form.
 */
export const verifiersPack: PackFormat = {
  name: 'verifiers',
  title: 'verifiers: criteria with name, weight and answers from the worst to the best',
  origin: 'PrimeIntellect-ai/verifiers, verifiers/v1/judges/rubric.py Criterion',
  syntax: 'lines',
  matches: ({ rubric }) =>
    Array.isArray(rubric) &&
    rubric.length > 0 &&
    rubric.every((each) => isObject(each) && 'text' in each && 'weight' in each && isYesNo(each.choices)),
  read: (records, _options, skipped) =>
    records.map(({ rubric }) => ({
      criteria: objectsIn(rubric, 'rubric').map((entry, at) => {
        countOthers(entry, ['name', 'text', 'weight', 'choices'], skipped);
        const path = `rubric[${at}]`;
        const [text, weight] = [textAt(entry, ['text'], path), numberAt(entry, 'weight', path)];
        const isFault = Array.isArray(entry.choices) && entry.choices[0] === 'yes';
        return {
          // A criterion without a title is called by its text.
          ...(typeof entry.name === 'string' && entry.name !== '' && entry.name !== text && { title: entry.name }),
          text,
          weight: isFault ? -weight : weight,
        };
      }),
    })),
  leavesOut: notYesNo,
  write: ({ criteria }) => [{ rubric: criteria.map((criterion) => entryOf(criterion, criteria)) }],
};

const isYesNo = (choices: unknown): boolean =>
  Array.isArray(choices) && choices.length === 2 && choices.includes('yes') && choices.includes('no');

/** A criterion by its title; by its text where another has the same title. */
function entryOf({ title, text, weight }: UnplacedCriterion, all: readonly UnplacedCriterion[]): JsonObject {
  const name = title ?? text;
  const isOwn = all.filter((each) => (each.title ?? each.text) === name).length === 1;
  return {
    name: isOwn ? name : text,
    text,
    weight: Math.abs(weight),
    choices: weight < 0 ? ['yes', 'no'] : ['no', 'yes'],
  };
}
