import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { projectSchema } from '../../../src/core/model/study/project';
import {
  annotatorsOf,
  isFor,
  assignmentOf,
  meanCount,
  type Assignment,
} from '../../../src/core/model/study/assignment';

const items = [...Array(3000).keys()].map((n) => `item-${n}`);
const annotators = ['ana', 'ben', 'cleo', 'dov', 'eve'];
const shares = (names: readonly string[], perItem: number, seed = 1): Assignment => ({
  annotators: names,
  perItem,
  seed,
});

describe('sharing items out', () => {
  it('gives each item to exactly so many different annotators, whatever the order of their names', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 8 }),
        fc.string(),
        fc.nat(),
        (names, most, item, seed) => {
          const perItem = Math.min(most, names.length);
          const drawn = annotatorsOf(shares(names, perItem, seed), item);
          expect(new Set(drawn).size).toBe(perItem);
          expect(annotatorsOf(shares(names.toReversed(), perItem, seed), item)).toEqual(drawn);
          for (const name of names) expect(isFor(shares(names, perItem, seed), item, name)).toBe(drawn.includes(name));
        },
      ),
    );
  });

  it('gives every annotator, and every two of them, about the same number of items', () => {
    const counts = new Map<string, number>();
    for (const item of items) {
      const drawn = annotatorsOf(shares(annotators, 2), item).sort();
      for (const key of [...drawn, drawn.join()]) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    for (const name of annotators) expect(Math.abs((counts.get(name) ?? 0) - 1200)).toBeLessThan(120);
    for (const [key, count] of counts) if (key.includes(',')) expect(Math.abs(count - 300)).toBeLessThan(80);
  });

  it('gives a share of the items to several and each of the others to one, and takes none back for a greater share', () => {
    const several = (overlap: number): string[] =>
      items.filter((item) => annotatorsOf({ ...shares(annotators, 2), overlap }, item).length === 2);
    expect(several(1)).toEqual(items);
    const [tenth, half] = [several(0.1), several(0.5)];
    // 3,000 draws: three standard deviations are 49 and 82.
    expect(Math.abs(tenth.length - 300)).toBeLessThan(50);
    expect(Math.abs(half.length - 1500)).toBeLessThan(83);
    expect(half).toEqual(expect.arrayContaining(tenth));
    expect(annotatorsOf({ ...shares(annotators, 2), overlap: 0.001, controls: new Set(['item-0']) }, 'item-0')).toEqual(
      annotators,
    );
    expect([meanCount({ perItem: 3, overlap: 0.1 }), meanCount({ perItem: 3 })]).toEqual([1.2, 3]);
  });

  it('moves nothing between the others when somebody is added', () => {
    let moved = 0;
    for (const item of items) {
      const before = annotatorsOf(shares(annotators, 2), item);
      const after = annotatorsOf(shares([...annotators, 'fay'], 2), item);
      expect(before).toEqual(expect.arrayContaining(after.filter((name) => name !== 'fay')));
      if (after.includes('fay')) moved++;
    }
    expect(Math.abs(moved - 1000)).toBeLessThan(120);
  });

  it('draws otherwise with another seed', () => {
    const drawn = (seed: number): string =>
      JSON.stringify(items.map((item) => annotatorsOf(shares(annotators, 2, seed), item)));
    expect(drawn(1)).not.toBe(drawn(2));
  });

  it('gives everything to whom the plan does not name, and to everybody without one', () => {
    expect(items.every((item) => isFor(shares(annotators, 1), item, 'zoe'))).toBe(true);
    expect(items.every((item) => isFor(undefined, item, 'ana'))).toBe(true);
  });

  it('is read from the plan, where nobody may stand twice', () => {
    const project = {
      version: 1,
      dataset: { sources: ['a'], layout: 'l', mapping: {} },
      task: { mode: 'rank', questions: [{ version: 1, text: 'q' }], skipReasons: [] },
      round: 1,
      seed: 4,
    } as const;
    const planned = (plan: unknown): ReturnType<typeof projectSchema.safeParse> =>
      projectSchema.safeParse({ ...project, plan });
    expect(assignmentOf(projectSchema.parse({ ...project, plan: { annotators: ['ana', 'ben'], perItem: 3 } }))).toEqual(
      {
        annotators: ['ana', 'ben'],
        perItem: 2,
        seed: 4,
      },
    );
    expect(assignmentOf(projectSchema.parse({ ...project, plan: { order: 'shuffled' } }))).toBeUndefined();
    expect(planned({ annotators: ['ana', 'ana'] }).success).toBe(false);
    expect(planned({ annotators: ['ana'], perItem: 0 }).success).toBe(false);
    for (const overlap of [0, -0.1, 1.1]) expect(planned({ annotators: ['ana'], overlap }).success).toBe(false);
    expect(
      assignmentOf(projectSchema.parse({ ...project, plan: { annotators: ['ana', 'ben'], perItem: 2, overlap: 0.1 } })),
    ).toMatchObject({ overlap: 0.1 });
  });
});

describe('the plan of a project', () => {
  const project = {
    version: 1,
    dataset: { sources: ['a'], layout: 'l', mapping: {} },
    task: { mode: 'rank', questions: [{ version: 1, text: 'q' }], skipReasons: [] },
    round: 1,
    seed: 4,
  } as const;
  it.each([
    [{ order: 'thin', slices: ['language', 'meta.level'] }, undefined],
    [{ order: 'thin' }, 'plan.slices'],
    [{ slices: [] }, 'plan.slices'],
    [{ slices: ['responses.0.model'] }, 'plan.slices.0'],
    [{ filter: { fields: { category: 'code' } } }, undefined],
    [{ filter: { text: '(', metadata: true } }, undefined],
    [{ filter: { text: '(', regex: true } }, 'plan.filter.text'],
    [{ filter: {} }, 'plan.filter'],
    [{ filter: { regex: true, fields: {} } }, 'plan.filter'],
  ])('%j: what is wrong with it stands at %s', (plan, at) => {
    const { error } = projectSchema.safeParse({ ...project, plan });
    expect(error?.issues[0]?.path.join('.')).toBe(at);
  });
});
