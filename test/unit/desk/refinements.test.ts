import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairsOf } from '../../../src/core/export/derive/pairs';
import { canRefine, refinedId, refinementsOf, withRefinements } from '../../../src/core/desk/item/refinements';
import { draftForOrder, draftOf, judgementOf, inBlindOrder } from '../../../src/core/desk/drafts/draftConversion';
import { annotationSchema, type Refinement } from '../../../src/core/model/annotation/annotation';
import { emptyDraft, withText, type Draft } from '../../../src/core/model/annotation/draft';
import type { Item } from '../../../src/core/model/item/item';
import { shortHash } from '../../../src/core/model/text/shortHash';
import { anyDraft } from '../made/drafts';
import { annotation } from '../made/journalLines';
import { annotationsIn, folderOf, windowIn, type DeskWindow } from '../made/deskWindow';

const item: Item = {
  id: 'item-1',
  hash: 'hash-1',
  evidence: [{ id: 'p', text: 'P' }],
  prompt: [{ role: 'user', content: 'Hi' }],
  responses: ['a', 'b', 'c'].map((id) => ({ id, text: id.toUpperCase() })),
};
const named = (refinement: Omit<Refinement, 'id'>): Refinement & { id: string } => ({
  ...refinement,
  id: refinedId(refinement),
});
const first = named({ response: 'a', round: 1, ofHash: shortHash('A'), text: 'A, better' });
const second = named({ response: 'a', round: 2, of: 1, ofHash: shortHash(first.text), text: 'A, best' });
const bare = inBlindOrder(item, 1, 'ana');
const indexOf = (shown: typeof bare, id: string): number => shown.responses.findIndex((response) => response.id === id);
const refining = (shown: typeof bare, id: string, text: string): Draft =>
  withText(emptyDraft(shown.responses.length), { kind: 'refinement', index: indexOf(shown, id) }, text);

describe('what is refined', () => {
  it('has a name of its own for each response, round and text', () => {
    const ids = [
      first,
      second,
      named({ ...first, text: 'other' }),
      named({ ...first, response: 'b' }),
      named({ ...first, round: 2 }),
    ].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.some((id) => item.responses.some((response) => response.id === id))).toBe(false);
  });

  it('stands among the responses in a blind order that is drawn anew, and the same after a reload', () => {
    const orders = [...Array(40).keys()].map((n) =>
      withRefinements(inBlindOrder(item, n, 'ana'), { refinements: [first] }),
    );
    expect(new Set(orders.map((shown) => indexOf(shown, first.id))).size).toBe(4);
    expect(withRefinements(bare, { refinements: [first] })).toEqual(withRefinements(bare, { refinements: [first] }));
    expect(withRefinements(bare, { refinements: [{ response: 'a', text: 'a label of the source' }] })).toBe(bare);
  });

  it('is the next round of its response, of the text that was edited', () => {
    const shown = withRefinements(bare, { refinements: [first] });
    expect(refinementsOf(refining(bare, 'a', first.text), bare, {})).toEqual([first]);
    expect(refinementsOf(refining(shown, first.id, second.text), shown, {})).toEqual([first, second]);
    expect(refinementsOf(refining(shown, 'a', 'A, again'), shown, {})).toEqual([
      first,
      named({ response: 'a', round: 2, ofHash: shortHash('A'), text: 'A, again' }),
    ]);
    expect(
      refinementsOf(refining(shown, 'b', 'B, better'), shown, { refinements: [{ response: 'b', text: 'a label' }] }).at(
        -1,
      ),
    ).toMatchObject({ response: 'b', round: 2 });
  });

  it.each([
    ['the text as it was', 'A'],
    ['white space', ' \n'],
    ['what it was made into before', first.text],
  ])('is nothing new where it is %s', (_, text) => {
    const shown = withRefinements(bare, { refinements: [first] });
    expect(refinementsOf(refining(shown, 'a', text), shown, {})).toEqual([first]);
  });

  it('is one text of the assistant’s', () => {
    const turns = [
      [{ role: 'assistant', content: 'x' }],
      [
        { role: 'assistant', content: 'x' },
        { role: 'user', content: 'y' },
      ],
      [{ role: 'assistant', content: 'x', media: [{ kind: 'image' as const, source: 'x.png' }] }],
    ];
    const responses = [
      { id: 'plain', text: 'x' },
      ...turns.map((each, n) => ({ id: `t${n}`, text: 'x', turns: each })),
    ];
    expect([0, 1, 2, 3, 4].map((index) => canRefine({ responses }, index))).toEqual([true, true, false, false, false]);
  });

  it('is exported by its own text, as what it was judged to be', () => {
    const shown = withRefinements(bare, { refinements: [first] });
    const judged = annotation(1, {
      shown: shown.responses.map(({ id }) => id),
      judgement: { ranking: { tiers: [[first.id], ['a', 'b'], ['c']] }, refinements: [first] },
    });
    expect(annotationSchema.safeParse(judged).error).toBeUndefined();
    const pairs = pairsOf(judged, item, () => undefined).map(({ chosen, rejected }) => [chosen.text, rejected.text]);
    expect(pairs).toEqual([
      ['A, better', 'A'],
      ['A, better', 'B'],
      ['A, better', 'C'],
      ['A', 'C'],
      ['B', 'C'],
    ]);
  });
});

