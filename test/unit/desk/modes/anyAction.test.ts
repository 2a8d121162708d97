import fc from 'fast-check';
import { expect, it } from 'vitest';
import { judgementOf } from '../../../../src/core/desk/drafts/draftConversion';
import { annotationSchema } from '../../../../src/core/model/annotation/annotation';
import { draftSchema, emptyDraft, isEmptyDraft } from '../../../../src/core/model/annotation/draft';
import { judgementActionSchema, type JudgementAction } from '../../../../src/core/model/annotation/judgementAction';
import { scaleNames } from '../../../../src/core/model/annotation/fields/scales';
import { modeNames } from '../../../../src/core/model/annotation/mode';
import { criterionState } from '../../made/gridState';
import { done } from '../../made/judgingStates';
import { annotation } from '../../made/journalLines';

const index = fc.nat({ max: 12 });
const maybe = fc.option(index, { nil: undefined });
const step = fc.constantFrom(-1 as const, 1 as const);
const plain = ['accept', 'acceptNone', 'buckets', 'orderTier', 'notApplicable', 'firstError', 'joinStep'] as const;

/** Anything that a key, a button or the mouse may ask for, also where it means nothing. */
const anyAction: fc.Arbitrary<JudgementAction> = fc
  .oneof(
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant('number' as const), value: fc.nat({ max: 13 }), index: maybe }),
    },
    { weight: 3, arbitrary: fc.constantFrom(...plain).map((action) => ({ do: action })) },
    fc.record({ do: fc.constant('select' as const), index, part: maybe }),
    fc.record({ do: fc.constant('selectBy' as const), by: step }),
    fc.record({ do: fc.constant('clear' as const), index: maybe }),
    fc.record({ do: fc.constant('move' as const), step }),
    fc.record({
      do: fc.constant('drop' as const),
      index,
      target: index,
      position: fc.constantFrom('before' as const, 'after' as const, 'tie' as const),
    }),
    fc.record({ do: fc.constant('mode' as const), mode: fc.constantFrom(...modeNames) }),
    fc.record({
      do: fc.constant('rate' as const),
      index,
      part: index,
      value: fc.constantFrom(1, 5, 6, 'n/a' as const, null),
    }),
    fc.record({ do: fc.constant('cutStep' as const), at: fc.option(fc.nat({ max: 40 }), { nil: undefined }) }),
    fc.record({ do: fc.constant('grid' as const), on: fc.option(fc.boolean(), { nil: undefined }) }),
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('answer' as const),
        value: fc.constantFrom(true, false, null, 4, 'good', 'none'),
      }),
    },
    fc.record({ do: fc.constant('cell' as const), criterion: fc.constantFrom('cites', 'tone', 'none'), column: index }),
    fc.record({
      do: fc.constant('cellBy' as const),
      rows: fc.integer({ min: -2, max: 2 }),
      columns: fc.integer({ min: -2, max: 2 }),
    }),
    fc.record({ do: fc.constant('winner' as const), index }),
    fc.record({ do: fc.constant('flag' as const), number: fc.integer({ min: 1, max: 9 }), index: maybe }),
    fc.record({
      do: fc.constant('level' as const),
      scale: fc.constantFrom(...scaleNames),
      level: fc.integer({ min: 1, max: 7 }),
    }),
  )
  .map((action) => judgementActionSchema.parse(JSON.parse(JSON.stringify(action))));

it('keeps the draft and what it would be saved as valid, whatever is done in whatever order', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1, 2, 4, 11),
      fc.constantFrom(...modeNames),
      fc.array(anyAction, { maxLength: 40 }),
      (count, mode, actions) => {
        const texts = Array.from({ length: count }, (_, i) => (i % 3 === 2 ? '' : `First ${i}. Second.\n\n- third`));
        const responses = texts.map((text, i) => ({ id: `r${i}`, text }));
        const shown = { item: { id: 'item', hash: 'h', prompt: [], responses }, annotator: 'ana', seed: 1, responses };
        let state = criterionState(texts, count === 1 ? 'thumbs' : mode);
        for (const action of actions) {
          state = done(state, action);
          expect(draftSchema.parse(JSON.parse(JSON.stringify(state.draft)))).toEqual(state.draft);
          expect(state.selected).toBeLessThan(count);
          const { within } = state.draft;
          if (within) expect(new Set(within.members.map((member) => state.draft.places[member])).size).toBe(1);
          const judgement = judgementOf(state.draft, shown);
          expect(Object.keys(judgement).length === 0).toBe(isEmptyDraft(state.draft));
          if (!isEmptyDraft(state.draft))
            annotationSchema.parse(
              annotation(1, { mode: state.draft.mode, shown: responses.map(({ id }) => id), judgement }),
            );
        }
        expect(state.draft.places).toHaveLength(emptyDraft(count).places.length);
      },
    ),
    { numRuns: 300 },
  );
});
