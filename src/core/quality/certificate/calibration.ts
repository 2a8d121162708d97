import type { CertificatePart } from '../../model/report/certificate';
import { bootstrapped, fewestItems } from '../bootstrap';
import type { Estimate } from '../estimate';
import { RowSums } from '../rowSums';
import { meanOf } from './agreement';

/** Bins of confidence, of equal width. */
const bins = 10;
/** What is summed of each bin: answers, their confidence, and how many are right. */
const width = 3;

/** One answer with how sure it is. */
export interface SureAnswer {
  readonly item: number;
  readonly confidence: number;
  readonly isRight: boolean;
}

/** Tells how sure a judge is and how often it is right; null where it never says how sure it is. */
export function calibrationOf(answers: readonly SureAnswer[]): CertificatePart['calibration'] {
  if (answers.length === 0) return null;
  const [binned, over] = [new RowSums(width * bins), new RowSums(2)];
  for (const { item, confidence, isRight } of answers) {
    const bin = Math.min(bins - 1, Math.floor(confidence * bins));
    const own = binned.of(item);
    for (const [column, value] of [1, confidence, isRight ? 1 : 0].entries())
      own[width * bin + column] = (own[width * bin + column] ?? 0) + value;
    over.count(item, confidence - (isRight ? 1 : 0));
  }
  const totals = binned.sums.totals();
  return {
    units: answers.length,
    ece: expectedError(binned),
    over: meanOf(over),
    bins: Array.from({ length: bins }, (_, bin) => {
      const [n = 0, sum = 0, right = 0] = totals.subarray(width * bin, width * (bin + 1));
      return n === 0 ? { units: 0, confidence: 0, right: 0 } : { units: n, confidence: sum / n, right: right / n };
    }),
  };
}

/**
 * The expected calibration error Σ over bins of |Σ confidence − Σ right| / n (C. Guo et al., On Calibration of Modern
 * Neural Networks, 2017, arXiv 1706.04599). Chance alone makes it larger than 0, and draws of items make it larger once
 * more, so its interval is the basic one: twice the figure minus percentiles of draws (A. C. Davison and D. V. Hinkley,
 * Bootstrap Methods and their Application, 1997, 5.2). It begins at 0 where chance alone makes an error as large, that is
 * where draws lie as far from what was counted as that lies from 0.
 */
function expectedError({ sums }: RowSums): Estimate | null {
  const { items } = sums;
  const totals = sums.totals();
  // Of each item only the columns that it has: 1,000 draws add up each of them.
  const filled = Array.from({ length: items }, (_, item) => {
    const own = sums.of(item);
    return Array.from(own.keys()).flatMap((column) => (own[column] === 0 ? [] : [[column, own[column] ?? 0] as const]));
  });
  const drawn = (times: Uint16Array): Float64Array => {
    const found = new Float64Array(totals.length);
    for (let item = 0; item < items; item++) {
      const count = times[item] ?? 0;
      if (count > 0)
        for (const [column, value] of filled[item] ?? []) found[column] = (found[column] ?? 0) + count * value;
    }
    return found;
  };
  const none = new Float64Array(totals.length);
  const value = errorOf(totals, none);
  if (items < fewestItems) return { value, low: null, high: null, items };
  const spread = bootstrapped(items, (times) => errorOf(drawn(times), none));
  const noise = bootstrapped(items, (times) => errorOf(drawn(times), totals));
  if (!spread || !noise) return { value, low: null, high: null, items };
  return {
    value,
    low: value <= noise.high ? 0 : Math.min(value, Math.max(0, 2 * value - spread.high)),
    high: Math.max(value, Math.min(1, 2 * value - spread.low)),
    items,
  };
}

/** How far the gaps between confidence and right are from other ones, by bin; from none it is the calibration error. */
function errorOf(totals: Float64Array, from: Float64Array): number {
  let [all, error] = [0, 0];
  for (let bin = 0; bin < totals.length; bin += width) {
    const gapOf = (sums: Float64Array): number => (sums[bin + 1] ?? 0) - (sums[bin + 2] ?? 0);
    all += totals[bin] ?? 0;
    error += Math.abs(gapOf(totals) - gapOf(from));
  }
  return all > 0 ? error / all : 0;
}
