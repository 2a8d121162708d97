import type { BothOrders, MachineFigures } from '../../model/report/quality';
import { estimateOf, type Estimate } from '../estimate';
import { RowSums } from '../rowSums';
import type { Majority } from './majority';
import type { ShownPairs } from './shownPairs';

const share = ([part = 0, all = 0]: Float64Array): number | null => (all > 0 ? part / all : null);
const unit = [0, 1] as const;

export type PositionFigures = Pick<
  MachineFigures,
  'firstWins' | 'firstWinsPeople' | 'firstOverPeople' | 'shownAsListed' | 'bothOrders'
>;

/**
 * How often a judge takes the response that it was shown first, beside what people prefer of the same: where the better
 * one mostly stands first, both do. The pairs of people are compared one by one, so that what makes responses better
 * cancels out.
 */
export function positionFigures(shown: ShownPairs, majority: Majority): PositionFigures {
  const { rows, units, outcomes, orders } = shown;
  const [all, people, both] = [new RowSums(2), new RowSums(2), new RowSums(2)];
  for (let at = 0; at < rows.length; at++) {
    const [row, outcome, order] = [rows[at] ?? 0, outcomes[at] ?? 0, orders[at] ?? 0];
    const said = majority.get(units[at] ?? 0)?.value ?? 0;
    const [isFirst, isFirstToo] = [outcome === order ? 1 : 0, said === order ? 1 : 0];
    if (outcome !== 0) all.count(row, isFirst);
    if (said !== 0) people.count(row, isFirstToo);
    if (outcome !== 0 && said !== 0) both.count(row, isFirst - isFirstToo);
  }
  return {
    shownAsListed: rows.length > 0 ? orders.reduce((sum, order) => sum + (order > 0 ? 1 : 0), 0) / rows.length : null,
    firstWins: estimateOf(all.sums, share, unit),
    firstWinsPeople: estimateOf(people.sums, share, unit),
    firstOverPeople: estimateOf(both.sums, share, [-1, 1]),
    bothOrders: bothOrdersOf(shown),
  };
}

/** Where a judge saw at least this share of pairs in either order of the dataset, its order was drawn. */
const drawnShare = 0.25;

/**
 * By how much a judge surely takes the response shown first (or last) more often than it is the better one; 0 where that
 * is not sure. Verdicts in both orders tell at once. Else the order must have been drawn: where people prefer the ones
 * that it was shown first surely and by more than `least`, it went with what is better, and whoever judges less surely
 * than people takes the first less often without any bias.
 */
export function leanOf(
  { firstWins, firstWinsPeople, firstOverPeople, shownAsListed, bothOrders }: PositionFigures,
  least: number,
): number {
  const toFirst = bothOrders?.toFirst;
  if (toFirst && isSurelyOff(toFirst, 0.5)) return Math.abs(toFirst.value - 0.5) * bothOrders.flips.value;
  if (!firstWins || !isSurelyOff(firstWins, 0.5)) return 0;
  if (firstWinsPeople && firstOverPeople && firstOverPeople.low !== null) {
    const isDrawn = (firstWinsPeople.low ?? 0) <= 0.5 + least && (firstWinsPeople.high ?? 1) >= 0.5 - least;
    return isDrawn && isSurelyOff(firstOverPeople, 0) ? Math.abs(firstOverPeople.value) : 0;
  }
  const isDrawn = shownAsListed !== null && Math.min(shownAsListed, 1 - shownAsListed) >= drawnShare;
  return isDrawn ? Math.abs(firstWins.value - 0.5) : 0;
}

const isSurelyOff = ({ low, high }: Estimate, even: number): boolean =>
  (low !== null && low > even) || (high !== null && high < even);

/** What a judge says of two responses in the one order and in the other; of several times in one order the first. */
function bothOrdersOf(shown: ShownPairs): BothOrders | null {
  const [pairs, flips] = [new RowSums(3), new RowSums(2)];
  eachInBothOrders(shown, (row, listed, reversed) => {
    const own = pairs.of(row);
    own[0] = (own[0] ?? 0) + (listed === reversed ? 1 : 0);
    own[1] = (own[1] ?? 0) + (listed * reversed < 0 ? 1 : 0);
    own[2] = (own[2] ?? 0) + 1;
    if (listed * reversed >= 0) return;
    flips.count(row, listed > 0 ? 1 : 0);
  });
  const of = (part: number): Estimate | null =>
    estimateOf(pairs.sums, (totals) => share(Float64Array.of(totals[part] ?? 0, totals[2] ?? 0)), unit);
  const [consistent, flipped] = [of(0), of(1)];
  const [toFirst = 0, all = 0] = flips.sums.totals();
  return consistent && flipped
    ? {
        pairs: pairs.sums.totals()[2] ?? 0,
        consistent,
        flips: flipped,
        flipped: all,
        flippedToFirst: toFirst,
        toFirst: estimateOf(flips.sums, share, unit),
      }
    : null;
}

/** Calls with each two responses that were judged in both orders: what was said with the dataset's first one first, and last. */
export function eachInBothOrders(
  { rows, units, outcomes, orders }: ShownPairs,
  take: (row: number, listed: number, reversed: number) => void,
): void {
  for (let begin = 0; begin < units.length;) {
    let [listed, reversed]: [number | undefined, number | undefined] = [undefined, undefined];
    let end = begin;
    for (; end < units.length && units[end] === units[begin]; end++) {
      if (orders[end] === 1) listed ??= outcomes[end] ?? 0;
      else reversed ??= outcomes[end] ?? 0;
    }
    if (listed !== undefined && reversed !== undefined) take(rows[begin] ?? 0, listed, reversed);
    begin = end;
  }
}
