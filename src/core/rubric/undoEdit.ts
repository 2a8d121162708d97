import { isDeepStrictEqual } from 'node:util';
import { problem, UserError } from '../model/problems/problem';
import { versionInForce, type Rubric, type Rubrics } from '../model/rubric/rubric';
import { changeRubric, removeRubric } from './library';
import { isUsed, withRubric, withCriteria, type EditContext } from './versions';

/** The rubrics that an edit changed, before and after. */
export interface Edit {
  readonly touched: readonly TouchedRubric[];
  /** Ids in their order, before and after, where rubrics that were there at both times changed places. */
  readonly order?: { readonly before: readonly string[]; readonly after: readonly string[] };
}

interface TouchedRubric {
  readonly id: string;
  /** Undefined where the edit added it. */
  readonly before: Rubric | undefined;
  /** Undefined where the edit took it out. */
  readonly after: Rubric | undefined;
  /** Its place among the rubrics. */
  readonly at: number;
}

/** The edit that leads from one library to another; undefined where they are the same. */
export function editOf(before: Rubrics, after: Rubrics): Edit | undefined {
  const [old, now] = [byId(before), byId(after)];
  const touched: TouchedRubric[] = [];
  for (const [at, rubric] of before.rubrics.entries()) {
    const later = now.get(rubric.id);
    if (later !== rubric && !isDeepStrictEqual(later, rubric))
      touched.push({ id: rubric.id, before: rubric, after: later, at });
  }
  for (const [at, rubric] of after.rubrics.entries())
    if (!old.has(rubric.id)) touched.push({ id: rubric.id, before: undefined, after: rubric, at });
  const [first, second] = [
    before.rubrics.filter(({ id }) => now.has(id)).map(({ id }) => id),
    after.rubrics.filter(({ id }) => old.has(id)).map(({ id }) => id),
  ];
  const order = isDeepStrictEqual(first, second)
    ? undefined
    : { before: before.rubrics.map(({ id }) => id), after: after.rubrics.map(({ id }) => id) };
  return touched.length === 0 && !order ? undefined : { touched, ...(order && { order }) };
}

/** The edit that takes another one back. */
export function reversed({ touched, order }: Edit): Edit {
  return {
    touched: touched.map(({ id, before, after, at }) => ({ id, before: after, after: before, at })),
    ...(order && { order: { before: order.after, after: order.before } }),
  };
}

/** Joins two edits that follow one another; undefined where the second does not begin where the first ended. */
export function joined(first: Edit, second: Edit): Edit | undefined {
  const [one] = first.touched;
  const [other] = second.touched;
  const areSimple = first.touched.length === 1 && second.touched.length === 1 && !first.order && !second.order;
  if (!areSimple || !one || !other || one.id !== other.id || !isDeepStrictEqual(one.after, other.before))
    return undefined;
  return { touched: [{ ...one, after: other.after }] };
}

/** Counts the criteria that an edit keeps in memory, in all versions. */
export function sizeOf({ touched }: Edit): number {
  return touched.reduce(
    (sum, { before, after }) =>
      sum +
      [before, after].reduce(
        (count, rubric) => count + (rubric?.versions.reduce((total, { criteria }) => total + criteria.length, 0) ?? 0),
        0,
      ),
    0,
  );
}

/**
 * Takes an edit back. What nobody judged under is as it was; where somebody has judged under what the edit made, that
 * stays and a version like the one before comes behind it. Throws `UserError` where a rubric that it touched was
 * changed since.
 */
export function undoEdit(rubrics: Rubrics, edit: Edit, editing: EditContext): Rubrics {
  const now = byId(rubrics);
  for (const { id, before, after } of edit.touched) {
    if (!isDeepStrictEqual(now.get(id), after))
      throw new UserError(problem('rubric.changedSince', { title: (after ?? before)?.title ?? id }));
  }
  const undone = edit.touched.reduce((library, touched) => asBefore(library, touched, editing), rubrics);
  return edit.order ? inOrder(undone, edit.order.before) : undone;
}

function asBefore(rubrics: Rubrics, { id, before, after, at }: TouchedRubric, editing: EditContext): Rubrics {
  if (!before) return removeRubric(rubrics, id, editing);
  if (!after) {
    const place = Math.min(at, rubrics.rubrics.length);
    return { ...rubrics, rubrics: [...rubrics.rubrics.slice(0, place), before, ...rubrics.rubrics.slice(place)] };
  }
  const kept = new Map(before.versions.map((version) => [version.version, version]));
  const isBound = after.versions.some(
    (version) => isUsed(editing.used, id, version.version) && !isDeepStrictEqual(kept.get(version.version), version),
  );
  if (!isBound) return withRubric(rubrics, before);
  const { title, description, scope } = before;
  return withCriteria(
    changeRubric(rubrics, id, { title, description, scope }),
    id,
    () => versionInForce(before).criteria,
    editing,
  );
}

/** Puts the rubrics that a list names into its order; others stay behind the one that they follow. */
function inOrder(rubrics: Rubrics, ids: readonly string[]): Rubrics {
  const named = byId(rubrics);
  const wanted = ids.flatMap((id) => named.get(id) ?? []);
  const among = new Set(ids);
  let next = 0;
  return {
    ...rubrics,
    rubrics: rubrics.rubrics.map((rubric) => (among.has(rubric.id) ? (wanted[next++] ?? rubric) : rubric)),
  };
}

const byId = ({ rubrics }: Rubrics): Map<string, Rubric> => new Map(rubrics.map((rubric) => [rubric.id, rubric]));
