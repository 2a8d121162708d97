import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  draftSchema,
  emptyDraft,
  isEmptyDraft,
  isJudged,
  sameDraft,
  sameJudgement,
  withText,
  type Draft,
} from '../../../src/core/model/annotation/draft';
import { noRunStep } from '../../../src/core/model/annotation/runSteps';
import { anyDraft } from '../made/drafts';
import { scaleValues } from '../made/scaleValues';

const drafts: fc.Arbitrary<Draft> = fc.integer({ min: 2, max: 6 }).chain((count) => anyDraft(count));

describe('a draft', () => {
  it('that is new is empty, and one that says anything is not', () => {
    expect(isEmptyDraft(emptyDraft(3))).toBe(true);
    expect(isEmptyDraft({ ...emptyDraft(3), places: [null, 2, null] })).toBe(false);
    expect(isEmptyDraft(withText(emptyDraft(3), { kind: 'rationale' }, 'because'))).toBe(false);
    expect(isEmptyDraft(withText(emptyDraft(3), { kind: 'critique', index: 2 }, 'x'))).toBe(false);
    expect(isEmptyDraft(withText(emptyDraft(3), { kind: 'critique', index: 2 }, ' \n'))).toBe(true);
  });

  it('comes back the same from where it is kept', () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        const back = draftSchema.parse(JSON.parse(JSON.stringify(draft)));
        expect(back).toEqual(draft);
        expect(sameDraft(back, draft)).toBe(true);
      }),
    );
  });

  it('changes one text at a time, and is the same again with the old text', () => {
    fc.assert(
      fc.property(drafts, fc.nat({ max: 1 }), fc.string(), (draft, index, text) => {
        const changed = withText(draft, { kind: 'critique', index }, text);
        expect(changed).toEqual({ ...draft, critiques: draft.critiques.map((old, i) => (i === index ? text : old)) });
        expect(sameDraft(changed, draft)).toBe(text === draft.critiques[index]);
        expect(sameDraft(withText(changed, { kind: 'critique', index }, draft.critiques[index] ?? ''), draft)).toBe(
          true,
        );
        expect(sameDraft(withText(draft, { kind: 'rationale' }, text), draft)).toBe(text === draft.rationale);
      }),
    );
  });

  it('is another one where a place, or the number of responses, differs', () => {
    const draft = emptyDraft(2);
    expect(sameDraft(draft, { ...draft, places: [1, null] })).toBe(false);
    expect(sameDraft(draft, emptyDraft(3))).toBe(false);
  });

  it.each<[string, Partial<Draft>]>([
    ['a comparison', { comparisons: [{ a: 0, b: 1, outcome: 'too-close' }] }],
    ['a rating', { ratings: { clarity: [null, 'n/a', null] } }],
    ['a thumb', { acceptable: [null, false, null] }],
    ['a step', { steps: [[{ start: 0, end: 3, label: 'neutral' }], null, null] }],
    ['a flag', { flags: [{ flag: 'unsafe', index: null }] }],
    ['a passage that supports', { supports: [{ index: 1, passage: 0 }] }],
    ['a confidence level', { confidence: 0 }],
    ['an answer', { answers: ['so'] }],
    ['a clarifying question', { clarification: 'Where?' }],
  ])('with %s is not empty, and another one', (_, said) => {
    const draft = { ...emptyDraft(3), ...said };
    expect(isEmptyDraft(draft)).toBe(false);
    expect(sameJudgement(draft, emptyDraft(3))).toBe(false);
  });

  it('says the same whatever the way to judge, unless that decides between a ranking and comparisons', () => {
    const ranked: Draft = { ...emptyDraft(2), places: [1, 2] };
    expect(sameJudgement(ranked, { ...ranked, mode: 'pair' })).toBe(true);
    expect(sameDraft(ranked, { ...ranked, mode: 'pair' })).toBe(false);
    const both: Draft = { ...ranked, comparisons: [{ a: 0, b: 1, outcome: 'b' }] };
    expect(sameJudgement(both, { ...both, mode: 'pair' })).toBe(false);
  });

  it('of an earlier version is read as one that says no more', () => {
    expect(draftSchema.parse({ places: [1, null], critiques: ['', ''], rationale: 'so' })).toEqual({
      ...emptyDraft(2),
      places: [1, null],
      rationale: 'so',
      acceptable: [],
      steps: [],
      critiqueParts: [],
      critiqueSteps: [],
      refinements: [],
      refinementRules: [],
      spans: [],
      missing: [],
      runSteps: [],
      calls: [],
      diffComments: [],
      takeovers: [],
    });
    expect(
      draftSchema.parse({ places: [1, null], critiques: ['', ''], rationale: '', answer: 'an answer' }),
    ).toMatchObject({ answers: ['an answer'] });
  });

  it.each([
    ['a place of 0', { places: [0], critiques: [''], rationale: '' }],
    ['a place between two', { places: [1.5], critiques: [''], rationale: '' }],
    ['no rationale', { places: [null], critiques: [''] }],
  ])('with %s is refused', (_, draft) => {
    expect(draftSchema.safeParse(draft).success).toBe(false);
  });
});

