import type { JudgeKind } from '../../model/annotation/judgeKind';
import type { NoiseFigure, NoiseReport } from '../../model/report/quality';
import { fewestItems } from '../bootstrap';
import { estimateOf, ItemSums } from '../estimate';
import { rateOf } from '../rate';
import { eachUnit, firstBy, valuesOf, type ValuedByAnnotation, type Wanted } from '../judgements/valuesOf';
import type { StudyJudgements } from '../judgements/studyJudgements';
import type { KnownPreferences } from '../judgements/knownPreferences';
import { maxNoise, noiseOfFlips } from './noise';

/** Slices with fewer pairs that several judged are not told. */
const minPairs = 20;
/** Majorities of so many are told. */
const majorities = [1, 3, 5, 7, 9];

/** How often preferences are the wrong way round, by three sources beside each other (C23). */
export function noiseReportOf(
  judgements: StudyJudgements,
  voters: readonly JudgeKind[],
  known: KnownPreferences,
): NoiseReport {
  const wanted = firstBy(judgements, voters);
  const valued = valuesOf(judgements, 'preferences', wanted);
  const overlap = noiseFigure(overlapSums(valued), noiseOfFlips);
  const repeats = noiseFigure(repeatSums(judgements, voters), noiseOfFlips);
  const controls = noiseFigure(controlSums(judgements, wanted, known), (wrong) => Math.min(maxNoise, wrong));
  const source = overlap ? 'overlap' : controls ? 'controls' : repeats ? 'repeats' : null;
  const epsilon = (overlap ?? controls ?? repeats)?.epsilon.value;
  return {
    overlap,
    repeats,
    controls,
    slices: sliceNoise(judgements, valued),
    majority:
      epsilon === undefined
        ? []
        : majorities.map((annotators) => ({ annotators, right: majorityRight(annotators, epsilon) })),
    majorityFrom: source,
    now: epsilon === undefined ? null : nowOf(valued, epsilon),
  };
}

/** How likely the majority of n votes, each wrong with chance ε, is right: of an even number, half of the draws count. */
export function majorityRight(n: number, epsilon: number): number {
  let [right, chance] = [0, (1 - epsilon) ** n];
  for (let wrong = 0; wrong <= n; wrong++) {
    if (2 * wrong < n) right += chance;
    else if (2 * wrong === n) right += chance / 2;
    chance *= ((n - wrong) / (wrong + 1)) * (epsilon / (1 - epsilon));
  }
  return right;
}

/** Pairs of judgements by item, and those of them that differ. */
export function noiseFigure(sums: ItemSums, epsilonOf: (differ: number) => number): NoiseFigure | null {
  const [differ = 0, pairs = 0] = sums.totals();
  const epsilon = estimateOf(sums, ([d = 0, n = 0]) => (n > 0 ? epsilonOf(d / n) : null), [0, maxNoise]);
  if (!epsilon) return null;
  // Nobody ever differed: how often they may is Wilson's bound of as many trials as there are items.
  const { items } = epsilon;
  const none = differ === 0 && items >= fewestItems ? rateOf(0, items) : null;
  return {
    epsilon: none ? { value: 0, low: 0, high: epsilonOf(none.high), items } : epsilon,
    pairs,
    differ: differ / pairs,
  };
}

/** By item: pairs of annotators who have a strict preference on the same two, and those who differ. */
export function overlapSums(valued: ValuedByAnnotation, isOf: (at: number) => boolean = () => true): ItemSums {
  const sums = new ItemSums(2);
  let item = -1;
  let row: Float64Array = new Float64Array(2);
  eachUnit(valued, (begin, end) => {
    let [first, second] = [0, 0];
    for (let at = begin; at < end; at++) {
      if (!isOf(at)) continue;
      if (valued.values[at] === 1) first++;
      if (valued.values[at] === -1) second++;
    }
    const count = first + second;
    if (count < 2) return;
    if (valued.items[begin] !== item) {
      item = valued.items[begin] ?? -1;
      row = sums.item();
    }
    row[0] = (row[0] ?? 0) + first * second;
    row[1] = (row[1] ?? 0) + (count * (count - 1)) / 2;
  });
  return sums;
}

