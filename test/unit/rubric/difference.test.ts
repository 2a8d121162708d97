import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Criterion } from '../../../src/core/model/rubric/criterion';
import { differenceOf } from '../../../src/core/rubric/difference';
import { criterion } from '../made/rubrics';

const version = (...criteria: Criterion[]): { criteria: Criterion[] } => ({ criteria });
const named = (...ids: string[]): { criteria: Criterion[] } => version(...ids.map((id) => criterion(id)));
const nothing = { added: [], removed: [], changed: [], moved: [] };

describe('the difference of two versions', () => {
  it('tells what was added, removed and changed, field by field', () => {
    const before = version(criterion('short'), criterion('clear', { gate: { threshold: 1 }, tags: ['a'] }));
    const clear = criterion('clear', { weight: 2, tags: ['a'] });
    expect(differenceOf(before, version(criterion('kind'), clear))).toEqual({
      added: [criterion('kind')],
      removed: [criterion('short')],
      changed: [{ id: 'clear', fields: ['weight', 'gate'], before: before.criteria[1], after: clear }],
      moved: [],
    });
  });

  it.each<[string, string[], string[], unknown[]]>([
    ['one to the front', ['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c'], [{ id: 'd', from: 3, to: 0 }]],
    ['one to the end', ['a', 'b', 'c', 'd'], ['b', 'c', 'd', 'a'], [{ id: 'a', from: 0, to: 3 }]],
    ['none, where others came and went', ['a', 'b', 'c'], ['x', 'b', 'y', 'c'], []],
  ])('tells of the fewest that were moved: %s', (_, before, after, moved) => {
    expect(differenceOf(named(...before), named(...after)).moved).toEqual(moved);
  });

  it('is nothing between a version and itself', () => {
    const one = named('a', 'b');
    expect(differenceOf(one, structuredClone(one))).toEqual(nothing);
  });

  it('leads from one to the other', () => {
    const anyVersion = fc
      .shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'f'])
      .chain((ids) =>
        fc
          .array(fc.constantFrom(1, 2), { minLength: ids.length, maxLength: ids.length })
          .map((weights) => version(...ids.map((id, at) => criterion(id, { weight: weights[at] ?? 1 })))),
      );
    fc.assert(
      fc.property(anyVersion, anyVersion, (before, after) => {
        const { added, removed, changed, moved } = differenceOf(before, after);
        const gone = new Set(removed.map(({ id }) => id));
        const apart = new Set(moved.map(({ id }) => id));
        const settled = before.criteria.filter(({ id }) => !gone.has(id) && !apart.has(id)).map(({ id }) => id);
        // What was neither added nor moved stands in the order of both.
        expect(
          after.criteria
            .filter(({ id }) => !apart.has(id) && !added.some((each) => each.id === id))
            .map(({ id }) => id),
        ).toEqual(settled);
        for (const { id, to } of moved) expect(after.criteria[to]?.id).toBe(id);
        for (const each of changed) expect(each.fields).toEqual(['weight']);
        expect(added.length + before.criteria.length - removed.length).toBe(after.criteria.length);
      }),
    );
  });
});
