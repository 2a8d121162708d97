import type { Comparison } from '../../../model/annotation/annotation';
import { ownValue } from '../../../model/text/ownValue';
import { booleanOf, type RecordReader } from '../../records/recordReader';
import { plainName } from '../../fields/fieldWords';
import { remembered } from '../../fields/remembered';
import { gradeOf, isPlaceholder } from './grades';

/**
 * What the values of a label mean. Values that name a response, or a tie in words, are certain. Numbers are not: 1 is
 * the first response in one file and the second in another, and the best of five grades or "good" in a third. A person
 * says so with the mapping `values`, as in `1=first,2=second,0=tie`.
 */

/** A judgement that was left out, as nobody says what its value means. */
export interface UnreadLabel {
  readonly path: string;
  readonly value: string | number | boolean;
  /** The values of others who judged the same item. */
  readonly more?: readonly (string | number | boolean)[];
  readonly meanings: Meanings;
  /**
   * The value is a list with a number for each response, as text: its rank, or the numbers of the responses, best
   * first.
   */
  readonly isRanking?: true;
  /** The value stands where ratings do, and is no number. */
  readonly isRating?: true;
}

/** What the values of a label may mean: which of two responses is better, or whether one is good. */
export type Meanings = readonly string[];
export const pairMeanings: Meanings = ['first', 'second', 'tie'];
/** Places in a list, as a mapping's `values` names them. */
export const ordinals: Meanings = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
export const singleMeanings: Meanings = ['good', 'bad'];
/** What a mapping gives values that say nothing, and are left out: what a judge's answer could not be made into. */
export const skipMeaning = 'skip';

/** Whether a word is one of the meanings that a mapping can give a value. */
export const isMeaning = (word: string): boolean =>
  [...ordinals, ...singleMeanings, skipMeaning].includes(word.toLowerCase()) || tieNamed(word) !== undefined;

/** What is longer is a text, and no code for something. */
const maxCodeLength = 40;

/**
 * A label's value that can be told, as what says no more than a word or a number.
 * @param isLabel whether the field holds labels for certain, so that a text there is one that failed, and is cut
 */
export function unreadLabel(
  path: string,
  value: unknown,
  meanings: Meanings,
  isLabel = false,
): UnreadLabel | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return { path, value, meanings };
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  if (value.length <= maxCodeLength) return { path, value, meanings };
  return isLabel ? { path, value: `${value.slice(0, maxCodeLength - 1)}…`, meanings } : undefined;
}

/** What several people said of one item, as far as it can be told. */
export function unreadOf(path: string, values: readonly unknown[], meanings: Meanings): UnreadLabel | undefined {
  const [first, ...others] = values.flatMap((value) => unreadLabel(path, value, meanings) ?? []);
  return first && (others.length === 0 ? first : { ...first, more: others.map(({ value }) => value) });
}

/**
 * What stands where ratings do and is none, so that it was left out; undefined where all are. Nothing, and what tables
 * write for it, is no rating that was given.
 */
export function unreadRating(path: string, values: readonly unknown[]): UnreadLabel | undefined {
  const others = values.filter(
    (value) => gradeOf(value) === undefined && typeof value === 'string' && !isPlaceholder(value),
  );
  const unread = unreadOf(path, others, []);
  return unread && { ...unread, isRating: true };
}

/** What a value means by the mapping; undefined where that does not say. */
export function meaningOf(record: RecordReader, value: unknown): string | undefined {
  const said = record.path('values');
  if (!said.includes('=') || value === null || value === undefined) return undefined;
  const pairs = said.split(',').map((each) => each.split('=').map((part) => part.trim()));
  return pairs.find(([code]) => isSameCode(code, value))?.[1]?.toLowerCase();
}

/** Whether a code is what somebody wrote for it: tables write 0 as "0.0". */
export function isSameCode(said: unknown, value: unknown): boolean {
  const [one, other] = [said, value].map((code) => String(code).trim().toLowerCase());
  return one === other || (isNumeric(one) && isNumeric(other) && Number(one) === Number(other));
}

const isNumeric = (text: string | undefined): boolean => text !== undefined && /^[+-]?\d+(\.\d+)?$/.test(text);

/**
 * Whether the values of a label over many records say yes and no: by name (true, "False"), or as 1 and 0, of which
 * there must be both and no third.
 */
export function areYesAndNo(values: readonly unknown[]): boolean {
  // As tables of pandas say that there is none.
  const said = values.filter((value) =>
    typeof value === 'string' ? !/^(|nan|none|null|n\/a)$/i.test(value) : (value ?? null) !== null,
  );
  if (said.length === 0 || said.some((value) => booleanOf(value) === undefined)) return false;
  const areNumbers = said.some((value) => typeof value === 'number' || (typeof value === 'string' && /\d/.test(value)));
  return !areNumbers || new Set(said.map(booleanOf)).size === 2;
}

