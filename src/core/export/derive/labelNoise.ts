import type { Annotation } from '../../model/annotation';
import type { NoiseVariant } from '../../model/recipe';
import type { Study } from '../../study/study';
import type { Standing } from '../../journal/replay';
import { noiseOfOverlap, noiseOfRepeats, type NoiseFigures, type Overlapping, type Repeated } from '../../quality/noise';
import { ballotOf } from './ballots';
import type { ExportOptions } from '../options';
import type { Pair } from './pairs';
import { controlsLeftOut, isWanted, leftOut, unwanted } from '../rows/selection';
import { votesOn } from './votes';

/** How often labels are likely wrong (C23): from blind repeats, and from items that several annotators judged. */
export interface LabelNoise {
  readonly repeats: NoiseFigures;
  readonly overlap: NoiseFigures;
}

/** Reads what was judged more than once: nothing where only one annotator judged and nothing came again. */
export async function labelNoise(study: Study, options: ExportOptions): Promise<LabelNoise> {
  const byItem = new Map<string, Standing[]>();
  const controls = controlsLeftOut(study, options);
  if (study.replay.annotators().length > 1 || hasRepeats(study)) {
    for (const standing of study.replay.all()) {
      if (!isWanted(standing.annotator, options) || standing.skipped || leftOut({ ...standing, repeat: undefined }, options, controls)) continue;
      const key = JSON.stringify([standing.item, standing.hash, standing.context ?? null]);
      const known = byItem.get(key);
      if (known) known.push(standing);
      else byItem.set(key, [standing]);
    }
  }
  const several = [...byItem.values()].filter(({ length }) => length > 1);
  const repeats: Repeated[] = [];
  const overlap: Overlapping[] = [];
  for (const standings of several) {
    const read: Annotation[] = [];
    for await (const some of study.journal.fetchAll(standings.map(({ ref }) => ref))) read.push(...some.filter((annotation) => !unwanted(annotation, options)));
    const ballot = (annotation: Annotation): Overlapping['ballots'][number] => ballotOf(annotation, options.criterion);
    for (const annotator of new Set(read.map((annotation) => annotation.annotator))) {
      const own = read.filter((annotation) => annotation.annotator === annotator).sort((a, b) => (a.repeat ?? 0) - (b.repeat ?? 0));
      if (own.length > 1) repeats.push({ annotator, ballots: own.map(ballot) });
    }
    overlap.push({ ballots: read.filter(({ repeat }) => repeat === undefined).map(ballot) });
  }
  return { repeats: noiseOfRepeats(repeats), overlap: noiseOfOverlap(overlap) };
}

function hasRepeats(study: Study): boolean {
  for (const { repeat } of study.replay.all()) if (repeat !== undefined) return true;
  return false;
}

/** The ε by which labels are softened: that of the overlap, where annotators do not know of each other's slips, else that of the repeats; undefined where nothing was judged twice. */
export const epsilonOf = ({ repeats, overlap }: LabelNoise): number | undefined => overlap.overall?.epsilon ?? repeats.overall?.epsilon;

/**
 * How likely a preference is right, given f votes for it and a against it, each of them wrong with chance ε and both directions as likely before: 1 / (1 + (ε / (1 - ε))^(f - a)). With one vote it is 1 - ε,
 * the label of conservative DPO (E. Mitchell, A note on DPO with noisy preferences, 2023).
 */
export function likelihoodOf(votesFor: number, votesAgainst: number, epsilon: number): number {
  // Without any noise a single vote would be certain, and two that differ impossible.
  const odds = Math.min(0.499, Math.max(1e-3, epsilon));
  return 1 / (1 + (odds / (1 - odds)) ** (votesFor - votesAgainst));
}

/** A pair as the variant for label noise has it; undefined where that leaves it out. */
export function variantOf(pair: Pair, variant: NoiseVariant, all: readonly Annotation[], epsilon: number, criterion?: string): Pair | undefined {
  const { for: votes, against } = votesOn(all, pair.chosen.id, pair.rejected.id, criterion);
  if (variant === 'smooth') return { ...pair, share: likelihoodOf(votes, against, epsilon) };
  if (against <= votes) return pair;
  return variant === 'filter' ? undefined : { ...pair, chosen: pair.rejected, rejected: pair.chosen };
}
