import type { LineRef } from '../journal/journal';
import type { Replay, CurrentAnnotation } from '../journal/replay';
import { noRow, ulidLength, type Row } from '../journal/annotationVersions';
import type { Item } from '../model/item/item';

/** An annotation in force that no item as it is now was the reason for: its item changed since, or is gone. */
export interface OrphanedAnnotation {
  /** 0-based place of the item as it is now; absent where it is gone. */
  readonly ordinal?: number;
  readonly ref: LineRef;
}

/**
 * Strays as plain data, for another thread: 66 bytes each, as there may be as many as there are annotations. Read with
 * `orphanAt`.
 */
export interface OrphanList {
  readonly sources: readonly string[];
  /** Ids of the annotations, one after the other. */
  readonly ids: string;
  /** Of each: source, line, offset, length, ordinal. */
  readonly numbers: Float64Array;
}

/** Annotations whose items changed or are gone. */
export interface OrphanedAnnotations {
  /** Their items have other texts now; in the order of the dataset. */
  readonly changed: OrphanList;
  /** Their items are no longer in the dataset. */
  readonly gone: OrphanList;
}

const columns = 5;

export const orphanCount = ({ ids }: OrphanList): number => ids.length / ulidLength;

/** The stray at `index`. Throws `RangeError` where there is none. */
export function orphanAt({ sources, ids, numbers }: OrphanList, index: number): OrphanedAnnotation {
  const [source = -1, line = 0, offset = 0, length = 0, ordinal = -1] = numbers.subarray(
    index * columns,
    (index + 1) * columns,
  );
  const path = sources[source];
  if (path === undefined) throw new RangeError(`there is no stray ${index}`);
  return {
    ...(ordinal >= 0 && { ordinal }),
    ref: { source: path, id: ids.slice(index * ulidLength, (index + 1) * ulidLength), line, offset, length },
  };
}

/** Indices of the strays on the item at `ordinal`, in a list in the order of the dataset. */
export function orphansOn({ numbers }: OrphanList, ordinal: number): number[] {
  const at = (index: number): number => numbers[index * columns + columns - 1] ?? Infinity;
  let [low, high] = [0, numbers.length / columns];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(middle) < ordinal) low = middle + 1;
    else high = middle;
  }
  const found: number[] = [];
  for (let index = low; at(index) === ordinal; index++) found.push(index);
  return found;
}

/**
 * Tells whether an annotation is (still) in force and its item, as it is now, another than the one that it was made on.
 */
export function isOrphaned(
  replay: Replay,
  {
    id,
    annotator,
    item,
    hash,
    ...rest
  }: Pick<CurrentAnnotation, 'id' | 'annotator' | 'item' | 'hash' | 'context' | 'repeat' | 'turn' | 'role'>,
  now: Pick<Item, 'id' | 'hash'> | undefined,
): boolean {
  if (!now) return replay.current(annotator, item, rest)?.id === id;
  return now.id === item && now.hash !== hash && replay.on(annotator, now, rest)?.id === id;
}

/**
 * Finds strays while somebody reads a dataset: hears of each item, and keeps nothing but what is known of annotations.
 */
export class OrphanFinder {
  private readonly met = new Set<string>();
  /** Annotations whose item is there as they say. */
  private readonly held = new Set<Row>();
  /** Those that were met with other texts, and where first; one may yet be held by a later item of the same id. */
  private readonly changed = new Map<Row, number>();
  private readonly judges: ReturnType<Replay['judgesByItem']>;

  constructor(private readonly replay: Replay) {
    this.judges = replay.judgesByItem();
  }

  /** Hears of the item at `ordinal`; they come in the dataset's order. */
  look(item: Pick<Item, 'id' | 'hash'>, ordinal: number): void {
    const judges = this.judges.get(item.id);
    if (!judges) return;
    this.met.add(item.id);
    for (const history of judges) {
      const row = history.judged(item);
      if (row !== noRow) this.held.add(row);
      else {
        const changed = history.inForce(item.id);
        if (changed !== noRow && !this.changed.has(changed)) this.changed.set(changed, ordinal);
      }
    }
  }

  /** Every stray, once the whole dataset was heard of. */
  found(): OrphanedAnnotations {
    const { met, held, changed, replay } = this;
    return {
      changed: listOf(
        [...changed].flatMap(([row, ordinal]) => (held.has(row) ? [] : [{ ordinal, ref: replay.refOf(row) }])),
      ),
      gone: listOf(replay.all(undefined, (item) => !met.has(item))),
    };
  }
}

function listOf(orphans: Iterable<OrphanedAnnotation>): OrphanList {
  const sources: string[] = [];
  const ids: string[] = [];
  const numbers: number[] = [];
  for (const { ordinal = -1, ref } of orphans) {
    let number = sources.indexOf(ref.source);
    if (number < 0) number = sources.push(ref.source) - 1;
    ids.push(ref.id);
    numbers.push(number, ref.line, ref.offset, ref.length, ordinal);
  }
  return { sources, ids: ids.join(''), numbers: Float64Array.from(numbers) };
}