/** Words and signs that say of one response whether it is good, whatever the field is called. */
const praise: Readonly<Record<string, boolean>> = Object.fromEntries([
  ...'👍 ✅ ✔ ✔️ ☑️ thumbsup thumbup like liked upvote upvoted good correct helpful acceptable accepted accept approved approve satisfied chosen preferred'
    .split(' ')
    .map((word) => [word, true] as const),
  ...'👎 ❌ ✖ ✖️ thumbsdown thumbdown dislike disliked downvote downvoted bad incorrect wrong unhelpful unacceptable rejected reject disapproved disapprove unsatisfied dissatisfied nothelpful notcorrect notacceptable'
    .split(' ')
    .map((word) => [word, false] as const),
]);

/** Whether a word says that a response is good; undefined for all other words, and for numbers. */
export const approvalIn = (value: unknown): boolean | undefined =>
  typeof value === 'string' ? (ownValue(praise, value.trim()) ?? ownValue(praise, plainName(value))) : undefined;

type Outcome = Comparison['outcome'];

const ties: Readonly<Record<string, Outcome>> = {
  tie: 'tie',
  t: 'tie',
  tied: 'tie',
  draw: 'tie',
  equal: 'tie',
  same: 'tie',
  nopreference: 'tie',
  unentschieden: 'tie',
  gleich: 'tie',
  empate: 'tie',
  égalité: 'tie',
  平局: 'tie',
  both: 'tie',
  bothgood: 'both-good',
  bothbad: 'both-bad',
  tiebothbad: 'both-bad',
  neither: 'both-bad',
};
/** The outcome that a word for a tie says; undefined for all other words. */
export const tieNamed = (text: string): Outcome | undefined => ownValue(ties, plainName(text));

const orders: Readonly<Record<string, Outcome>> = {
  'a>b': 'a',
  'a>>b': 'a',
  'b>a': 'b',
  'b>>a': 'b',
  'a=b': 'tie',
  'b=a': 'tie',
  '[[a]]': 'a',
  '[[b]]': 'b',
  '[[c]]': 'tie',
};

/** One of two responses, as a label may name it. */
export interface NamedSide {
  /** Names that are its own: of its field, its letter, its model. */
  readonly names: readonly string[];
  readonly text: string;
}

/** What the words of a label come to: an order of two, or a name without what calls it the better one. */
const spoken = remembered((value): { readonly order?: Outcome; readonly said: string; readonly plain: string } => {
  const order = ownValue(orders, value.replaceAll(/\s/g, '').toLowerCase());
  const said = plainName(value);
  const plain = said.replace(/^(winner|better|best)|(winner|wins|won|isbetter|better|isbest)$/g, '') || said;
  return { said, plain, ...(order && { order }) };
});

const plainNames = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Names as they are compared; those of a place are the same list for all records. */
function plainNamesOf(names: readonly string[]): ReadonlySet<string> {
  let plain = plainNames.get(names);
  if (!plain) plainNames.set(names, (plain = new Set(names.map(plainName))));
  return plain;
}

/** What a label says of two responses; undefined where it does not name one of them. */
export function outcomeNamed(
  record: RecordReader,
  value: unknown,
  [first, second]: readonly [NamedSide, NamedSide],
): Outcome | undefined {
  const meaning = meaningOf(record, value);
  if (meaning !== undefined) return meaning === 'first' ? 'a' : meaning === 'second' ? 'b' : tieNamed(meaning);
  return outcomeSaid(value, [first, second]);
}

/** Tells what a value itself says of two responses, whatever a mapping says; undefined where it names neither. */
export function outcomeSaid(value: unknown, [first, second]: readonly [NamedSide, NamedSide]): Outcome | undefined {
  if (typeof value !== 'string') return undefined;
  const { order, said, plain } = spoken(value);
  if (order) return order;
  const isSide = ({ names, text }: NamedSide): boolean =>
    value === text || plainNamesOf(names).has(said) || plainNamesOf(names).has(plain);
  const [isFirst, isSecond] = [isSide(first), isSide(second)];
  if (isFirst !== isSecond) return isFirst ? 'a' : 'b';
  return isFirst ? undefined : tieNamed(value);
}

/**
 * Whether a response is good by what the mapping says of a value, or else by the value itself; undefined where neither
 * says it, or the value is to be left out.
 */
export function goodBy<Value>(
  record: RecordReader,
  value: Value,
  byItself: (value: Value) => boolean | undefined,
): boolean | undefined {
  const meaning = meaningOf(record, value);
  if (meaning === skipMeaning) return undefined;
  return meaning === 'good' ? true : meaning === 'bad' ? false : byItself(value);
}
