import { isDeepStrictEqual } from 'node:util';
import { criterionFields, type Criterion, type CriterionFields } from '../model/rubric/criterion';
import type { RubricVersion } from '../model/rubric/rubric';

/** The differences from one version of a rubric to another, as data. */
export interface VersionDifference {
  readonly added: readonly Criterion[];
  readonly removed: readonly Criterion[];
  readonly changed: readonly ChangedCriterion[];
  /**
   * Criteria whose importance among those that both versions have is another: the fewest that, moved, make one order of
   * the other.
   */
  readonly moved: readonly MovedCriterion[];
}

export interface ChangedCriterion {
  readonly id: string;
  /** In the order in which a criterion is written. */
  readonly fields: readonly (keyof CriterionFields)[];
  readonly before: Criterion;
  readonly after: Criterion;
}

export interface MovedCriterion {
  readonly id: string;
  /** 0-based places among all criteria of the version before, and of the one after. */
  readonly from: number;
  readonly to: number;
}

/** The difference of two versions, in the order of the later one; what was removed in that of the earlier. */
export function differenceOf(
  before: Pick<RubricVersion, 'criteria'>,
  after: Pick<RubricVersion, 'criteria'>,
): VersionDifference {
  const placeBefore = new Map(before.criteria.map(({ id }, place) => [id, place]));
  const kept = after.criteria.flatMap((criterion, to) => {
    const from = placeBefore.get(criterion.id);
    const old = from === undefined ? undefined : before.criteria[from];
    return from === undefined || !old ? [] : [{ id: criterion.id, from, to, before: old, after: criterion }];
  });
  const names = new Set(after.criteria.map(({ id }) => id));
  const inOrder = maxRise(kept.map(({ from }) => from));
  return {
    added: after.criteria.filter(({ id }) => !placeBefore.has(id)),
    removed: before.criteria.filter(({ id }) => !names.has(id)),
    changed: kept
      .map(({ id, before: old, after: now }) => ({
        id,
        fields: criterionFields.filter((field) => !isDeepStrictEqual(old[field], now[field])),
        before: old,
        after: now,
      }))
      .filter(({ fields }) => fields.length > 0),
    moved: kept.filter((_, at) => !inOrder.has(at)).map(({ id, from, to }) => ({ id, from, to })),
  };
}

/**
 * The places of a longest subsequence that rises (patience sorting, O(n log n)): what is in it stands in order, and the
 * fewest are not in it.
 */
function maxRise(values: readonly number[]): Set<number> {
  /** Of each length: the place at which a rise of that length ends lowest. */
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [place, value] of values.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[place] = ends[low - 1] ?? -1;
    ends[low] = place;
  }
  const found = new Set<number>();
  for (let place = ends.at(-1) ?? -1; place >= 0; place = previous[place] ?? -1) found.add(place);
  return found;
}
