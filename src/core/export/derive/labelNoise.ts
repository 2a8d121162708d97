import type { Annotation } from '../../model/annotation/annotation';
import type { NoiseVariant } from '../../model/study/recipe';
import type { Study } from '../../study/study';
import type { CurrentAnnotation } from '../../journal/replay';
import { OverlapNoise, RepeatNoise, type NoiseFigures, type Overlapping } from '../../quality/noise/noise';
import { ballotOf } from './ballots';
import type { ExportOptions } from '../format';
import type { Pair } from './pairs';
import { controlsLeftOut, isWanted, leftOutReason, unwantedReason } from '../rows/annotationSelection';
import { votesOn } from './votes';

/** How often labels are likely wrong: from blind repeats, and from items that several annotators judged. */
export interface LabelNoise {
  readonly repeats: NoiseFigures;
  readonly overlap: NoiseFigures;
}

/** Items whose judgements are read at a time. */
const batch = 256;

/** Reads what was judged more than once: nothing where only one annotator judged and nothing came again. */
export async function labelNoise(study: Study, options: ExportOptions): Promise<LabelNoise> {
  const controls = controlsLeftOut(study, options);
  const repeats = new RepeatNoise();
  const overlap = new OverlapNoise();
  const add = async (several: readonly (readonly CurrentAnnotation[])[]): Promise<void> => {
    const read = await annotationsOf(several.flat(), study);
    for (const currentAnnotations of several) {
      const wanted = currentAnnotations
        .flatMap(({ id }) => read.get(id) ?? [])
        .filter((annotation) => !unwantedReason(annotation, options));
      const ballot = (annotation: Annotation): Overlapping['ballots'][number] =>
        ballotOf(annotation, options.criterion);
      for (const annotator of new Set(wanted.map((annotation) => annotation.annotator))) {
        const own = wanted
          .filter((annotation) => annotation.annotator === annotator)
          .sort((a, b) => (a.repeat ?? 0) - (b.repeat ?? 0));
        if (own.length > 1) repeats.add({ annotator, ballots: own.map(ballot) });
      }
      overlap.add({ ballots: wanted.filter(({ repeat }) => repeat === undefined).map(ballot) });
    }
  };
  let several: (readonly CurrentAnnotation[])[] = [];
  for (const together of study.replay.together()) {
    const currentAnnotations = together.filter(
      (currentAnnotation) =>
        isWanted(currentAnnotation.annotator, options) &&
        !currentAnnotation.skipped &&
        !leftOutReason({ ...currentAnnotation, repeat: undefined }, options, controls),
    );
    if (currentAnnotations.length > 1) several.push(currentAnnotations);
    if (several.length < batch) continue;
    await add(several);
    several = [];
  }
  await add(several);
  return { repeats: repeats.figures(), overlap: overlap.figures() };
}

/** Annotations by their ids, read in the order in which they stand in their journals. */
async function annotationsOf(
  currentAnnotations: readonly CurrentAnnotation[],
  study: Study,
): Promise<ReadonlyMap<string, Annotation>> {
  const refs = currentAnnotations
    .map(({ ref }) => ref)
    .sort((a, b) => (a.source === b.source ? a.offset - b.offset : a.source < b.source ? -1 : 1));
  const read = new Map<string, Annotation>();
  for await (const some of study.journal.fetchAll(refs))
    for (const annotation of some) read.set(annotation.id, annotation);
  return read;
}

/**
 * The ε by which labels are softened: that of the overlap, where annotators do not know of each other's slips, else
 * that of the repeats; undefined where nothing was judged twice.
 */
export const epsilonOf = ({ repeats, overlap }: LabelNoise): number | undefined =>
  overlap.overall?.epsilon ?? repeats.overall?.epsilon;

/**
 * How likely a preference is right, given f votes for it and a against it, each of them wrong with chance ε and both
 * directions as likely before: 1 / (1 + (ε / (1 - ε))^(f - a)). With one vote it is 1 - ε, the label of conservative
 * DPO (E. Mitchell, A note on DPO with noisy preferences, 2023).
 */
export function likelihoodOf(votesFor: number, votesAgainst: number, epsilon: number): number {
  // Without any noise a single vote would be certain, and two that differ impossible.
  const odds = Math.min(0.499, Math.max(1e-3, epsilon));
  return 1 / (1 + (odds / (1 - odds)) ** (votesFor - votesAgainst));
}

/** A pair as the variant for label noise has it; undefined where that leaves it out. */
export function variantOf(
  pair: Pair,
  variant: NoiseVariant,
  all: readonly Annotation[],
  epsilon: number,
  criterion?: string,
): Pair | undefined {
  const { for: votes, against } = votesOn(all, pair.chosen.id, pair.rejected.id, criterion);
  if (variant === 'smooth') return { ...pair, share: likelihoodOf(votes, against, epsilon) };
  if (against <= votes) return pair;
  return variant === 'filter' ? undefined : turned(pair);
}

/**
 * A pair the other way round: what was said of the gap, the strength and the votes speaks against it as much as it
 * spoke for the pair as it was.
 */
function turned({ chosen, rejected, gap, strength, share, ...basis }: Pair): Pair {
  return {
    ...basis,
    chosen: rejected,
    rejected: chosen,
    gap: gap === undefined ? undefined : -gap,
    strength: strength === undefined ? undefined : -strength,
    share: share === undefined ? undefined : 1 - share,
  };
}