describe('a draft that goes by other responses', () => {
  const shown = withRefinements(bare, { refinements: [first, second] });

  it('says the same of those that are on the desk, before and after', () => {
    fc.assert(
      fc.property(anyDraft(3), (draft) => {
        const over = draftForOrder(draft, bare, shown);
        const back = draftForOrder(over, shown, bare);
        const active = back.refinements[indexOf(bare, 'a')] ?? '';
        expect(judgementOf({ ...back, refinements: draft.refinements }, bare)).toEqual(judgementOf(draft, bare));
        // What was among the responses is in hand again, and nothing that was written is lost.
        expect([first.text, second.text, ...draft.refinements]).toContain(active);
      }),
    );
  });

  it('keeps a text that was refined when it is no response any more', () => {
    const back = draftForOrder(emptyDraft(5), shown, withRefinements(bare, { refinements: [first] }));
    expect(back.refinements.filter((text) => text !== '')).toEqual([second.text]);
    expect(draftOf(annotation(1, { judgement: { refinements: [first] } }), bare).refinements[indexOf(bare, 'a')]).toBe(
      first.text,
    );
  });
});

describe('at the desk', () => {
  const refine = async ({ desk, item: { key } }: DeskWindow, index: number, text: string): Promise<void> =>
    desk.setText(key, { kind: 'refinement', index }, text);
  const text = ({ desk }: DeskWindow, index: number): string => desk.open!.shown.responses[index]!.text;

  it('a saved refinement is judged among the others, blind, and a later judgement ranks it', async () => {
    const folder = await folderOf(2, () => ({}));
    const window = await windowIn(folder);
    const { desk } = window;
    await desk.start();
    const original = text(window, 0);
    await refine(window, 0, `${original}, better`);
    await window.rank(1, 2, 3);
    expect(window.notices.at(-1)).toEqual({ kind: 'saved-refined', count: 4 });
    expect(window.last).toMatchObject({ ordinal: 0, judged: 1 });
    expect(window.item).toMatchObject({ status: 'saved', draft: { refinements: ['', '', '', ''] } });
    expect(window.item.draft.places.filter((place) => place === null)).toHaveLength(1);
    await window.rank(2, 1, 3, 4);
    expect(window.last.ordinal).toBe(1);
    const [before, after] = annotationsIn(folder);
    expect(before?.shown).toHaveLength(3);
    expect(after?.judgement.refinements).toEqual(before?.judgement.refinements);
    expect(after?.shown.toSorted()).toEqual(
      [...(before?.shown ?? []), before?.judgement.refinements?.[0]?.id ?? ''].sort(),
    );
    expect(after?.judgement.ranking?.tiers.flat()).toHaveLength(4);
    expect(JSON.stringify([window.contents, window.states, window.notices])).not.toMatch(/-id|~1\./);
    // Opened again, it is as it was.
    const later = await windowIn(folder);
    await later.desk.goTo(0);
    expect(later.item).toMatchObject({ status: 'saved', draft: { places: [2, 1, 3, 4] } });
  });

  it('Enter goes on from there without another judgement', async () => {
    const folder = await folderOf(2, () => ({}));
    const window = await windowIn(folder);
    await window.desk.start();
    await refine(window, 1, 'better');
    await window.rank(1, 2, 3);
    await window.desk.save();
    expect(window.last.ordinal).toBe(1);
    expect(annotationsIn(folder)).toHaveLength(1);
  });

  it('everything is undone down to nothing, and done again', async () => {
    const folder = await folderOf(2, () => ({}));
    const window = await windowIn(folder);
    const { desk } = window;
    await desk.start();
    const { draft: fresh, key } = window.item;
    await refine(window, 0, 'better');
    await window.rank(1, 2, 3);
    await window.rank(2, 1, 3, 4);
    await desk.undo();
    expect(window.item).toMatchObject({ status: 'draft', draft: { places: [2, 1, 3, 4] } });
    while (window.item.draft.places.length === 4) await desk.undo();
    expect(window.item).toMatchObject({
      key,
      status: 'draft',
      draft: { places: [1, 2, 3], refinements: ['better', '', ''] },
    });
    while (window.last.canUndo) await desk.undo();
    expect(window.item).toMatchObject({ key, status: 'empty', draft: fresh });
    while (window.last.canRedo) await desk.redo();
    await desk.goTo(0);
    expect(window.item).toMatchObject({ status: 'saved', draft: { places: [2, 1, 3, 4] } });
  });

  it('a judgement of an earlier sitting that is taken back gives the refined text back too', async () => {
    const folder = await folderOf(2, () => ({}));
    const window = await windowIn(folder);
    await window.desk.start();
    const original = text(window, 2);
    await refine(window, 2, `${original}!`);
    await window.rank(1, 2, 3);
    const later = await windowIn(folder);
    await later.desk.goTo(0);
    await later.desk.undo();
    expect(later.item).toMatchObject({
      status: 'draft',
      draft: { places: [1, 2, 3], refinements: ['', '', `${original}!`] },
    });
    await later.session.flush();
    const again = await windowIn(folder);
    await again.desk.start();
    expect(again.item.draft).toEqual(later.item.draft);
  });

  it('a version from the history brings back what it refined', async () => {
    const folder = await folderOf(2, () => ({}));
    const window = await windowIn(folder);
    const { desk, session } = window;
    await desk.start();
    await refine(window, 0, 'better');
    await window.rank(1, 2, 3);
    await window.rank(4, 3, 2, 1);
    await desk.goTo(0);
    await desk.undo();
    while (window.last.canUndo) await desk.undo();
    const [latest] = session.study.replay.past('q0');
    await desk.bringBack(await session.study.journal.fetch(latest!.ref), desk.open!.key);
    expect(window.item).toMatchObject({ status: 'saved', draft: { places: [4, 3, 2, 1] } });
    expect(annotationSchema.safeParse(annotationsIn(folder).at(-1)).error).toBeUndefined();
  });

  it('tells how a refinement differs, and takes one that is as before for none', async () => {
    const window = await windowIn(await folderOf(1, () => ({})));
    const { desk } = window;
    await desk.start();
    const { key } = window.item;
    const before = text(window, 0);
    expect(await desk.refinement(key, 0)).toMatchObject({ before, text: before });
    await refine(window, 0, `${before} more`);
    expect((await desk.refinement(key, 0))?.difference.runs).toEqual([
      { in: 'both', text: before },
      { in: 'first', text: ' more' },
    ]);
    expect(await desk.refinedText(key, 0)).toBe(`${before} more`);
    await refine(window, 0, before);
    expect(window.item).toMatchObject({ status: 'empty', draft: { refinements: ['', '', ''] } });
    expect(await desk.refinement('another', 0)).toBeUndefined();
    expect(await desk.refinedText('7:1:none', 0)).toBeUndefined();
  });
});

