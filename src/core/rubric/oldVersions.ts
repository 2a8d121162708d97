import type { Annotation } from '../model/annotation/annotation';
import { versionInForce, type RubricRef, type Rubrics } from '../model/rubric/rubric';
import type { Study } from '../study/study';

/** An annotation in force, and what it is of. */
export interface OldAnnotation {
  readonly id: string;
  readonly item: string;
  readonly annotator: string;
}

/** Annotations in force that were made under a version before the one in force. */
export interface UnderOldVersion {
  readonly rubric: string;
  readonly version: number;
  /** The version in force now; undefined where the library has no such rubric. */
  readonly inForce: number | undefined;
  /** Whether the library still has the version that they were made under. */
  readonly isKept: boolean;
  readonly annotations: readonly OldAnnotation[];
}

/**
 * The rubric versions that an annotation was made under: those that it names. A skip judges by none, and a label of the
 * source that gives no verdicts was made under none, whatever stood in force when it was imported: nobody can make it
 * again.
 */
export function madeUnder({
  rubrics,
  origin,
  judgement,
}: Pick<Annotation, 'rubrics' | 'origin' | 'judgement'>): readonly RubricRef[] {
  return judgement.skip !== undefined || (origin.kind === 'imported' && !judgement.verdicts?.length) ? none : rubrics;
}

const none: readonly RubricRef[] = [];

/**
 * Gathers annotations by the versions that they were made under, one after the other; the only count of that there is.
 */
export class OldVersions {
  private readonly inForce: ReadonlyMap<string, { readonly last: number; readonly kept: ReadonlySet<number> }>;
  /** By rubric and version. */
  private readonly found = new Map<string, Map<number, OldAnnotation[]>>();
  private readonly counts = new Map<string, Map<number, number>>();

  constructor({ rubrics }: Rubrics) {
    this.inForce = new Map(
      rubrics.map((rubric) => [
        rubric.id,
        { last: versionInForce(rubric).version, kept: new Set(rubric.versions.map(({ version }) => version)) },
      ]),
    );
  }

  /** Tells whether a version is in force no more. */
  isOld(rubric: string, version: number): boolean {
    return this.inForce.get(rubric)?.last !== version;
  }

  /**
   * Takes an annotation; tells whether it was made under any version that is old.
   * @param isFor whether a rubric counts for it
   */
  take(
    annotation: Pick<Annotation, 'id' | 'item' | 'annotator' | 'rubrics' | 'origin' | 'judgement'>,
    isFor: (rubric: string) => boolean = () => true,
  ): boolean {
    const { id, item, annotator } = annotation;
    let isAny = false;
    for (const { id: rubric, version } of madeUnder(annotation)) {
      if (!isFor(rubric)) continue;
      const counts = known(this.counts, rubric, () => new Map<number, number>());
      counts.set(version, (counts.get(version) ?? 0) + 1);
      if (!this.isOld(rubric, version)) continue;
      isAny = true;
      known(
        known(this.found, rubric, () => new Map<number, OldAnnotation[]>()),
        version,
        () => [],
      ).push({ id, item, annotator });
    }
    return isAny;
  }

  /** Counts the annotations under each version of a rubric, the latest first. */
  countsOf(rubric: string): { readonly version: number; readonly annotations: number }[] {
    return [...(this.counts.get(rubric) ?? [])]
      .map(([version, annotations]) => ({ version, annotations }))
      .sort((a, b) => b.version - a.version);
  }

  /** By rubric in the order in which they were met, the oldest version first. */
  all(): UnderOldVersion[] {
    return [...this.found].flatMap(([rubric, versions]) => {
      const known = this.inForce.get(rubric);
      return [...versions]
        .sort(([a], [b]) => a - b)
        .map(([version, annotations]) => ({
          rubric,
          version,
          inForce: known?.last,
          isKept: known?.kept.has(version) ?? false,
          annotations,
        }));
    });
  }
}

/** Gives the value of a key in `map`; makes it where there is none yet. */
function known<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

/**
 * The annotations in force that were made under a version before the one in force (see `madeUnder`). Reads no
 * annotation where no version that any of them names is old, and else each once.
 */
export async function underOldVersions(
  study: Pick<Study, 'rubrics' | 'replay' | 'journal'>,
  signal?: AbortSignal,
): Promise<UnderOldVersion[]> {
  const old = new OldVersions(study.rubrics);
  const isAnyOld = [...study.replay.rubricVersions].some(([rubric, versions]) =>
    [...versions].some((version) => old.isOld(rubric, version)),
  );
  if (!isAnyOld) return [];
  const refs = Array.from(study.replay.all(), ({ ref }) => ref).sort((a, b) =>
    a.source === b.source ? a.offset - b.offset : a.source < b.source ? -1 : 1,
  );
  for await (const annotations of study.journal.fetchAll(refs)) {
    signal?.throwIfAborted();
    for (const annotation of annotations) old.take(annotation);
  }
  return old.all();
}
