import { rateOf, z95, type Rate } from './rate';

/**
 * One bootstrap for all figures that rest on items. Verdicts on the responses of an item, pairs of one ranking and
 * judgements of one item by several annotators hang together, so that an interval for independent trials (Wilson's) is
 * too narrow for them: what is drawn again is the item with all that was said of it (B. Efron and R. Tibshirani, An
 * Introduction to the Bootstrap, 1993, chapters 8 and 13; A. C. Davison and D. V. Hinkley, Bootstrap Methods and their
 * Application, 1997, 3.8).
 */

/** Draws of all items. */
const draws = 1000;
/** Fewer items than this are too few to be drawn from: draws of five items are narrower than what is known of them. */
export const fewestItems = 10;
/** Of more items than this the interval of a rate is worked out by the formula that the bootstrap goes to. */
export const maxDrawn = 500;

/**
 * The interval of 95 % of a figure over items, as percentiles of the figure over items drawn with replacement; null
 * where a draw never gives the figure. The same draws each time.
 * @param items how many there are
 * @param figure what comes out where each item counts so many times; null where nothing does
 */
export function bootstrapped(
  items: number,
  figure: (times: Uint16Array) => number | null,
): { readonly low: number; readonly high: number } | null {
  const random = generator();
  const times = new Uint16Array(items);
  const found: number[] = [];
  for (let draw = 0; draw < draws; draw++) {
    times.fill(0);
    for (let at = 0; at < items; at++) {
      const drawn = Math.floor(random() * items);
      times[drawn] = (times[drawn] ?? 0) + 1;
    }
    const value = figure(times);
    if (value !== null) found.push(value);
  }
  found.sort((a, b) => a - b);
  const low = found[Math.floor(0.025 * found.length)];
  const high = found[Math.ceil(0.975 * found.length) - 1];
  return low === undefined || high === undefined ? null : { low, high };
}

/**
 * The rate Σ part / Σ whole over items, each with `whole` trials or values from 0 to 1 that sum to `part`, with the
 * percentile interval of a bootstrap over items. Of many items it is the rate ± z √v with v = Σ (part − rate · whole)²
 * / (Σ whole)², the variance to which the bootstrap's goes (the infinitesimal jackknife: L. A. Jaeckel, 1972; Efron and
 * Tibshirani, chapter 22). Of fewer than ten items, or where all of them say 0 or all say 1, it is Wilson's interval of
 * as many trials as there are items; so it is where each item has one yes or no. Null where there is nothing.
 */
export function rateByItem(parts: ArrayLike<number>, wholes: ArrayLike<number>): Rate | null {
  const held: number[] = [];
  let [part, n] = [0, 0];
  for (let at = 0; at < wholes.length; at++) {
    const whole = wholes[at] ?? 0;
    if (whole === 0) continue;
    held.push(at);
    part += parts[at] ?? 0;
    n += whole;
  }
  if (n === 0) return null;
  const items = held.length;
  const rate = part / n;
  // One yes or no an item: they know nothing of each other.
  if (n === items && held.every((at) => wholes[at] === 1 && (parts[at] === 0 || parts[at] === 1)))
    return rateOf(part, n);
  if (items < fewestItems || part <= 0 || part >= n) {
    const { low, high } = rateOf(rate * items, items) ?? { low: 0, high: 1 };
    return { rate, n, low, high };
  }
  if (items > maxDrawn) {
    const squares = held.reduce((sum, at) => sum + ((parts[at] ?? 0) - rate * (wholes[at] ?? 0)) ** 2, 0);
    const reach = (z95 * Math.sqrt(squares)) / n;
    return { rate, n, low: Math.max(0, rate - reach), high: Math.min(1, rate + reach) };
  }
  const { low, high } = bootstrapped(items, (times) => {
    let [drawnPart, drawnWhole] = [0, 0];
    for (let at = 0; at < items; at++) {
      drawnPart += (times[at] ?? 0) * (parts[held[at] ?? 0] ?? 0);
      drawnWhole += (times[at] ?? 0) * (wholes[held[at] ?? 0] ?? 0);
    }
    return drawnWhole === 0 ? null : drawnPart / drawnWhole;
  }) ?? { low: rate, high: rate };
  return { rate, n, low, high };
}

/** Numbers from 0 up to 1, the same each time (mulberry32, T. Ettinger). */
export function generator(): () => number {
  let state = 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
