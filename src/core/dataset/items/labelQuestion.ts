import type { LabelQuestion } from '../../model/problems/datasetItems';
import { ordinals, type UnreadLabel } from '../layouts/labels/labelCodes';
import { numberOf } from '../records/recordReader';

type Value = UnreadLabel['value'];

/** More different numbers than these are no codes. */
const maxCodes = 10;

/**
 * Whether the values of a label are scores on a scale and no codes: numbers with a part behind the point that is no
 * half, or more of them than anybody has codes.
 */
export function areScores(values: readonly Value[]): boolean {
  const numbers = values.map((value) => (typeof value === 'boolean' ? undefined : numberOf(value)));
  return (
    numbers.every((value) => value !== undefined) &&
    (numbers.some((value) => !Number.isInteger(value * 2)) || new Set(numbers).size > maxCodes)
  );
}

/** A question that a yes or a no answers, before anybody looked for a row that it can be asked of. */
export type CodeQuestion = Pick<LabelQuestion, 'value' | 'asks' | 'yes' | 'no'>;

/**
 * The one question whose answer says what all codes of a label mean: whether one of them says what it seems to;
 * undefined where one answer would not tell.
 * @param values all that nobody can tell, each once
 */
export function questionOf(values: readonly Value[], meanings: UnreadLabel['meanings']): CodeQuestion | undefined {
  const codes = [...new Set(values.map((value) => String(value).trim()))].sort(inOrder);
  if (codes.length === 0 || codes.some((code) => /[,=]/.test(code))) return undefined;
  if (meanings.includes('good')) return ofOne(codes);
  return meanings.length === 3 ? ofTwo(codes) : ofSeveral(codes, meanings.length - 1);
}

/** Numbers by their size, then words in which the one that approves or comes first stands behind the other. */
const inOrder = (a: string, b: string): number =>
  Number(a) - Number(b) || approving(a) - approving(b) || (a < b ? -1 : a > b ? 1 : 0);

/** Words that say yes, or name what stands on the better side, among pairs of words. */
const approving = (word: string): number =>
  Number(/^(true|yes|y|up|thumbs?[ _-]?up|pass(ed)?|positive|pos|win|like|left)$/i.test(word));

/** Of which response a code speaks that has a place among numbers: 1 of 1 and 2, 0 of 0 and 1, 1 of 1 and -1. */
function ofTwo(codes: readonly string[]): CodeQuestion | undefined {
  const numbers = codes.map(Number);
  const [low = '', high = ''] = codes;
  const third = codes.length === 3 ? thirdOf(numbers) : undefined;
  if (codes.length > 3 || (codes.length === 3 && third === undefined)) return undefined;
  const [first = '', second] = codes.filter((_, at) => at !== third);
  if (second === undefined) return { value: first, asks: 'first', yes: `${first}=first`, no: `${first}=second` };
  const tie = third === undefined ? [] : [`${codes[third] ?? ''}=tie`];
  // Of -1 and 1, and of no and yes, the one that says yes is of the first.
  const isSigned = numbers.some((each) => each < 0) || (low !== high && codes.some((code) => approving(code) > 0));
  const [one, other] = isSigned ? [second, first] : [first, second];
  return {
    value: one,
    asks: 'first',
    yes: [`${one}=first`, `${other}=second`, ...tie].join(','),
    // Of 0, 1 and 2 the tie may be either end: a no does not tell.
    no: third === 0 ? null : [`${one}=second`, `${other}=first`, ...tie].join(','),
  };
}

/** Which of three numbers in a row is the tie: 0 beside 1 and 2 or between -1 and 1, 2 beside 0 and 1, 3 beside both. */
function thirdOf([a, b, c]: readonly number[]): number | undefined {
  if (a === -1 && b === 0 && c === 1) return 1;
  if (a === 0 && b === 1 && c === 2) return 0;
  return a === 1 && b === 2 && c === 3 ? 2 : undefined;
}

/** From where numbers count the responses of a list. */
function ofSeveral(codes: readonly string[], responses: number): CodeQuestion | undefined {
  const numbers = codes.map(Number);
  if (numbers.some((each) => !Number.isInteger(each) || each < 0 || each > responses)) return undefined;
  const [hasZero, hasLast] = [numbers.includes(0), numbers.includes(responses)];
  if (hasZero && hasLast) return undefined;
  const from = (start: number): string =>
    ordinals
      .slice(0, Math.min(responses, ordinals.length))
      .map((ordinal, at) => `${at + start}=${ordinal}`)
      .join(',');
  const [code = ''] = codes;
  const [likely, other] = hasZero ? [0, 1] : [1, 0];
  return {
    value: code,
    asks: ordinals[Number(code) - likely] ?? 'first',
    yes: from(likely),
    no: hasZero || hasLast ? null : from(other),
  };
}

/** Whether the higher of two codes, or the word that says yes, is good; of more numbers, whether they are ratings. */
function ofOne(codes: readonly string[]): CodeQuestion | undefined {
  const [low = '', high] = codes;
  if (codes.length > 2)
    return codes.every((code) => numberOf(code) !== undefined)
      ? { value: codes.at(-1) ?? '', asks: 'rating', yes: null, no: null }
      : undefined;
  if (high === undefined) return { value: low, asks: 'good', yes: `${low}=good`, no: `${low}=bad` };
  return { value: high, asks: 'good', yes: `${high}=good,${low}=bad`, no: `${high}=bad,${low}=good` };
}
