import type { CurrentAnnotation } from '../../journal/replay';
import { isPlainKey, wholeOf } from '../../model/annotation/judgementKey';
import type { Study } from '../../study/study';
import { draftName, orderSeed } from '../drafts/draftName';

/**
 * How far an annotator is with an item as it stands, judged as a whole or a turn of it; what was judged under a
 * context, or when it came again, makes no difference. `empty`: not judged. `draft`: something is not saved. `saved`,
 * `skipped`: a judgement stands. `imported`: a label of the source stands. `stale`: one stands that was made on other
 * texts than the item's.
 */
export const itemStatuses = ['empty', 'draft', 'saved', 'skipped', 'imported', 'stale'] as const;
export type ItemStatus = (typeof itemStatuses)[number];

/** Identifies an item and its texts. */
export interface ItemRef {
  readonly id: string;
  readonly hash: string;
}

export type Judged = Pick<CurrentAnnotation, 'hash' | 'skipped' | 'imported'>;

/** The facts that the statuses of a study's items follow from, for one annotator. */
export interface Judgements {
  /** Absolute path of the project. */
  readonly study: string;
  /** The study's seed. */
  readonly seed: number;
  readonly annotator: string;
  /** Names of drafts (see `draftName`). */
  readonly drafts: ReadonlySet<string>;
  /** The annotation in force on an item. */
  readonly currentAnnotation: (item: ItemRef) => Judged | undefined;
}

export function statusOf({ study, seed, annotator, drafts, currentAnnotation }: Judgements, item: ItemRef): ItemStatus {
  if (
    drafts.size > 0 &&
    drafts.has(
      draftName({ study, annotator, item: item.id, hash: item.hash, seed: orderSeed(item.id, seed, annotator) }),
    )
  )
    return 'draft';
  const judged = currentAnnotation(item);
  if (!judged) return 'empty';
  if (judged.hash !== item.hash) return 'stale';
  if (judged.skipped) return 'skipped';
  return judged.imported ? 'imported' : 'saved';
}

/** `Judgements` as plain data, for another thread. */
export interface JudgementsData extends Omit<Judgements, 'currentAnnotation'> {
  /** By the item's id: of the items as they stand. */
  readonly currentAnnotations: ReadonlyMap<string, Judged>;
}

export function dataOf({ currentAnnotation: _, ...rest }: Judgements, { replay }: Study): JudgementsData {
  const currentAnnotations = new Map<string, Judged>();
  for (const { item, hash, skipped, imported, ...judgementKey } of replay.everyCounted(rest.annotator))
    if (isPlainKey(wholeOf(judgementKey))) currentAnnotations.set(item, { hash, skipped, imported });
  return { ...rest, currentAnnotations };
}

export function judgementsOf({ currentAnnotations, ...rest }: JudgementsData): Judgements {
  return { ...rest, currentAnnotation: ({ id }) => currentAnnotations.get(id) };
}

/** So many annotations are fetched at a time. */
const together = 64;

/**
 * Ids of the items that an annotator's judgements flag, with a certain flag or (`''`) with any. Reads every judgement
 * once.
 */
export async function flaggedItems(
  { replay, journal }: Study,
  annotator: string,
  flag: string,
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const currentAnnotations = [...replay.all(annotator)];
  const flagged = new Set<string>();
  for (let at = 0; at < currentAnnotations.length; at += together) {
    signal?.throwIfAborted();
    const annotations = await Promise.all(
      currentAnnotations.slice(at, at + together).map(({ ref }) => journal.fetch(ref)),
    );
    for (const { item, judgement } of annotations)
      if (judgement.flags?.some((each) => flag === '' || each.flag === flag)) flagged.add(item);
  }
  return flagged;
}