describe('every field of a draft', () => {
  /** Something in each field, as an annotator would put it there. A field that is added takes its place here. */
  const filled: { readonly [K in keyof Draft]-?: Draft[K] } = {
    mode: 'pair',
    within: { members: [0, 1], places: [1, null] },
    refinementRules: [{ id: 'r', version: 1 }],
    places: [null, 1],
    comparisons: [{ a: 0, b: 1, outcome: 'tie' }],
    ratings: { clarity: [null, 'n/a'] },
    acceptable: [null, false],
    steps: [[{ start: 0, end: 3, label: 'correct' }], null],
    runSteps: [[{ ...noRunStep(3), label: -1, firstError: true }], []],
    calls: [[{ step: 3, path: '/id', verdict: 'wrong-value', corrected: 17 }], []],
    diffComments: [[{ file: 'a.py', side: 'base', lines: [1, 2], type: 'style', severity: 1, note: '' }], []],
    takeovers: [null, { step: 'k', at: 2, patch: 'diff --git a/x b/x\n', leftOut: ['a.png'] }],
    verdicts: { c: [null, { value: null, note: '' }] },
    winners: { c: [0] },
    flags: [{ flag: 'unsafe', index: null }],
    supports: [{ index: 0, passage: 0 }],
    ...scaleValues,
    critiques: ['', 'Short.'],
    critiqueSteps: [null, 3],
    critiqueParts: [{ strengths: '', weaknesses: 'Short.', suggestion: '' }],
    spans: [[], [{ start: 0, end: 1 } as never]],
    missing: [[{ note: '' }], []],
    metaCritiques: [],
    rationale: 'A is right.',
    because: ['c'],
    refinements: ['', 'Better.'],
    rules: { r: { version: 1, scope: 'in' } as never },
    answers: ['Mine.'],
    clarification: 'Which one?',
  };
  const saysNothing = new Set<keyof Draft>(['mode', 'within', 'refinementRules', 'metaCritiques', 'critiqueSteps']);
  const texts = new Set<keyof Draft>([
    'critiques',
    'critiqueParts',
    'rationale',
    'refinements',
    'answers',
    'clarification',
  ]);

  it.each(Object.keys(filled) as (keyof Draft)[])('counts by itself: %s', (field) => {
    const draft = { ...emptyDraft(2), [field]: filled[field] };
    expect(isEmptyDraft(draft)).toBe(saysNothing.has(field));
    expect(isJudged(draft)).toBe(!saysNothing.has(field) && !texts.has(field));
  });

  it('is in the schema of drafts, and in an empty one', () => {
    expect(Object.keys(emptyDraft(2)).sort()).toEqual(Object.keys(filled).sort());
  });

  it.each([[['x']], [{ c: [true] }], [0], [false], [[{ at: 1 }]]])(
    'counts as soon as it is there, though nobody has heard of it: %j',
    (value) => {
      const draft = { ...emptyDraft(2), madeUp: value } as Draft;
      expect([isEmptyDraft(draft), isJudged(draft)]).toEqual([false, true]);
    },
  );

  it.each([[null], [[]], [{}], [''], [[null, null]], [{ c: [null] }]])('counts for nothing where it is %j', (value) => {
    const draft = { ...emptyDraft(2), madeUp: value } as Draft;
    expect([isEmptyDraft(draft), isJudged(draft)]).toEqual([true, false]);
  });
});
