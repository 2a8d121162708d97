import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgementOf, inBlindOrder } from '../../../../src/core/desk/drafts/draftConversion';
import { selectedComparison } from '../../../../src/core/desk/modes/pair';
import { annotationSchema } from '../../../../src/core/model/annotation/annotation';
import { outcomes } from '../../../../src/core/model/annotation/judgementValues';
import { draftSchema, isEmptyDraft } from '../../../../src/core/model/annotation/draft';
import type { Item } from '../../../../src/core/model/item/item';
import { judgementActionSchema, type JudgementAction } from '../../../../src/core/model/annotation/judgementAction';
import { modeNames } from '../../../../src/core/model/annotation/mode';
import type { Task } from '../../../../src/core/model/study/taskSchema';
import { isOn } from '../../../../src/core/model/annotation/ratingScale';
import { after, freshState } from '../../made/judgingStates';
import { annotation } from '../../made/journalLines';

const aspects = [
  { name: 'truth', min: 1, max: 5 },
  { name: 'depth', min: 0, max: 10 },
  { name: 'warmth', min: -1, max: 1, continuous: true },
  { name: 'overall', min: 1, max: 7, overall: true },
];
const step = fc.constantFrom(-1 as const, 1 as const);

/** Anything that keys, buttons and the mouse can ask for; indices may be of no response. */
const anyAction: fc.Arbitrary<JudgementAction> = fc.oneof(
  fc.record({ do: fc.constant('selectBy' as const), by: step }),
  fc.record({ do: fc.constant('number' as const), value: fc.nat({ max: 12 }) }),
  fc.record({ do: fc.constant('move' as const), step }),
  fc.record({ do: fc.constant('select' as const), index: fc.nat({ max: 5 }), part: fc.nat({ max: 9 }) }),
  fc.record({
    do: fc.constant('drop' as const),
    index: fc.nat({ max: 5 }),
    target: fc.nat({ max: 5 }),
    position: fc.constantFrom('before' as const, 'after' as const, 'tie' as const),
  }),
  fc.record({
    do: fc.constant('compare' as const),
    outcome: fc.constantFrom(...outcomes),
    strength: fc.constantFrom(1, 2, 3),
  }),
  fc.record({
    do: fc.constant('rate' as const),
    index: fc.nat({ max: 5 }),
    part: fc.nat({ max: 5 }),
    value: fc.oneof(fc.integer({ min: -2, max: 12 }), fc.constant(0.3), fc.constant('n/a' as const), fc.constant(null)),
  }),
  fc.record({ do: fc.constant('mode' as const), mode: fc.constantFrom(...modeNames) }),
  fc.constantFrom<JudgementAction>(
    { do: 'clear' },
    { do: 'accept' },
    { do: 'acceptNone' },
    { do: 'buckets' },
    { do: 'turn' },
    { do: 'orderTier' },
    { do: 'notApplicable' },
    { do: 'firstError' },
    { do: 'cutStep' },
    { do: 'joinStep' },
    { do: 'flag', number: 2 },
    { do: 'flag', number: 7 },
    { do: 'level', scale: 'confidence', level: 4 },
  ),
);

function itemOf(count: number): Item {
  return {
    id: 'item-1',
    hash: 'h',
    prompt: [{ role: 'user', content: 'Hi' }],
    responses: [...Array(count).keys()].map((i) => ({ id: `r${i}`, text: `Step one of ${i}.\nStep two.` })),
  };
}

describe('whatever is done to an item', () => {
  const task: Partial<Task> = { aspects };

  it('leaves a draft that can be kept, and a judgement that can be written', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom(...modeNames),
        fc.constantFrom('none', 'again', 'scale'),
        fc.array(anyAction, { maxLength: 30 }),
        (count, mode, strength, actions) => {
          const { draft } = after(
            freshState(mode, count, { ...task, strength }),
            ...actions.map((action) => judgementActionSchema.parse(action)),
          ).state;
          expect(draftSchema.parse(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
          if (isEmptyDraft(draft)) return;
          const shown = inBlindOrder(itemOf(count), 1, 'ana');
          const line = annotation(1, {
            mode: draft.mode,
            shown: shown.responses.map(({ id }) => id),
            judgement: judgementOf(draft, shown),
          });
          // A step that was cut and not judged is no judgement: the desk does not save that.
          if (Object.keys(line.judgement).length > 0) expect(annotationSchema.safeParse(line).error).toBeUndefined();
        },
      ),
      { numRuns: 500 },
    );
  });

  it('keeps what is in hand within the item', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 5 }),
        fc.constantFrom('pair' as const, 'best' as const, 'rate' as const, 'thumbs' as const),
        fc.array(anyAction, { maxLength: 30 }),
        (count, mode, actions) => {
          const { state } = after(freshState(mode, count, task), ...actions.filter((action) => action.do !== 'mode'));
          expect(state.selected).toBeLessThan(count);
          const active = selectedComparison(state);
          if (mode === 'pair' && active) expect([active.a, active.b]).toContain(state.selected);
          if (mode === 'rate') expect(state.part).toBeLessThan(aspects.length);
        },
      ),
    );
  });

  it('gives every aspect only values of its scale', () => {
    fc.assert(
      fc.property(fc.array(anyAction, { maxLength: 40 }), (actions) => {
        const { draft } = after(freshState('rate', 3, task), ...actions).state;
        for (const aspect of aspects)
          for (const value of draft.ratings[aspect.name] ?? [])
            expect(typeof value !== 'number' || isOn(aspect, value)).toBe(true);
      }),
    );
  });
});

describe('another way to judge', () => {
  it('keeps what was judged in the one before, and tells what is not saved in it', () => {
    const ranked = after(freshState('rank', 3), 1, 2, 3, { do: 'mode', mode: 'pair' }, 1).state;
    expect(ranked.draft).toMatchObject({
      mode: 'pair',
      places: [1, 2, 3],
      comparisons: [{ a: 0, b: 1, outcome: 'a' }],
    });
    expect(after(ranked, { do: 'mode', mode: 'rank' }).last.notice).toEqual({
      kind: 'mode',
      mode: 'rank',
      aside: 'comparisons',
    });
    expect(after(ranked, { do: 'mode', mode: 'rank' }, { do: 'mode', mode: 'pair' }).last.notice).toEqual({
      kind: 'mode',
      mode: 'pair',
      aside: 'ranking',
    });
  });

  it('is refused where it needs two responses and there is one', () => {
    const { state, last } = after(freshState('thumbs', 1), { do: 'mode', mode: 'pair' });
    expect(state.draft.mode).toBe('thumbs');
    expect(last.notice).toEqual({ kind: 'mode-unfit', mode: 'pair' });
  });

  it.each<[string, JudgementAction]>([
    ['a drop', { do: 'drop', index: 0, target: 1, position: 'before' }],
    ['an outcome', { do: 'compare', outcome: 'tie' }],
    ['a value', { do: 'rate', index: 0, part: 0, value: 3 }],
    ['a first error', { do: 'firstError' }],
  ])('takes no notice of what belongs to others: %s', (_, action) => {
    const state = freshState('best', 3);
    expect(after(state, action).state.draft).toEqual(state.draft);
  });
});

it('nothing is done to a response that there is not', () => {
  expect(after(freshState('best', 3), { do: 'select', index: 3 }).last).toEqual({});
});
