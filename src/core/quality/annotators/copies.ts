import { eachUnit } from '../judgements/valuesOf';
import type { Valued } from '../agreement/itemAlpha';
import { normalAbove } from '../chance';
import type { Pairwise } from './pairwise';

/** Two annotators who say the same more often than what they say can explain. */
export interface Copies {
  readonly a: number;
  readonly b: number;
  /** Things that both valued, and of those the same. */
  readonly all: number;
  readonly same: number;
  /** The share of the same that the two have with others. */
  readonly others: number;
  /** False where two who seldom err beside others who often do would look the same. */
  readonly isSure: boolean;
  /** Where one of the two is against the majority of the others: how often, and how often the other one is so too. */
  readonly errors: { readonly all: number; readonly same: number };
}

interface Expected {
  readonly value: number;
  readonly variance: number;
}

/** Two of whom less is the same do not copy. */
const minShare = 0.95;
const minItems = 20;
/** The chance of telling any two of those who do not. */
const level = 0.01;

/**
 * Who agree beyond what is possible for two who judge by themselves: two errors are independent, so that they agree by
 * chance + (1 − chance) r_a r_b (see `reliabilityOf`), r told by their agreement with others alone. Where that is not
 * known well enough (one other annotator, few items) what is beyond their plain agreement with others is a question.
 */
export function copiesIn(table: Pairwise, members: readonly number[], valued: Valued): Copies[] {
  const { count, all, same, items } = table;
  const pairs = members.flatMap((a, at) => members.slice(at + 1).map((b) => [a, b] as const));
  const limit = normalAbove(level / Math.max(1, pairs.length));
  const totals = totalsOf(table, members);
  return pairs.flatMap(([a, b]): Copies[] => {
    const cell = a * count + b;
    const [shared, equal, of] = [all[cell] ?? 0, same[cell] ?? 0, items[cell] ?? 0];
    if (of < minItems || equal / shared < minShare) return [];
    const expected = expectedOf(table, totals, a, b);
    if (!expected) return [];
    const isBeyond = ({ value, variance }: Expected): boolean =>
      equal / shared - value > limit * Math.sqrt((value * (1 - value)) / of + variance) + 1e-9;
    const isSure = expected.explained !== undefined && isBeyond(expected.explained);
    if (!isSure && !isBeyond(expected.plain)) return [];
    const { value: others } = expected.plain;
    return [{ a, b, all: shared, same: equal, others, isSure, errors: errorsOf(valued, a, b) }];
  });
}

/** Things that were compared, those of them that are the same, and items. */
type Sums = readonly [all: number, same: number, items: number];

/** Of each member with all others, and of all pairs of members. */
interface Totals {
  readonly of: ReadonlyMap<number, Sums>;
  readonly whole: Sums;
}

function totalsOf({ count, all, same, items }: Pairwise, members: readonly number[]): Totals {
  const of = new Map(
    members.map((a): [number, Sums] => {
      const sumOf = (table: Float64Array): number =>
        members.reduce((sum, b) => sum + (a === b ? 0 : (table[a * count + b] ?? 0)), 0);
      return [a, [sumOf(all), sumOf(same), sumOf(items)]];
    }),
  );
  const halfOf = (at: 0 | 1 | 2): number => [...of.values()].reduce((sum, own) => sum + own[at], 0) / 2;
  return { of, whole: [halfOf(0), halfOf(1), halfOf(2)] };
}

/**
 * How often two say the same who err independently. With s_a and s_b the share beyond chance that each has with others,
 * and s the others' among themselves, r_a r_b = s_a s_b / s.
 */
function expectedOf(
  { count, all, same, items, chance }: Pairwise,
  { of, whole }: Totals,
  a: number,
  b: number,
): { readonly plain: Expected; readonly explained: Expected | undefined } | undefined {
  const none: Sums = [0, 0, 0];
  const [withA, withB] = [of.get(a) ?? none, of.get(b) ?? none];
  const both: Sums = [all[a * count + b] ?? 0, same[a * count + b] ?? 0, items[a * count + b] ?? 0];
  /** Agreement beyond chance, and its relative variance. */
  const beyondOf = (
    sum: (at: 0 | 1 | 2) => number,
  ): { readonly share: number; readonly beyond: number; readonly relative: number; readonly items: number } => {
    const [shared, equal, itemCount] = [sum(0), sum(1), sum(2)];
    const share = shared > 0 ? equal / shared : 0;
    const relative =
      itemCount > 0 && share > chance ? (share * (1 - share)) / itemCount / (share - chance) ** 2 : Infinity;
    return { share, beyond: Math.max(0, (share - chance) / (1 - chance)), relative, items: itemCount };
  };
  const ofA = beyondOf((at) => withA[at] - both[at]);
  const ofB = beyondOf((at) => withB[at] - both[at]);
  const ofOthers = beyondOf((at) => whole[at] - withA[at] - withB[at] + both[at]);
  if (Math.min(ofA.items, ofB.items) < minItems) return undefined;
  const plain = (ofA.share + ofB.share) / 2;
  const isKnown = ofOthers.items >= minItems && ofOthers.beyond > 0;
  const explained = Math.min(1, (ofA.beyond * ofB.beyond) / ofOthers.beyond);
  return {
    plain: { value: plain, variance: (plain * (1 - plain)) / Math.min(ofA.items, ofB.items) },
    explained: isKnown
      ? {
          value: chance + (1 - chance) * explained,
          variance: ((1 - chance) * explained) ** 2 * (ofA.relative + ofB.relative + ofOthers.relative),
        }
      : undefined,
  };
}

/** Of what the others have a majority on: where one of the two is against it, whether both say the same. */
function errorsOf(valued: Valued, a: number, b: number): Copies['errors'] {
  const found = { all: 0, same: 0 };
  eachUnit(valued, (begin, end) => {
    const said: (number | undefined)[] = [undefined, undefined];
    const others = new Map<number, number>();
    for (let at = begin; at < end; at++) {
      const [annotator, value] = [valued.annotators[at] ?? 0, valued.values[at] ?? 0];
      if (annotator === a) said[0] = value;
      else if (annotator === b) said[1] = value;
      else others.set(value, (others.get(value) ?? 0) + 1);
    }
    const [one, other] = said;
    const [first, second] = [...others].sort(([, x], [, y]) => y - x);
    if (one === undefined || other === undefined || !first || first[1] === second?.[1]) return;
    if (one === first[0] && other === first[0]) return;
    found.all++;
    if (one === other) found.same++;
  });
  return found;
}
