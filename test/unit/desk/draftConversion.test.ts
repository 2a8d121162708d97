import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftOf, judgementOf, inBlindOrder } from '../../../src/core/desk/drafts/draftConversion';
import { replacedFields } from '../../../src/core/desk/drafts/replacedFields';
import { annotationSchema, type Comparison, type Judgement } from '../../../src/core/model/annotation/annotation';
import { emptyDraft, type Draft } from '../../../src/core/model/annotation/draft';
import type { Item } from '../../../src/core/model/item/item';
import { isByComparisons } from '../../../src/core/model/annotation/mode';
import { placesOf, tiersOf } from '../../../src/core/model/annotation/ranking';
import { anyDraft } from '../made/drafts';
import { annotation } from '../made/journalLines';

const item: Item = {
  id: 'item-1',
  evidence: [
    { id: 'p', text: 'P' },
    { id: 'q', text: 'Q' },
  ],
  hash: 'h',
  prompt: [{ role: 'user', content: 'Hi' }],
  responses: ['a', 'b', 'c', 'd'].map((id) => ({ id, text: `${id} 🙂` })),
};
const blank = (text: string): string => (text.trim() === '' ? '' : text);

describe('what a draft says', () => {
  it('comes back from the journal as the same draft, its places closed up and its blank texts empty', () => {
    fc.assert(
      fc.property(anyDraft(4, 2), fc.string(), (draft, annotator) => {
        const shown = inBlindOrder(item, 5, annotator);
        const places = placesOf(tiersOf(draft.places), 4);
        const isRanked = places.some((place) => place !== null);
        const byPairs = draft.comparisons.length > 0 && (isByComparisons(draft.mode) || !isRanked);
        const settled: Draft = {
          ...draft,
          places: byPairs ? [null, null, null, null] : places,
          comparisons: byPairs ? draft.comparisons : [],
          ratings: Object.fromEntries(
            Object.entries(draft.ratings).filter(([, values]) => values.some((value) => value !== null)),
          ),
          steps: draft.steps.map((all) => (all?.some(({ label }) => label !== null) ? all : null)),
          verdicts: Object.fromEntries(
            Object.entries(draft.verdicts)
              .map(
                ([criterion, row]) =>
                  [criterion, row.map((each) => each && { ...each, note: blank(each.note) })] as const,
              )
              .filter(([, row]) => row.some((each) => each !== null)),
          ),
          critiques: draft.critiques.map(blank),
          rationale: blank(draft.rationale),
          critiqueParts: draft.critiqueParts.map(({ strengths, weaknesses, suggestion }) => ({
            strengths: blank(strengths),
            weaknesses: blank(weaknesses),
            suggestion: blank(suggestion),
          })),
          refinements: draft.refinements.map(blank),
          refinementRules: draft.refinements.map((text, index) =>
            text.trim() === '' ? null : (draft.refinementRules[index] ?? null),
          ),
          answers: draft.answers.filter((answer) => answer.trim() !== ''),
          clarification: blank(draft.clarification),
        };
        expect(
          draftOf(
            annotation(1, { offsets: 'code-points', mode: draft.mode, judgement: judgementOf(draft, shown) }),
            shown,
          ),
        ).toEqual(settled);
      }),
    );
  });

  it('is about the responses as they were shown, not as they stand in the dataset', () => {
    const shown = {
      item,
      annotator: 'ana',
      seed: 1,
      responses: [item.responses[2]!, item.responses[0]!, item.responses[3]!, item.responses[1]!],
    };
    expect(
      judgementOf(
        { ...emptyDraft(4), places: [2, 1, 2, null], critiques: ['', 'of A', '', ''], rationale: 'because' },
        shown,
      ),
    ).toEqual({
      ranking: { tiers: [['a'], ['c', 'd']] },
      critiques: [{ response: 'a', text: 'of A' }],
      rationale: 'because',
    });
  });

  it('is nothing where nothing was judged: a ranking nobody touched is none', () => {
    expect(
      judgementOf({ ...emptyDraft(4), critiques: ['', ' ', '', ''], rationale: '\n' }, inBlindOrder(item, 1, 'ana')),
    ).toEqual({});
  });

  it('is never guessed from comparisons', () => {
    const compared = annotation(1, { judgement: { comparisons: [{ a: 'a', b: 'b', outcome: 'a' }] } });
    const shown = inBlindOrder(item, 1, 'ana');
    const index = (id: string): number => shown.responses.findIndex((response) => response.id === id);
    expect(draftOf(compared, shown)).toEqual({
      ...emptyDraft(4, 'pair'),
      comparisons: [{ a: index('a'), b: index('b'), outcome: 'a' }],
    });
  });

  it('leaves out responses that the item has no more', () => {
    const shown = inBlindOrder({ ...item, responses: item.responses.slice(0, 2) }, 1, 'ana');
    const places = draftOf(
      annotation(1, { judgement: { ranking: { tiers: [['d'], ['b', 'c'], ['a']] } } }),
      shown,
    ).places;
    expect(Object.fromEntries(shown.responses.map(({ id }, i) => [id, places[i]]))).toEqual({ b: 1, a: 2 });
  });
});