/** The same of one annotator's judgements of an item that came again, each held against the one before. */
export function repeatSums(judgements: StudyJudgements, voters: readonly JudgeKind[], annotator?: number): ItemSums {
  const { annotations, annotators } = judgements;
  const all = valuesOf(
    judgements,
    'preferences',
    (annotation) =>
      annotations.skipped[annotation] === 0 &&
      voters.includes(annotators[annotations.annotator[annotation] ?? 0]?.kind ?? 'human') &&
      (annotator === undefined || annotations.annotator[annotation] === annotator),
  );
  const sums = new ItemSums(2);
  let item = -1;
  let row: Float64Array = new Float64Array(2);
  eachUnit(all, (begin, end) => {
    if (end - begin < 2) return;
    const own = Array.from({ length: end - begin }, (_, at) => begin + at)
      .filter((at) => all.values[at] !== 0)
      .sort(
        (a, b) =>
          (all.annotators[a] ?? 0) - (all.annotators[b] ?? 0) ||
          (annotations.repeat[all.annotations[a] ?? 0] ?? 0) - (annotations.repeat[all.annotations[b] ?? 0] ?? 0),
      );
    for (const [at, place] of own.entries()) {
      const before = own[at - 1];
      if (before === undefined || all.annotators[before] !== all.annotators[place]) continue;
      if (all.items[begin] !== item) {
        item = all.items[begin] ?? -1;
        row = sums.item();
      }
      row[0] = (row[0] ?? 0) + (all.values[before] === all.values[place] ? 0 : 1);
      row[1] = (row[1] ?? 0) + 1;
    }
  });
  return sums;
}

/** Strict preferences on control items by item, and those that are not as known. */
export function controlSums(judgements: StudyJudgements, wanted: Wanted, known: KnownPreferences): ItemSums {
  const sums = new ItemSums(2);
  if (known.size === 0) return sums;
  const valued = valuesOf(judgements, 'preferences', wanted);
  let item = -1;
  let row: Float64Array = new Float64Array(2);
  eachUnit(valued, (begin, end) => {
    const right = known.get(valued.units[begin] ?? -1);
    if (right === undefined || right === 0) return;
    for (let at = begin; at < end; at++) {
      const value = valued.values[at] ?? 0;
      if (value === 0) continue;
      if (valued.items[begin] !== item) {
        item = valued.items[begin] ?? -1;
        row = sums.item();
      }
      row[0] = (row[0] ?? 0) + (value === right ? 0 : 1);
      row[1] = (row[1] ?? 0) + 1;
    }
  });
  return sums;
}

function sliceNoise(judgements: StudyJudgements, valued: ValuedByAnnotation): NoiseReport['slices'] {
  const { slices } = judgements;
  const members = new Map<number, Set<number>>();
  const known = new Map<number, readonly number[]>();
  for (let at = 0; at < valued.items.length; at++) {
    const item = valued.items[at] ?? 0;
    if (known.has(item)) continue;
    const own = judgements.slicesOf(valued.annotations[at] ?? 0);
    known.set(item, own);
    for (const slice of own) {
      const set = members.get(slice) ?? new Set<number>();
      members.set(slice, set);
      set.add(item);
    }
  }
  return [...members]
    .flatMap(([slice, items]) => {
      const named = slices[slice];
      const overlap = noiseFigure(
        overlapSums(valued, (at) => items.has(valued.items[at] ?? -1)),
        noiseOfFlips,
      );
      return overlap && named && overlap.pairs >= minPairs ? [{ by: named.by, value: named.value, overlap }] : [];
    })
    .sort((a, b) => b.overlap.epsilon.value - a.overlap.epsilon.value);
}

/** What the votes that there are are worth, and one more on each pair. */
function nowOf(valued: ValuedByAnnotation, epsilon: number): NoiseReport['now'] {
  let [pairs, votes, right, more] = [0, 0, 0, 0];
  eachUnit(valued, (begin, end) => {
    let strict = 0;
    for (let at = begin; at < end; at++) if (valued.values[at] !== 0) strict++;
    if (strict === 0) return;
    pairs++;
    votes += strict;
    right += majorityRight(strict, epsilon);
    more += majorityRight(strict + 1, epsilon);
  });
  return pairs === 0 ? null : { annotators: votes / pairs, right: right / pairs, withOneMore: more / pairs };
}
