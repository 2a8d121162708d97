import { describe, expect, it } from 'vitest';
import { changedCriteria } from '../../../../src/core/desk/grid/changedCriteria';
import { contradictionsIn, scoresOf } from '../../../../src/core/desk/grid/scores';
import { inBlindOrder } from '../../../../src/core/desk/drafts/draftConversion';
import { emptyDraft, type Draft } from '../../../../src/core/model/annotation/draft';
import type { Item } from '../../../../src/core/model/item/item';
import { annotation } from '../../made/journalLines';
import { criterion, library, rubric } from '../../made/rubrics';

const item: Item = { id: 'item', hash: 'h', prompt: [], responses: ['a', 'b', 'c'].map((id) => ({ id, text: id })) };
const shown = inBlindOrder(item, 1, 'ana');
const apt = criterion('apt', { weight: 3 });
const depth = criterion('depth', { kind: 'scale', weight: 1 });
const praise = criterion('praise', { weight: -2 });
const cells = (...values: readonly (boolean | number | null | undefined)[]): Draft['verdicts'][string] =>
  values.map((value) => (value === undefined ? null : { value, note: '' }));
const draftOf = (more: Partial<Draft>): Draft => ({ ...emptyDraft(3), ...more });

describe('what verdicts come to', () => {
  it('is their weighted worth as a share of what could be had, faults below nothing, and proposes an order', () => {
    const verdicts = { apt: cells(true, false, true), depth: cells(5, 3, 5), praise: cells(true, true, false) };
    expect(scoresOf([apt, depth, praise], draftOf({ verdicts }), shown)).toEqual({
      scores: [0.5, -0.375, 1],
      unit: 'share',
      tiers: [[2], [0], [1]],
      by: 3,
      of: 3,
      against: [],
    });
  });

  it('compares responses by what all that are judged have a verdict on', () => {
    const verdicts = { apt: cells(true, null, undefined), depth: cells(1, 5, undefined) };
    expect(scoresOf([apt, depth], draftOf({ verdicts }), shown)).toMatchObject({
      scores: [0, 1, null],
      tiers: [[1], [0]],
      by: 1,
      of: 2,
    });
    expect(
      scoresOf(
        [apt, depth],
        draftOf({ verdicts: { apt: cells(true, undefined, undefined), depth: cells(undefined, 3, undefined) } }),
        shown,
      ),
    ).toBeUndefined();
  });

  it('counts nothing but the gates that a response fails', () => {
    const gate = criterion('safe', { weight: 1, gate: { threshold: 0.5 } });
    expect(
      scoresOf(
        [gate, apt],
        draftOf({ verdicts: { safe: cells(false, true, true), apt: cells(true, false, true) } }),
        shown,
      ),
    ).toMatchObject({ scores: [0, 0.25, 1] });
  });

  it('is points where nothing can be had', () => {
    expect(scoresOf([praise], draftOf({ verdicts: { praise: cells(true, false, false) } }), shown)).toMatchObject({
      scores: [-2, 0, 0],
      unit: 'points',
      tiers: [[1, 2], [0]],
    });
  });
});

describe('a contradiction', () => {
  const verdicts = { apt: cells(false, true, true) };

  it('is a preference for what the verdicts put lower, in a ranking and in comparisons; ties are none', () => {
    expect(contradictionsIn([apt], draftOf({ verdicts, places: [1, 2, 1] }), shown)).toEqual([{ first: 0, second: 1 }]);
    expect(contradictionsIn([apt], draftOf({ verdicts, places: [null, 1, 1] }), shown)).toEqual([]);
    expect(
      contradictionsIn(
        [apt],
        draftOf({
          mode: 'pair',
          verdicts,
          comparisons: [
            { a: 0, b: 2, outcome: 'a' },
            { a: 1, b: 2, outcome: 'b' },
          ],
        }),
        shown,
      ),
    ).toEqual([{ first: 0, second: 2 }]);
  });

  it('is by what both have, as coverage counts it', () => {
    const more = { ...verdicts, depth: cells(5, undefined, 1) };
    expect(
      contradictionsIn([apt, { ...depth, weight: 4 }], draftOf({ verdicts: more, places: [1, 2, 3] }), shown),
    ).toEqual([{ first: 0, second: 1 }]);
  });

  it('is a winner with the worse verdict; of a fault less is better', () => {
    expect(contradictionsIn([apt], draftOf({ verdicts, winners: { apt: [0, 1] } }), shown)).toEqual([
      { first: 0, second: 2, criterion: 'Is it apt?' },
    ]);
    expect(
      contradictionsIn([{ ...apt, weight: -1, title: 'Off' }], draftOf({ verdicts, winners: { apt: [0] } }), shown),
    ).toEqual([]);
    expect(
      contradictionsIn([{ ...apt, weight: -1, title: 'Off' }], draftOf({ verdicts, winners: { apt: [1] } }), shown),
    ).toEqual([{ first: 1, second: 0, criterion: 'Off' }]);
  });
});

describe('criteria that ask something else since they were judged', () => {
  const rubrics = library(
    rubric('style', [
      [apt, depth, praise],
      [
        { ...apt, text: 'Is it to the point?' },
        { ...depth, weight: 9 },
        { ...praise, kind: 'scale' },
      ],
    ]),
  );
  const criteria = rubrics.rubrics[0]?.versions[1]?.criteria ?? [];
  const saved = draftOf({
    verdicts: { apt: cells(true, false, true), depth: cells(1, 2, 3), praise: cells(true, undefined, undefined) },
  });
  const under = (version: number): Parameters<typeof changedCriteria>[2] => ({
    draft: saved,
    saved,
    annotation: annotation(1, { rubrics: [{ id: 'style', version }] }),
  });

  it('are told by their words and answers, not by their weights', () => {
    expect(changedCriteria(criteria, rubrics, under(1))).toEqual([0, 2]);
    expect(changedCriteria(criteria, rubrics, under(2))).toEqual([]);
  });

  it('are none any more once they are judged anew, and where nothing was judged', () => {
    expect(
      changedCriteria(criteria, rubrics, {
        ...under(1),
        draft: { ...saved, verdicts: { ...saved.verdicts, apt: cells(false, false, true) } },
      }),
    ).toEqual([2]);
    expect(changedCriteria(criteria, rubrics, { ...under(1), saved: draftOf({}) })).toEqual([]);
  });
});
