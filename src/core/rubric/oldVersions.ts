import type { Annotation } from '../model/annotation';
import { versionInForce, type Rubrics } from '../model/rubric';
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

/** Gathers annotations by the old versions that they were made under, one after the other. */
export class OldVersions {
  private readonly inForce: ReadonlyMap<string, { readonly last: number; readonly kept: ReadonlySet<number> }>;
  /** By rubric and version. */
  private readonly found = new Map<string, Map<number, OldAnnotation[]>>();

  constructor({ rubrics }: Rubrics) {
    this.inForce = new Map(rubrics.map((rubric) => [rubric.id, { last: versionInForce(rubric).version, kept: new Set(rubric.versions.map(({ version }) => version)) }]));
  }

  /** Whether a version is in force no more. */
  isOld(rubric: string, version: number): boolean {
    return this.inForce.get(rubric)?.last !== version;
  }

  take({ id, item, annotator, rubrics }: Pick<Annotation, 'id' | 'item' | 'annotator' | 'rubrics'>): void {
    for (const { id: rubric, version } of rubrics) {
      if (!this.isOld(rubric, version)) continue;
      const versions = this.found.get(rubric) ?? new Map<number, OldAnnotation[]>();
      this.found.set(rubric, versions);
      const list = versions.get(version);
      if (list) list.push({ id, item, annotator });
      else versions.set(version, [{ id, item, annotator }]);
    }
  }

  /** By rubric in the order in which they were met, the oldest version first. */
  all(): UnderOldVersion[] {
    return [...this.found].flatMap(([rubric, versions]) => {
      const known = this.inForce.get(rubric);
      return [...versions].sort(([a], [b]) => a - b).map(([version, annotations]) => ({ rubric, version, inForce: known?.last, isKept: known?.kept.has(version) ?? false, annotations }));
    });
  }
}

/**
 * The annotations in force that were made under a version before the one in force. Reads no annotation where no version that any of them
 * names is old, and else each once. Labels of the source count too: they name what was in force when they were imported.
 */
export async function underOldVersions(study: Pick<Study, 'rubrics' | 'replay' | 'journal'>, signal?: AbortSignal): Promise<UnderOldVersion[]> {
  const old = new OldVersions(study.rubrics);
  const isAnyOld = [...study.replay.rubricVersions].some(([rubric, versions]) => [...versions].some((version) => old.isOld(rubric, version)));
  if (!isAnyOld) return [];
  for (const { ref } of study.replay.all()) {
    signal?.throwIfAborted();
    old.take(await study.journal.fetch(ref));
  }
  return old.all();
}
