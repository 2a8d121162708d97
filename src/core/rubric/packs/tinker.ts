import { isObject, objectsIn, type JsonObject } from '../../dataset/fields/recordFields';
import { countOthers, notYesNo, textAt, type PackFormat } from './packFormat';

const shape = 'Please output 1 if this is so and 0 if it is not, wrapped in <score> ... </score>';
const turnedRound = 'Please output 0 if this is so and 1 if it is not, wrapped in <score> ... </score>';
const pattern = '<score>(.*?)</score>';

/** So many items a rubric has at most: a grader is asked about each. */
const mostItems = 200;

/**
 * `{convo, rubric_items: [{rubric_str, extraction_regex, grader_output_format_instruction}]}`: a grader is asked about
 * each item by itself, and a response gets the mean of its scores. A criterion that counts more stands there more
 * often, so that the mean is the weighted one; a fault scores where it is not there. Items with an instruction of their
 * own are read by their text alone.
 */
export const tinkerPack: PackFormat = {
  name: 'tinker',
  title: 'Tinker cookbook: rubric items, each graded from 0 to 1, more often where they count more',
  origin: 'thinking-machines-lab/tinker-cookbook at 9dfcc3a, tinker_cookbook/recipes/rubric/data.py Rubric',
  syntax: 'lines',
  matches: ({ rubric_items: items }) =>
    Array.isArray(items) && items.length > 0 && items.every((each) => isObject(each) && 'rubric_str' in each),
  read: (records, _options, skipped) =>
    records.map(({ rubric_items: items }) => {
      const found = new Map<string, { readonly text: string; weight: number }>();
      for (const [at, entry] of objectsIn(items, 'rubric_items').entries()) {
        const { grader_output_format_instruction: asked } = entry;
        const isOwn = asked === shape || asked === turnedRound;
        countOthers(
          entry,
          ['rubric_str', ...(isOwn ? ['extraction_regex', 'grader_output_format_instruction'] : [])],
          skipped,
        );
        const text = textAt(entry, ['rubric_str'], `rubric_items[${at}]`);
        const by = asked === turnedRound ? -1 : 1;
        const criterion = found.get(`${by}${text}`) ?? { text, weight: 0 };
        criterion.weight += by;
        found.set(`${by}${text}`, criterion);
      }
      return { criteria: [...found.values()] };
    }),
  leavesOut: notYesNo,
  write({ criteria }) {
    const times = timesOf(criteria);
    return [
      {
        rubric_items: criteria.flatMap(({ text, weight }, at) =>
          Array.from({ length: times?.[at] ?? 1 }, (): JsonObject => ({
            rubric_str: text,
            extraction_regex: pattern,
            grader_output_format_instruction: weight < 0 ? turnedRound : shape,
          })),
        ),
      },
    ];
  },
};

/**
 * How often each criterion stands in a rubric for its weight, in the smallest numbers that keep the ratios of all;
 * undefined where these are too large, or nothing has a weight.
 */
export function timesOf(criteria: readonly { readonly weight: number }[]): readonly number[] | undefined {
  const weights = criteria.map(({ weight }) => Math.abs(weight));
  for (const scale of [1, 2, 3, 4, 5, 10, 20, 100]) {
    const whole = weights.map((weight) => Math.round(weight * scale));
    if (whole.some((times, at) => Math.abs(times - (weights[at] ?? 0) * scale) > 1e-9)) continue;
    const divisor = whole.reduce(greatestCommonDivisor, 0);
    const times = whole.map((each) => each / divisor);
    const sum = times.reduce((all, each) => all + each, 0);
    return divisor > 0 && sum <= mostItems ? times : undefined;
  }
  return undefined;
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));
