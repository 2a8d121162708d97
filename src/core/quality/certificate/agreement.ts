import type { CertificateAgreement } from '../../model/report/certificate';
import { chanceOf, cohenKappa, type PairAgreement } from '../agreement/cohenKappa';
import { fewestItems } from '../bootstrap';
import { estimateOf, type Estimate } from '../estimate';
import { categoriesOf } from '../judgements/valuesOf';
import { rateOf } from '../rate';
import { RowSums } from '../rowSums';
import { isSame, type PartScale } from './partScale';

/** What two say of one thing. */
export interface SaidByTwo {
  readonly item: number;
  readonly first: number;
  readonly second: number;
}

/**
 * Measures how two agree: Cohen's κ of categories, and of a scale κ with quadratic weights (J. Cohen, Weighted Kappa,
 * Psychological Bulletin 70, 1968), by which values that are near count as nearly the same.
 * @param pairs by item, items rising
 */
export function agreementOf(pairs: readonly SaidByTwo[], scale: PartScale): CertificateAgreement {
  return scale.is === 'scale' ? ofScale(pairs, scale) : ofCategories(pairs, scale.isSigned ?? false);
}

function ofCategories(pairs: readonly SaidByTwo[], isSigned: boolean): CertificateAgreement {
  const { categories, opposites } = categoriesOf({
    values: Float64Array.from(pairs.flatMap(({ first, second }) => [first, second])),
    isSigned,
  });
  const size = Math.max(2, categories.length);
  const numbers = new Map(categories.map((value, at) => [value, at]));
  const numbered = pairs.map(({ item, first, second }) => ({
    item,
    first: numbers.get(first) ?? 0,
    second: numbers.get(second) ?? 0,
  }));
  const counts = new Float64Array(2 * size);
  for (const { first, second } of numbered) {
    counts[first] = (counts[first] ?? 0) + 1;
    counts[size + second] = (counts[size + second] ?? 0) + 1;
  }
  const apart = 1 - chanceOf(counts, size, opposites) / pairs.length ** 2;
  return withInterval(cohenKappa(size, numbered, opposites), apart);
}

/** κ = 1 − Σ (x − y)² / (Σ x² + Σ y² − 2 Σx Σy / n). */
function ofScale(pairs: readonly SaidByTwo[], scale: PartScale): CertificateAgreement {
  const [moments, same] = [new RowSums(6), new RowSums(2)];
  for (const { item, first, second } of pairs) {
    const own = moments.of(item);
    const parts = [1, first, second, first * first, second * second, (first - second) ** 2];
    for (const [at, value] of parts.entries()) own[at] = (own[at] ?? 0) + value;
    same.count(item, isSame(scale, first, second) ? 1 : 0);
  }
  const expected = ([n = 0, x = 0, y = 0, xx = 0, yy = 0]: Float64Array): number => xx + yy - (2 * x * y) / n;
  const kappa = estimateOf(
    moments.sums,
    (totals) => (expected(totals) > 1e-9 ? 1 - (totals[5] ?? 0) / expected(totals) : null),
    [-1, 1],
  );
  return withInterval(
    { units: pairs.length, kappa, same: shareOf(same) },
    expected(moments.sums.totals()) / pairs.length,
  );
}

/**
 * Gives κ an interval where two say the same of everything, so that draws of items do too: its lower end is where
 * agreement has its own.
 * @param apart how far apart values are by chance: 1 − p_e
 */
function withInterval({ units, kappa, same }: PairAgreement, apart: number): CertificateAgreement {
  const isPerfect = kappa !== null && kappa.low === null && kappa.value > 1 - 1e-12 && kappa.items >= fewestItems;
  if (!isPerfect || same?.low === undefined || same.low === null) return { units, kappa, same };
  return { units, same, kappa: { ...kappa, low: Math.max(-1, 1 - (1 - same.low) / apart), high: 1 } };
}

/** Returns the share that was counted, with its interval over items. */
export const shareOf = ({ sums }: RowSums): Estimate | null => estimateOf(sums, ratio, [0, 1]);

/** Returns the mean of what was counted, from -1 to 1, with its interval over items. */
export const meanOf = ({ sums }: RowSums): Estimate | null =>
  whereAllAreAlike(estimateOf(sums, ratio, [-1, 1]), sums.items);

const ratio = ([part = 0, all = 0]: Float64Array): number | null => (all > 0 ? part / all : null);

/**
 * Gives a figure from -1 to 1 an interval where all items say the same, so that draws of them do too: by Wilson's interval
 * for so many of so many, the share of further items that say it; the others may say anything.
 * @param items how many say it
 */
export function whereAllAreAlike(estimate: Estimate | null, items: number): Estimate | null {
  if (!estimate || estimate.low !== null || items < fewestItems) return estimate;
  const alike = rateOf(items, items)?.low ?? 0;
  const middle = alike * estimate.value;
  return { ...estimate, low: Math.max(-1, middle - (1 - alike)), high: Math.min(1, middle + (1 - alike)) };
}