describe('a judgement over comparisons by one criterion', () => {
  const byCriterion: readonly Comparison[] = [
    { a: 'a', b: 'b', outcome: 'b', criterion: 'better' },
    { a: 'a', b: 'b', outcome: 'a', criterion: 'safer' },
  ];
  const pair: Item = { ...item, responses: item.responses.slice(0, 2) };
  const shown = { item: pair, annotator: 'ana', seed: 1, responses: [pair.responses[1]!, pair.responses[0]!] };
  const before: Judgement = { comparisons: [...byCriterion], acceptable: { a: false } };
  const saved = annotation(1, { shown: ['b', 'a'], judgement: before });
  const opened = draftOf(saved, shown);
  const whole: Draft['comparisons'] = [{ a: 0, b: 1, outcome: 'a' }];
  const places = [2, 1];

  it('shows none of them', () => {
    expect([opened.mode, opened.comparisons, opened.places]).toEqual(['pair', [], [null, null]]);
  });

  it.each<[string, Partial<Draft>, Judgement]>([
    ['stays as it is where nothing was changed', {}, before],
    ['stays as it is beside a text, in pairs', { rationale: 'because' }, { ...before, rationale: 'because' }],
    [
      'stays as it is beside a text, in a ranking that nobody made',
      { mode: 'rank', rationale: 'because' },
      { ...before, rationale: 'because' },
    ],
    [
      'gains what is compared as a whole',
      { mode: 'pair', comparisons: whole },
      { ...before, comparisons: [{ a: 'b', b: 'a', outcome: 'a' }, ...byCriterion] },
    ],
    [
      'gains it also where a ranking is set aside',
      { mode: 'pair', comparisons: whole, places },
      { ...before, comparisons: [{ a: 'b', b: 'a', outcome: 'a' }, ...byCriterion] },
    ],
    [
      'is replaced by a ranking',
      { mode: 'rank', places },
      { acceptable: { a: false }, ranking: { tiers: [['a'], ['b']] } },
    ],
    [
      'is replaced by a ranking also where comparisons are set aside',
      { mode: 'rank', comparisons: whole, places },
      { acceptable: { a: false }, ranking: { tiers: [['a'], ['b']] } },
    ],
  ])('%s', (_, changes, expected) => {
    const judgement = judgementOf({ ...opened, ...changes }, shown, before);
    expect(judgement).toEqual(expected);
    expect(annotationSchema.safeParse({ ...saved, judgement }).error).toBeUndefined();
  });

  it.each<[string, Partial<Draft>, Judgement, ReturnType<typeof replacedFields>]>([
    ['nothing while they stay', { rationale: 'because', comparisons: whole }, before, undefined],
    [
      'them, by name',
      { mode: 'rank', places },
      before,
      { ranking: false, comparisons: false, criteria: ['better', 'safer'] },
    ],
    [
      'all comparisons where some are of the whole',
      { mode: 'rank', comparisons: whole, places },
      { comparisons: [{ a: 'b', b: 'a', outcome: 'a' }, byCriterion[0]!] },
      { ranking: false, comparisons: true, criteria: ['better'] },
    ],
    [
      'a ranking',
      { mode: 'pair', comparisons: whole, places },
      { ranking: { tiers: [['a'], ['b']] } },
      { ranking: true, comparisons: false, criteria: [] },
    ],
    [
      'nothing of what the person took back',
      { mode: 'pair', comparisons: whole },
      { ranking: { tiers: [['a'], ['b']] } },
      undefined,
    ],
  ])('tells what saving replaces: %s', (_, changes, inForce, expected) => {
    const draft = { ...opened, ...changes };
    expect(replacedFields(judgementOf(draft, shown, inForce), draft, inForce)).toEqual(expected);
  });

  it('does not take them twice when it is saved again', () => {
    const once = judgementOf({ ...opened, comparisons: whole }, shown, before);
    expect(judgementOf(draftOf({ ...saved, judgement: once }, shown), shown, once)).toEqual(once);
  });
});

it('the blind order is the same after a reload, and drawn for each study, annotator and item', () => {
  const order = (seed: number, annotator: string, id: string): string =>
    inBlindOrder({ ...item, id }, seed, annotator)
      .responses.map(({ id: response }) => response)
      .join('');
  expect(order(1, 'ana', 'x')).toBe(order(1, 'ana', 'x'));
  for (const vary of [
    (n: number) => order(n, 'ana', 'x'),
    (n: number) => order(1, `ana ${n}`, 'x'),
    (n: number) => order(1, 'ana', `x${n}`),
  ])
    expect(new Set([...Array(40).keys()].map(vary)).size).toBeGreaterThan(10);
});