describe('what a study asks to be written', () => {
  const asked = (folder: string): unknown => JSON.parse(readFileSync(join(folder, 'data.tiebreak'), 'utf8'));

  it('comes before a verdict, which is not taken until it is there', async () => {
    const folder = await folderOf(2, ({ task }) => ({ task: { ...task, rationale: { first: true, minLength: 5 } } }));
    expect(asked(folder)).toMatchObject({ task: { rationale: { first: true } } });
    const window = await windowIn(folder);
    const { desk } = window;
    await desk.start();
    const { key } = window.item;
    await desk.judge({ do: 'number', value: 1 });
    await desk.type(1);
    expect(window.notices.map(({ kind }) => kind)).toEqual(['rationale-first', 'rationale-first']);
    await desk.judge({ do: 'selectBy', by: 1 });
    await desk.judge({ do: 'flag', number: 1 });
    expect(window.item).toMatchObject({ selected: 1, draft: { places: [null, null, null] } });
    await desk.setText(key, { kind: 'rationale' }, 'enough');
    await window.rank(1, 2, 3);
    expect(annotationsIn(folder)[0]?.judgement).toMatchObject({ rationale: 'enough' });
  });

  it('is there before anything is saved, and until then the draft stays', async () => {
    const folder = await folderOf(2, ({ task }) => ({
      task: { ...task, mode: 'pair', critique: { fields: 'parts', minLength: 3 } },
    }));
    const window = await windowIn(folder);
    const { desk } = window;
    await desk.start();
    for (let n = 0; n < 6 && window.notices.at(-1)?.kind !== 'too-short'; n++) {
      await desk.type(1);
      await desk.save();
    }
    for (const index of [0, 1, 2]) {
      expect(window.notices.at(-1)).toEqual({
        kind: 'too-short',
        field: { kind: 'critique', index, part: 'strengths' },
        length: 0,
        min: 3,
      });
      const { pair } = window.item;
      expect([pair?.a, pair?.b]).toContain(index);
      expect(window.item.status).toBe('draft');
      await desk.setText(window.item.key, { kind: 'critique', index, part: 'weaknesses' }, 'bad');
      await desk.save();
      while (window.last.ordinal === 0 && window.notices.at(-1)?.kind !== 'too-short') await desk.save();
    }
    expect(window.last.ordinal).toBe(1);
    expect(annotationsIn(folder)[0]?.judgement.critiques).toEqual(
      [0, 1, 2].map(() => ({ response: expect.any(String) as string, text: '', weaknesses: 'bad' })),
    );
  });

  it('can name the criteria that a judgement rests on, by those in force', async () => {
    const folder = await folderOf(1, () => ({}));
    writeFileSync(
      join(folder, 'data.tiebreak.d', 'rubrics.json'),
      JSON.stringify({
        version: 1,
        rubrics: [
          {
            id: 'r',
            title: 'R',
            versions: [{ version: 1, criteria: [{ id: 'c1', title: 'Clear', text: 'Is it clear?', weight: 1 }] }],
          },
        ],
      }),
    );
    const window = await windowIn(folder);
    const { desk } = window;
    await desk.start();
    expect(window.item.because).toEqual([]);
    await desk.judge({ do: 'because', criteria: ['c1', 'gone'] });
    expect(window.item).toMatchObject({ because: ['Clear', 'gone'], status: 'draft' });
    await window.rank(1, 2, 3);
    // The cells of the rubric are empty, which may stand.
    expect(window.notices.at(-1)).toMatchObject({ kind: 'confirm-verdicts-left' });
    await desk.save();
    expect(annotationsIn(folder)[0]?.judgement).toMatchObject({ because: ['c1', 'gone'] });
    await desk.goTo(0);
    await desk.judge({ do: 'because', criteria: [] });
    await desk.save();
    await desk.save();
    expect(annotationsIn(folder)[1]?.judgement).not.toHaveProperty('because');
  });

  it('several answers are kept in their order, and one that is removed comes back', async () => {
    const folder = await folderOf(1, () => ({}));
    const window = await windowIn(folder);
    const { desk } = window;
    await desk.start();
    const { key } = window.item;
    for (const [index, answer] of ['one', 'two', 'three'].entries())
      await desk.setText(key, { kind: 'answer', index }, answer);
    await desk.judge({ do: 'removeAnswer', answer: 0 });
    expect(window.item.draft.answers).toEqual(['two', 'three']);
    await desk.judge({ do: 'removeAnswer' });
    expect(window.notices.at(-1)).toEqual({ kind: 'answer-removed', answer: 1 });
    await desk.undo();
    await desk.undo();
    expect(window.item.draft.answers).toEqual(['one', 'two', 'three']);
    await desk.judge({ do: 'removeAnswer', answer: 7 });
    expect(window.notices.at(-1)).toEqual({ kind: 'no-answer' });
    await window.rank(1, 2, 3);
    expect(annotationsIn(folder)[0]?.judgement.demonstrations?.map(({ turns }) => turns[0]?.content)).toEqual([
      'one',
      'two',
      'three',
    ]);
  });
});
