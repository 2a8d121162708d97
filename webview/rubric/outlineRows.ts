import type { CriterionLine, RubricLine, RubricPlace } from '../../src/core/model/rubric/rubricView';

/** A row of the outline. */
export type Row =
  | { readonly kind: 'rubric'; readonly rubric: RubricLine; readonly at: number; readonly open: boolean }
  /** `at`: its importance, from 0, among `of` criteria. */
  | { readonly kind: 'criterion'; readonly rubric: RubricLine; readonly criterion: CriterionLine; readonly at: number };

/** What a search found; see `RubricReplies.search`. */
export interface Found {
  readonly criteria: ReadonlySet<string>;
  readonly rubrics: ReadonlySet<string>;
}

/**
 * The rows of the outline. While something is searched for only what was found is there: criteria with the rubrics that
 * they are of, and rubrics that were found themselves with all their criteria, whether they are folded or not.
 */
export function rowsOf(rubrics: readonly RubricLine[], folded: ReadonlySet<string>, found: Found | undefined): Row[] {
  return rubrics.flatMap((rubric, at) => {
    const isWhole = !found || found.rubrics.has(rubric.id);
    const criteria = rubric.criteria.flatMap((criterion, place): Row[] =>
      isWhole || found.criteria.has(criterion.id) ? [{ kind: 'criterion', rubric, criterion, at: place }] : [],
    );
    if (found && !isWhole && criteria.length === 0) return [];
    const open = found !== undefined || !folded.has(rubric.id);
    return [{ kind: 'rubric' as const, rubric, at, open }, ...(open ? criteria : [])];
  });
}

export const placeOf = (row: Row): RubricPlace => ({
  rubric: row.rubric.id,
  criterion: row.kind === 'criterion' ? row.criterion.id : null,
});

export const samePlace = (one: RubricPlace | null, other: RubricPlace | null): boolean =>
  one?.rubric === other?.rubric && one?.criterion === other?.criterion;

/** Finds the row of a place: its own, or that of its rubric where that is folded; -1 where neither is there. */
export function rowAt(rows: readonly Row[], place: RubricPlace | null): number {
  if (!place) return -1;
  const own = rows.findIndex((row) => samePlace(placeOf(row), place));
  return own >= 0 ? own : rows.findIndex((row) => row.kind === 'rubric' && row.rubric.id === place.rubric);
}

/**
 * Where a key leads from a row of so many; undefined for keys that lead nowhere. `page`: so many rows are on the
 * screen.
 */
export function rowBy(key: string, from: number, count: number, page: number): number | undefined {
  const last = count - 1;
  const to = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: last, PageDown: from + page, PageUp: from - page }[
    key
  ];
  return to === undefined || count === 0 ? undefined : Math.min(Math.max(to, 0), last);
}
