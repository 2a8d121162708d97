import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { critiquesOf } from '../../../src/core/desk/critiqueConversion';
import { draftOf, judgementOf } from '../../../src/core/desk/drafts/draftConversion';
import { type ShownItem } from '../../../src/core/desk/item/shownItem';
import { withCodePointOffsets, offsetsFromMessage } from '../../../src/core/journal/codePointOffsets';
import { annotationSchema, type Critique, type Span } from '../../../src/core/model/annotation/annotation';
import { emptyDraft } from '../../../src/core/model/annotation/draft';
import type { Item } from '../../../src/core/model/item/item';
import { quotedIn } from '../../../src/core/model/annotation/spans';
import type { DraftSpan } from '../../../src/core/model/annotation/spanSchemas';
import { withoutImagePaths } from '../../../src/core/model/item/markdownImages';
import { annotation } from '../made/journalLines';

const text = 'Ca. 🙂 two\r\nlines, e\u0301tude 👩‍👧 and two more.';
const item: Item = {
  id: 'i',
  hash: 'hash-1',
  prompt: [],
  evidence: [{ id: 'ev', text: 'E' }],
  responses: [
    { id: 'a', text },
    { id: 'b', text: 'B' },
  ],
};
const shown: ShownItem = { item, annotator: 'ana', seed: 1, responses: [item.responses[1]!, item.responses[0]!] };
const pythonCut = (whole: string, { start, end }: Pick<Span, 'start' | 'end'>): string =>
  Array.from(whole).slice(start, end).join('');
const saved = (critique: Partial<Critique>, offsets?: 'code-points'): ReturnType<typeof annotation> =>
  annotation(1, {
    ...(offsets && { offsets }),
    shown: ['b', 'a'],
    judgement: { critiques: [{ response: 'a', text: '', ...critique }] },
  });

const anySpan = fc
  .tuple(
    fc.nat({ max: text.length }),
    fc.nat({ max: text.length }),
    fc.constantFrom({}, { type: 'x', severity: 2 }, { polarity: 'negative' as const }),
  )
  .map(([a, b, more]): DraftSpan => ({
    ...quotedIn(text, { start: Math.min(a, b), end: Math.max(a, b) }),
    ...more,
    note: '',
  }));

