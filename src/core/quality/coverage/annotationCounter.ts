import type { Annotation, Judgement } from '../../model/annotation/annotation';
import type { NamedAnnotation, NamedRate, VersionCount } from '../../model/report/coverage';
import { isWritten } from '../../model/item/judgedResponses';
import { proportionOf } from '../rate';
import { OldVersions } from '../../rubric/oldVersions';
import type { StudyCriteria } from './studyCriteria';
import { FirstExamples } from './items/firstExamples';
import { maxNamed } from './items/findItemFacts';
import { comparesResponses } from './preferences';

/** How annotations came about, counted while they come. */
export class AnnotationCounter {
  private annotations = 0;
  private skipped = 0;
  private comparing = 0;
  private readonly annotators = new Set<string>();
  /** Rows of items that were judged: 1 each. */
  private readonly items: Uint8Array;
  private readonly origins = new Map<string, number>();
  private readonly unreasoned = new FirstExamples<NamedAnnotation>(maxNamed);
  private readonly outdated = new FirstExamples<NamedAnnotation>(maxNamed);
  private readonly versions: OldVersions;

  /** @param items how many there are */
  constructor(
    private readonly study: StudyCriteria,
    items: number,
  ) {
    this.items = new Uint8Array(items);
    this.versions = new OldVersions(study.library);
  }

  /** Takes the next annotation. @param isFor whether a rubric is for its item */
  add(annotation: Annotation, row: number, ordinal: number, isFor: (rubric: string) => boolean): void {
    const { id, item, annotator, origin, judgement } = annotation;
    const named = (): NamedAnnotation => ({ annotation: id, item, ordinal, annotator });
    this.annotations++;
    this.annotators.add(annotator);
    this.items[row] = 1;
    const kind = originOf(origin);
    this.origins.set(kind, (this.origins.get(kind) ?? 0) + 1);
    if (judgement.skip) this.skipped++;
    if (this.versions.take(annotation, isFor)) this.outdated.add(id, named);
    if (!comparesResponses(judgement)) return;
    this.comparing++;
    if (!hasReason(judgement)) this.unreasoned.add(id, named);
  }

  /**
   * Rows of items that nobody judged, at most so many, and how many there are. A skip is no judgement, and an answer
   * all the same.
   */
  unjudged(most: number): { readonly count: number; readonly rows: readonly number[] } {
    const rows: number[] = [];
    let count = 0;
    for (const [row, is] of this.items.entries()) {
      if (is === 1) continue;
      count++;
      if (rows.length < most) rows.push(row);
    }
    return { count, rows };
  }

  get counts(): {
    annotations: number;
    skipped: number;
    annotators: number;
    items: number;
    origins: { origin: string; annotations: number }[];
  } {
    const origins = [...this.origins]
      .map(([origin, annotations]) => ({ origin, annotations }))
      .sort((a, b) => b.annotations - a.annotations || (a.origin < b.origin ? -1 : 1));
    return {
      annotations: this.annotations,
      skipped: this.skipped,
      annotators: this.annotators.size,
      items: this.items.reduce((sum, is) => sum + is, 0),
      origins,
    };
  }

  /** Annotations that prefer something and do not say why. */
  get withoutReason(): NamedRate<NamedAnnotation> {
    return {
      rate: proportionOf(this.unreasoned.count, this.comparing),
      count: this.unreasoned.count,
      first: this.unreasoned.all,
    };
  }

  /** Annotations made under another version of a rubric than the one in force. */
  get underOldVersions(): NamedRate<NamedAnnotation> & { readonly versions: readonly VersionCount[] } {
    const judged = this.annotations - this.skipped;
    const versions = this.study.rubrics.flatMap(({ id, current }) =>
      this.versions.countsOf(id).map(({ version, annotations }) => ({ rubric: id, version, current, annotations })),
    );
    return {
      rate: proportionOf(this.outdated.count, judged),
      count: this.outdated.count,
      first: this.outdated.all,
      versions,
    };
  }
}

/** Where an annotation comes from: "human", "imported" with the model that judged where it was one, or "model NAME". */
export const originOf = (origin: Annotation['origin']): string =>
  origin.kind === 'human'
    ? 'human'
    : `${origin.kind} ${origin.kind === 'model' ? origin.name : (origin.by ?? '')}`.trim();

/**
 * Whether something says why: a rationale, criteria that are named, a critique in words or spans, a note on a rating or
 * a verdict, or a comparison by a criterion.
 */
function hasReason({
  rationale = '',
  because = [],
  critiques = [],
  verdicts = [],
  ratings = [],
  comparisons = [],
}: Judgement): boolean {
  return (
    rationale.trim() !== '' ||
    because.length > 0 ||
    critiques.some(
      (critique) => isWritten(critique) || (critique.spans ?? []).length > 0 || (critique.missing ?? []).length > 0,
    ) ||
    verdicts.some(hasNote) ||
    ratings.some(hasNote) ||
    comparisons.some(({ criterion }) => criterion !== undefined)
  );
}

const hasNote = ({ note }: { readonly note?: string | undefined }): boolean => note !== undefined && note.trim() !== '';
