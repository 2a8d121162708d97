import type { Estimate } from '../../model/report/quality';
import { fewestItems } from '../bootstrap';
import { rateOf, z95 } from '../rate';

/**
 * How likely a score is higher for something of one kind than for something of the other, ties as half: the area under
 * the ROC curve (D. Bamber, The Area above the Ordinal Dominance Graph, Journal of Mathematical Psychology 12, 1975), 0.5
 * by chance. What is of one item hangs together, so its variance is over items, by what each one's scores place in the
 * other kind's (N. A. Obuchowski, Nonparametric Analysis of Clustered ROC Curve Data, Biometrics 53, 1997), on the scale
 * of log-odds; where every one of the one kind is higher, Wilson's interval of the items that have the rarer kind. Null
 * where there is only one kind.
 * @param rows of the items
 * @param isOf 1 for the kind whose score should be higher, else 0
 */
export function aucOf(rows: ArrayLike<number>, scores: ArrayLike<number>, isOf: ArrayLike<number>): Estimate | null {
  const count = scores.length;
  const order = Uint32Array.from({ length: count }, (_, at) => at).sort((a, b) => (scores[a] ?? 0) - (scores[b] ?? 0));
  const total = order.reduce((sum, at) => sum + (isOf[at] ?? 0), 0);
  const rest = count - total;
  if (total === 0 || rest === 0) return null;
  // Of each one: the share of the other kind that is as it should be, below the higher kind or above the lower one.
  const places = new Float64Array(count);
  let [ofBelow, restBelow, area] = [0, 0, 0];
  for (let begin = 0; begin < count;) {
    let [end, ofHere, restHere] = [begin, 0, 0];
    for (; end < count && scores[order[end] ?? 0] === scores[order[begin] ?? 0]; end++)
      if (isOf[order[end] ?? 0] === 1) ofHere++;
      else restHere++;
    for (let at = begin; at < end; at++) {
      const one = order[at] ?? 0;
      places[one] =
        isOf[one] === 1 ? (restBelow + restHere / 2) / rest : (total - ofBelow - ofHere + ofHere / 2) / total;
    }
    area += ofHere * (restBelow + restHere / 2);
    ofBelow += ofHere;
    restBelow += restHere;
    begin = end;
  }
  const value = area / total / rest;
  const influences = new Map<number, number>();
  const having: readonly [Set<number>, Set<number>] = [new Set(), new Set()];
  for (let at = 0; at < count; at++) {
    const row = rows[at] ?? 0;
    having[isOf[at] === 1 ? 1 : 0].add(row);
    influences.set(row, (influences.get(row) ?? 0) + ((places[at] ?? 0) - value) / (isOf[at] === 1 ? total : rest));
  }
  const items = influences.size;
  if (items < fewestItems) return { value, low: null, high: null, items };
  if (value < 1e-9 || value > 1 - 1e-9) {
    const rarer = Math.min(having[0].size, having[1].size);
    const { low, high } = rateOf(Math.round(value) * rarer, rarer) ?? { low: 0, high: 1 };
    return { value, low, high, items };
  }
  let variance = 0;
  for (const influence of influences.values()) variance += influence * influence;
  const middle = Math.log(value / (1 - value));
  const reach = (z95 * Math.sqrt((variance * items) / (items - 1))) / (value * (1 - value));
  const chance = (odds: number): number => 1 / (1 + Math.exp(-odds));
  return { value, low: chance(middle - reach), high: chance(middle + reach), items };
}