describe('marked passages in a journal', () => {
  it('are cut by code points as they are in the editor by UTF-16, and come back the same', () => {
    fc.assert(
      fc.property(fc.array(anySpan, { maxLength: 4 }), (spans) => {
        const draft = { ...emptyDraft(2), spans: [[], spans] };
        const judgement = judgementOf(draft, shown);
        const [critique] = judgement.critiques ?? [];
        for (const span of critique?.spans ?? []) expect(pythonCut(text, span)).toBe(span.quote);
        const line = annotation(1, {
          shown: ['b', 'a'],
          ...offsetsFromMessage(judgement),
          judgement: { rationale: 'so', ...judgement },
        });
        expect(annotationSchema.parse(line)).toEqual(line);
        expect(draftOf(line, shown).spans).toEqual([[], spans]);
      }),
    );
  });

  it('over an image have its path in the journal and none on the page, also where they are lost', () => {
    const whole = 'See ![a cat](img/gpt-4o/cat.png) there.';
    const pictured: ShownItem = {
      ...shown,
      responses: [
        { id: 'b', text: 'B' },
        { id: 'a', text: whole },
      ],
      item: {
        ...item,
        responses: [
          { id: 'a', text: whole },
          { id: 'b', text: 'B' },
        ],
      },
    };
    const onPage = withoutImagePaths(whole).text;
    const spans: DraftSpan[] = [{ ...quotedIn(onPage, { start: 4, end: 32 }), note: '' }];
    const judgement = judgementOf({ ...emptyDraft(2), spans: [[], spans] }, pictured);
    expect(judgement.critiques?.[0]?.spans?.[0]?.quote).toBe('![a cat](img/gpt-4o/cat.png)');
    const line = annotation(1, { shown: ['b', 'a'], offsets: 'code-points', judgement });
    expect(draftOf(line, pictured).spans).toEqual([[], spans]);
    const changed: ShownItem = {
      ...pictured,
      responses: [
        { id: 'b', text: 'B' },
        { id: 'a', text: 'No cat.' },
      ],
    };
    const lost = draftOf(line, changed);
    expect(lost.spans[1]).toMatchObject([{ lost: true, quote: onPage.slice(4, 32) }]);
    expect(judgementOf(lost, changed, judgement).critiques?.[0]?.spans?.[0]).toMatchObject({
      lost: true,
      quote: '![a cat](img/gpt-4o/cat.png)',
    });
  });

  it('link to a stretch of the critique by code points of that, found again where the critique was changed', () => {
    const about = { start: 3, end: 5, quote: 'so' };
    const draft = {
      ...emptyDraft(2),
      critiques: ['', '🙂 so'],
      spans: [[], [{ ...quotedIn(text, { start: 0, end: 3 }), note: '', about }]],
    };
    const { critiques } = judgementOf(draft, shown);
    expect(critiques?.[0]?.spans?.[0]?.about).toEqual({ start: 2, end: 4, quote: 'so' });
    expect(judgementOf({ ...draft, critiques: ['', 'And 🙂 so'] }, shown).critiques?.[0]?.spans?.[0]?.about).toEqual({
      start: 6,
      end: 8,
      quote: 'so',
    });
    expect(judgementOf({ ...draft, critiques: ['', 'Else'] }, shown).critiques?.[0]?.spans?.[0]?.about?.quote).toBe(
      'so',
    );
    expect(
      draftOf(annotation(1, { offsets: 'code-points', judgement: { critiques: critiques! } }), shown).spans[1]?.[0]
        ?.about,
    ).toEqual(about);
  });

  it('of lines that do not say what their offsets count are read as UTF-16', () => {
    const at = text.indexOf('two');
    const old = saved({ spans: [{ start: at, end: at + 3, quote: 'two' }] });
    const steps = annotation(2, {
      shown: ['b', 'a'],
      judgement: {
        steps: [
          { response: 'a', start: 0, end: at + 3, label: 'correct' },
          { response: 'b', start: 0, end: 90, label: null },
        ],
      },
    });
    expect(withCodePointOffsets(old, item.responses)).toMatchObject({
      offsets: 'code-points',
      judgement: { critiques: [{ spans: [{ start: at - 1, end: at + 2, quote: 'two' }] }] },
    });
    expect(draftOf(old, shown).spans[1]).toMatchObject([{ start: at, end: at + 3 }]);
    expect(withCodePointOffsets(steps, item.responses).judgement.steps).toEqual([
      { response: 'a', start: 0, end: at + 2, label: 'correct' },
      { response: 'b', start: 0, end: 90, label: null },
    ]);
    expect(draftOf(steps, shown).steps[1]).toEqual([{ start: 0, end: at + 3, label: 'correct' }]);
    const newer = withCodePointOffsets(old, item.responses);
    expect(withCodePointOffsets(newer, item.responses)).toBe(newer);
  });

  it.each<[string, Partial<Span>, object, Partial<Span>]>([
    [
      'found again where it comes once',
      { start: 900, end: 905, quote: 'lines' },
      { quote: 'lines' },
      { start: 11, end: 16 },
    ],
    ['found again where it comes next to its offsets', { start: 30, end: 33, quote: 'two' }, { quote: 'two' }, {}],
    [
      'lost where it stands nowhere, and kept',
      { start: 3, end: 6, quote: 'gone' },
      { lost: true, start: 3, end: 6 },
      { start: 3, end: 6, quote: 'gone', lost: true },
    ],
    [
      'lost no more where its text is back',
      { start: 3, end: 6, quote: 'Ca.', lost: true },
      { start: 0, end: 3 },
      { start: 0, end: 3 },
    ],
  ])('are %s', (_, span, inDraft, inJournal) => {
    const line = saved({ spans: [{ start: 0, end: 0, quote: '', type: 'kept', ...span }] }, 'code-points');
    const draft = draftOf(line, shown);
    expect(draft.spans[1]).toMatchObject([{ type: 'kept', ...inDraft }]);
    const [again] = judgementOf({ ...draft, rationale: 'more' }, shown, line.judgement).critiques?.[0]?.spans ?? [];
    expect(again).toMatchObject({ type: 'kept', ...inJournal });
    expect(again?.lost).toBe(inJournal.lost);
    if (!again?.lost) expect(pythonCut(text, again!)).toBe(again!.quote);
  });
});

describe('what is missing', () => {
  const missing = [
    { type: 'gap', note: 'Where?', evidence: 'ev', sentences: [1, 2] },
    { evidence: 'elsewhere', sentences: [0] },
    {},
  ];

  it('comes back with its evidence, also such as the item does not have', () => {
    const line = saved({ missing }, 'code-points');
    const draft = draftOf(line, shown);
    expect(draft.missing[1]).toEqual([
      { type: 'gap', note: 'Where?', evidence: 0, sentences: [1, 2] },
      { note: '', sentences: [0] },
      { note: '' },
    ]);
    expect(JSON.stringify(draft)).not.toContain('elsewhere');
    expect(judgementOf(draft, shown, line.judgement)).toEqual(line.judgement);
  });
});

describe('critiques', () => {
  const before = {
    critiques: [
      { response: 'a', text: 'first', spans: [] },
      { response: 'a', text: 'second' },
    ],
  };

  it('that the desk does not show stay, and so does that nothing was marked', () => {
    expect(judgementOf(draftOf(annotation(1, { judgement: before }), shown), shown, before)).toEqual(before);
    const bare = { critiques: [{ response: 'a', text: '', spans: [] }] };
    expect(judgementOf(draftOf(annotation(1, { judgement: bare }), shown), shown, bare)).toEqual(bare);
  });

  it('are gone once their text and marks are taken back', () => {
    const one = { critiques: [{ response: 'a', text: '', spans: [{ start: 0, end: 1, quote: 'C' }] }] };
    expect(critiquesOf({ ...emptyDraft(2) }, shown, one)).toEqual([]);
  });
});
