import type { JudgeKind } from '../../model/annotation/judgeKind';
import type { NoiseFigure, NoiseReport } from '../../model/report/quality';
import { fewestItems } from '../bootstrap';
import { estimateOf, ItemSums } from '../estimate';
import { rateOf } from '../rate';
import { eachUnit, firstBy, valuesOf, type ValuedByAnnotation, type Wanted } from '../judgements/valuesOf';
import type { StudyJudgements } from '../judgements/studyJudgements';
import type { KnownPreferences } from '../judgements/knownPreferences';
import { majorityOfNoise, majorityOfVotes, type Votes } from './majority';
import { maxNoise, noiseOfFlips } from './noise';

/** Slices with fewer pairs that several judged are not told. */
const minPairs = 20;
/** By an annotator, the number of the group that wants the same (see `groupsOf`): what two groups part on is no noise. */
type GroupOf = (annotator: number) => number;
const ofOneMind: GroupOf = () => 0;

/** Returns how often preferences are the wrong way round, by three sources beside each other. */
export function noiseBySource(
  judgements: StudyJudgements,
  voters: readonly JudgeKind[],
  known: KnownPreferences,
  groupOf: GroupOf = ofOneMind,
  valued: ValuedByAnnotation = preferencesOf(judgements, voters),
): Pick<NoiseReport, 'overlap' | 'repeats' | 'controls'> {
  const wanted = firstBy(judgements, voters);
  return {
    overlap: noiseFigure(overlapSums(valued, groupOf), noiseOfFlips),
    repeats: noiseFigure(repeatSums(judgements, voters), noiseOfFlips),
    controls: noiseFigure(controlSums(judgements, wanted, known), (wrong) => Math.min(maxNoise, wrong)),
  };
}

/** Returns the same with the slices that differ, and how often a majority is right, which takes longest to work out. */
export function noiseReportOf(
  judgements: StudyJudgements,
  voters: readonly JudgeKind[],
  known: KnownPreferences,
  groupOf: GroupOf = ofOneMind,
): NoiseReport {
  const valued = preferencesOf(judgements, voters);
  const sources = noiseBySource(judgements, voters, known, groupOf, valued);
  const { overlap, repeats, controls } = sources;
  const votes = votesOf(valued, groupOf);
  const single = controls ?? repeats;
  return {
    ...sources,
    slices: sliceNoise(judgements, valued, groupOf),
    majorityFrom: overlap ? 'overlap' : controls ? 'controls' : repeats ? 'repeats' : null,
    ...(overlap
      ? majorityOfVotes(votes)
      : single
        ? majorityOfNoise(single.epsilon, votes)
        : { majority: [], majorityBy: null, heldOut: null, now: null }),
  };
}

const preferencesOf = (judgements: StudyJudgements, voters: readonly JudgeKind[]): ValuedByAnnotation =>
  valuesOf(judgements, 'preferences', firstBy(judgements, voters));

/** Pairs by their strict votes, those of each group by themselves. */
function votesOf(valued: ValuedByAnnotation, groupOf: GroupOf): Votes {
  const counts = new Map<string, { more: number; less: number; count: number }>();
  let [items, item] = [0, -1];
  eachUnit(valued, (begin, end) => {
    const groups = new Map<number, [first: number, second: number]>();
    for (let at = begin; at < end; at++) {
      const value = valued.values[at] ?? 0;
      if (value === 0) continue;
      const group = groupOf(valued.annotators[at] ?? 0);
      const own = groups.get(group) ?? [0, 0];
      groups.set(group, own);
      own[value > 0 ? 0 : 1]++;
    }
    if (groups.size > 0 && valued.items[begin] !== item) {
      item = valued.items[begin] ?? -1;
      items++;
    }
    for (const [first, second] of groups.values()) {
      const [more, less] = [Math.max(first, second), Math.min(first, second)];
      const key = `${more} ${less}`;
      const own = counts.get(key) ?? { more, less, count: 0 };
      counts.set(key, own);
      own.count++;
    }
  });
  return { counts: [...counts.values()], items };
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

/** By item: pairs of annotators of one group who have a strict preference on the same two, and those who differ. */
export function overlapSums(
  valued: ValuedByAnnotation,
  groupOf: GroupOf = ofOneMind,
  isOf: (at: number) => boolean = () => true,
): ItemSums {
  const sums = new ItemSums(2);
  let item = -1;
  let row: Float64Array = new Float64Array(2);
  eachUnit(valued, (begin, end) => {
    let [differ, pairs] = [0, 0];
    for (let a = begin; a < end; a++) {
      if (valued.values[a] === 0 || !isOf(a)) continue;
      const group = groupOf(valued.annotators[a] ?? 0);
      for (let b = a + 1; b < end; b++) {
        if (valued.values[b] === 0 || !isOf(b) || groupOf(valued.annotators[b] ?? 0) !== group) continue;
        pairs++;
        if (valued.values[a] !== valued.values[b]) differ++;
      }
    }
    if (pairs === 0) return;
    if (valued.items[begin] !== item) {
      item = valued.items[begin] ?? -1;
      row = sums.item();
    }
    row[0] = (row[0] ?? 0) + differ;
    row[1] = (row[1] ?? 0) + pairs;
  });
  return sums;
}

/** Counts by item what came again to an annotator, each held against the one before, and what differs. */
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

function sliceNoise(judgements: StudyJudgements, valued: ValuedByAnnotation, groupOf: GroupOf): NoiseReport['slices'] {
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
        overlapSums(valued, groupOf, (at) => items.has(valued.items[at] ?? -1)),
        noiseOfFlips,
      );
      return overlap && named && overlap.pairs >= minPairs ? [{ by: named.by, value: named.value, overlap }] : [];
    })
    .sort((a, b) => b.overlap.epsilon.value - a.overlap.epsilon.value);
}
