import fc from 'fast-check';
import { outcomes, polarities, ruleScopes, stepLabels } from '../../../src/core/model/annotation/judgementValues';
import type { Draft } from '../../../src/core/model/annotation/draft';
import { scaleNames, scales, valuesOf, type ScaleName } from '../../../src/core/model/annotation/fields/scales';
import { modeNames } from '../../../src/core/model/annotation/mode';
import type { DraftSpan } from '../../../src/core/model/annotation/spanSchemas';

/** Any draft of an item with so many responses, and passages of evidence. */
export function anyDraft(count: number, passages = 1): fc.Arbitrary<Draft> {
  const each = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
    fc.array(value, { minLength: count, maxLength: count });
  const orNone = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null });
  const index = fc.nat({ max: count - 1 });
  const text = fc.constantFrom('', '  ', 'good', 'two\nlines 🙂');
  return fc.record({
    mode: fc.constantFrom(...modeNames),
    places: each(orNone(fc.integer({ min: 1, max: count }))),
    within: fc.constant(null),
    comparisons: fc.array(
      fc.record({ a: index, b: index, outcome: fc.constantFrom(...outcomes), strength: fc.constantFrom(1, 2, 3) }),
      { maxLength: 3 },
    ),
    ratings: fc.dictionary(
      fc.constantFrom('helpfulness', 'overall'),
      each(orNone(fc.oneof(fc.integer({ min: 0, max: 10 }), fc.constant('n/a' as const)))),
    ),
    acceptable: each(orNone(fc.boolean())),
    steps: each(
      orNone(
        fc.array(
          fc.record({ start: fc.constant(0), end: fc.constant(2), label: orNone(fc.constantFrom(...stepLabels)) }),
          { minLength: 1, maxLength: 2 },
        ),
      ),
    ),
    // Those say nothing without the runs whose steps they are.
    runSteps: each(fc.constant([])),
    calls: each(fc.constant([])),
    diffComments: each(fc.constant([])),
    takeovers: each(orNone(fc.record({ patch: fc.constantFrom('diff --git a/x b/x\n', 'other'), text }))),
    verdicts: fc.dictionary(
      fc.constantFrom('clear', 'constructor'),
      each(orNone(fc.record({ value: fc.constantFrom(true, false, null, 3, 'good'), note: text }))),
    ),
    winners: fc.dictionary(
      fc.constantFrom('clear', 'true'),
      fc.uniqueArray(index, { minLength: 1 }).map((indices) => indices.sort((a, b) => a - b)),
    ),
    flags: fc.array(fc.record({ flag: fc.constantFrom('unsafe', 'off-topic'), index: orNone(index) }), {
      maxLength: 3,
    }),
    supports: fc.uniqueArray(fc.record({ index, passage: fc.nat({ max: passages - 1 }) }), {
      maxLength: 3,
      selector: ({ index: at, passage }) => `${at} ${passage}`,
    }),
    ...anyLevels,
    critiques: each(text),
    critiqueSteps: each(fc.constant(null)),
    critiqueParts: each(fc.record({ strengths: text, weaknesses: text, suggestion: text })),
    spans: each(fc.array(anySpan, { maxLength: 2 })),
    missing: each(
      fc.array(
        fc.record(
          {
            type: fc.constant('answer missing'),
            note: fc.constantFrom('', 'Where?'),
            evidence: fc.nat({ max: passages - 1 }),
            sentences: fc.constantFrom([0, 2], [1]),
          },
          { requiredKeys: ['note'] },
        ),
        { maxLength: 2 },
      ),
    ),
    // Those say nothing without the critiques that they are about.
    metaCritiques: fc.constant([]),
    rationale: text,
    because: fc.subarray(['clear', 'true']),
    refinements: each(text),
    refinementRules: each(
      orNone(fc.record({ id: fc.constantFrom('short', 'constructor'), version: fc.constantFrom(1, 2) })),
    ),
    rules: fc.dictionary(
      fc.constantFrom('short', 'constructor'),
      fc.record({ version: fc.constantFrom(1, 2), scope: fc.constantFrom(...ruleScopes) }),
    ),
    answers: fc.array(text, { maxLength: 2 }),
    clarification: text,
  });
}

/** A level of each scale, or none. */
const anyLevels = Object.fromEntries(
  scaleNames.map((name) => [name, fc.option(fc.constantFrom(...valuesOf(scales[name])), { nil: null })]),
) as Record<ScaleName, fc.Arbitrary<number | null>>;

/** A span that holds no text, which stands in every text; more than that the text decides. */
const anySpan: fc.Arbitrary<DraftSpan> = fc.record(
  {
    start: fc.constant(0),
    end: fc.constant(0),
    quote: fc.constant(''),
    type: fc.constantFrom('irrelevant', 'own'),
    polarity: fc.constantFrom(...polarities),
    severity: fc.constantFrom(1, 2, 3),
    note: fc.constantFrom('', 'so 🙂'),
    about: fc.constant({ start: 0, end: 0, quote: '' }),
  },
  { requiredKeys: ['start', 'end', 'quote', 'note'] },
);
