import { describe, expect, it } from 'vitest';
import { addWrittenCriterion } from '../../../src/core/rubric/writtenCriterion';
import { UserError } from '../../../src/core/model/problems/problem';
import { criterion, rubric } from '../made/rubricStudy';

const editing = { used: new Map([['main', new Set([1])]]), author: 'ana', time: '2026-11-21T08:00:00.000Z' };
const main = { version: 1 as const, rubrics: [rubric([criterion('right')])] };

describe('a criterion written for one item', () => {
  it('makes the item a rubric, and joins it where there is one', () => {
    const first = addWrittenCriterion(main, { item: 'q7', text: 'Does it cite its sources?' }, editing);
    expect(first.rubrics.rubrics[0]).toBe(main.rubrics[0]);
    expect(first.rubrics.rubrics[1]).toEqual({
      id: 'item-q7',
      title: 'Item q7',
      scope: { kind: 'item', item: 'q7' },
      versions: [
        {
          version: 1,
          author: 'ana',
          time: editing.time,
          criteria: [{ id: first.id, text: 'Does it cite its sources?', weight: 1, origin: { kind: 'human' } }],
        },
      ],
    });
    const second = addWrittenCriterion(first.rubrics, { item: 'q7', text: 'Is it short?' }, editing);
    expect(second.rubrics.rubrics).toHaveLength(2);
    expect(
      second.rubrics.rubrics[1]?.versions.map(({ version, criteria }) => [version, criteria.map(({ id }) => id)]),
    ).toEqual([[1, [first.id, second.id]]]);
  });

  it('can stand in a rubric that holds the item among others, in a new version where somebody judged under the last', () => {
    const { rubrics, id } = addWrittenCriterion(main, { rubric: 'main', item: 'q7', text: 'Is it short?' }, editing);
    expect(rubrics.rubrics).toHaveLength(1);
    expect(
      rubrics.rubrics[0]?.versions.map(({ version, criteria }) => [version, criteria.map((each) => each.id)]),
    ).toEqual([
      [1, ['right']],
      [2, ['right', id]],
    ]);
  });

  it('is refused without a text', () => {
    expect(() => addWrittenCriterion(main, { item: 'q7', text: '' }, editing)).toThrow(UserError);
  });
});
