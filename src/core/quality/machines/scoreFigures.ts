import type { ScoreFigures } from '../../model/report/quality';
import { estimateOf, type Estimate } from '../estimate';
import { pairOf, placeOf, plainSetting, settingOf, valueUnit } from '../judgements/units';
import { RowSums } from '../rowSums';
import { aucOf } from './auc';
import type { Majority } from './majority';

/** Bands of a score's difference, each with as many pairs. */
const bandCount = 5;
const minBandPairs = 20;

/** What a machine says of single responses, in columns; units (`valueUnit`) rise, and each is there once. */
export interface Scores {
  readonly units: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

const share = ([part = 0, all = 0]: Float64Array): number | null => (all > 0 ? part / all : null);
const shareOf = ({ sums }: RowSums): Estimate | null => estimateOf(sums, share, [0, 1]);

/**
 * A machine's scores of single responses against people: whether what they accept scores higher than what they do not, and
 * how often they prefer the higher one of two, in all and by how far the two lie apart. Null where people said nothing of
 * what it scores.
 */
export function scoreFigures(
  of: string,
  scores: Scores,
  acceptable: Majority,
  preferences: Majority,
): ScoreFigures | null {
  const auc = aucOnAcceptable(scores, acceptable);
  const pairs = scoredPairs(scores, preferences);
  const confirmed = new RowSums(2);
  for (const { row, isConfirmed } of pairs) confirmed.count(row, isConfirmed ? 1 : 0);
  return auc.responses === 0 && pairs.length === 0
    ? null
    : { of, ...auc, confirmed: shareOf(confirmed), pairs: pairs.length, bands: bandsOf(pairs) };
}

function aucOnAcceptable(scores: Scores, acceptable: Majority): Pick<ScoreFigures, 'auc' | 'responses'> {
  const [rows, own, isAcceptable]: [number[], number[], number[]] = [[], [], []];
  for (const [unit, { value, item }] of acceptable) {
    const score = scoreAt(scores, unit);
    if (score === undefined) continue;
    rows.push(item);
    own.push(score);
    isAcceptable.push(value);
  }
  return { auc: aucOf(rows, own, isAcceptable), responses: rows.length };
}

interface ScoredPair {
  readonly row: number;
  readonly gap: number;
  readonly isConfirmed: boolean;
}

/** What people prefer strictly, where the scores of the two differ. */
function scoredPairs(scores: Scores, preferences: Majority): ScoredPair[] {
  const found: ScoredPair[] = [];
  for (const [key, { value, item: row }] of preferences) {
    const [first, second] = pairOf(key);
    const [a, b] = [first, second].map((place) => scoreAt(scores, valueUnit(place, settingOf(key))));
    if (a === undefined || b === undefined || a === b || value === 0) continue;
    found.push({ row, gap: Math.abs(a - b), isConfirmed: Math.sign(a - b) === value });
  }
  return found;
}

/** How often people prefer the response with the higher score, by how far the scores lie apart. */
function bandsOf(pairs: readonly ScoredPair[]): ScoreFigures['bands'] {
  if (pairs.length < minBandPairs) return [];
  const byGap = pairs.toSorted((a, b) => a.gap - b.gap);
  const size = Math.ceil(byGap.length / bandCount);
  return Array.from({ length: bandCount }, (_, band) => byGap.slice(band * size, (band + 1) * size)).flatMap((own) => {
    const sums = new RowSums(2);
    for (const { row, isConfirmed } of own.toSorted((a, b) => a.row - b.row)) sums.count(row, isConfirmed ? 1 : 0);
    const confirmed = shareOf(sums);
    return confirmed ? [{ from: own[0]?.gap ?? 0, to: own.at(-1)?.gap ?? 0, confirmed }] : [];
  });
}

/**
 * The score of a response under the context of a unit; where there is none, the one of the response as it stands; and
 * undefined where it has none at all.
 */
export function scoreAt(scores: Scores, unit: number): number | undefined {
  return exactScore(scores, unit) ?? exactScore(scores, valueUnit(placeOf(unit, 'acceptable'), plainSetting));
}

function exactScore({ units, values }: Scores, unit: number): number | undefined {
  let [low, high] = [0, units.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((units[middle] ?? 0) < unit) low = middle + 1;
    else high = middle;
  }
  return units[low] === unit ? values[low] : undefined;
}
