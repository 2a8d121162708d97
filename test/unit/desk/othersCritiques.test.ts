import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hashOfCritique,
  type OthersCritique,
  type CritiquesShown,
} from '../../../src/core/desk/othersCritiques/critique';
import { draftMetaCritiques, metaCritiquesOf } from '../../../src/core/desk/othersCritiques/metaCritiqueConversion';
import { orderCritiques } from '../../../src/core/desk/othersCritiques/critiqueOrder';
import { settledCritiques } from '../../../src/core/desk/othersCritiques/applyMetaCritiqueAction';
import { applyAction as judgeOn } from '../../../src/core/desk/modes/applyAction';
import type { JudgingState } from '../../../src/core/desk/modes/mode';
import { visibleVersions } from '../../../src/core/desk/drafts/visibleVersions';
import { parseLine } from '../../../src/core/journal/line';
import { soundnesses } from '../../../src/core/model/annotation/judgementValues';
import { isWrittenText } from '../../../src/core/model/annotation/metaCritique';
import { draftSchema } from '../../../src/core/model/annotation/draft';
import type { JudgementAction } from '../../../src/core/model/annotation/judgementAction';
import type { DraftMetaCritique, MetaCritique } from '../../../src/core/model/annotation/metaCritiqueSchemas';
import { placesOf, tiersOf } from '../../../src/core/model/annotation/ranking';
import type { Annotation } from '../../../src/core/model/annotation/annotation';
import { stateOn } from '../made/judgingStates';
import { annotation, idOf } from '../made/journalLines';
import { annotationsIn, folderOf, windowIn, type DeskWindow } from '../made/deskWindow';
import { judge, opened } from '../made/study';
import { join } from 'node:path';

const said = (text: string, by: string, n: number): OthersCritique => {
  const parts = { text, strengths: '', weaknesses: '', suggestion: '' };
  return {
    ...parts,
    annotation: idOf(n),
    annotator: by,
    origin: 'human',
    verdict: [],
    hash: hashOfCritique(parts, []),
  };
};
const item = { id: 'q', hash: 'h', prompt: [], responses: ['a', 'b'].map((id) => ({ id, text: id })) };
const of = (
  found: Readonly<Record<string, readonly OthersCritique[]>>,
  own?: readonly MetaCritique[],
  annotator = 'ana',
  writers: Readonly<Record<string, string>> = {},
): CritiquesShown =>
  orderCritiques({ item, annotator }, 7, new Map(Object.entries(found)), own && [...own], (id) => writers[id]);
const textsOf = (critiques: CritiquesShown, response: string): string[] =>
  critiques.get(response)!.shown.map(({ text }) => text);
const many = (response: string): OthersCritique[] =>
  [...Array(8).keys()].map((n) => said(`${response}${n}`, `annotator ${n}`, n + 1));

describe("the order of others' critiques", () => {
  it('stays as others come and go', () => {
    fc.assert(
      fc.property(fc.subarray(many('a')), (some) => {
        const kept = new Set(some.map(({ text }) => text));
        expect(textsOf(of({ a: some }), 'a')).toEqual(
          textsOf(of({ a: many('a') }), 'a').filter((text) => kept.has(text)),
        );
      }),
    );
  });

  it('is another for each response and annotator, so that it does not tell who wrote which', () => {
    const order = (response: string, annotator: string): string =>
      textsOf(of({ a: many('a'), b: many('a') }, undefined, annotator), response).join();
    const all = [...Array(20).keys()].flatMap((n) => [order('a', `reader ${n}`), order('b', `reader ${n}`)]);
    expect(new Set(all).size).toBe(all.length);
    // Everybody is first somewhere.
    expect(new Set(all.map((each) => each.slice(0, 2))).size).toBeGreaterThan(6);
  });
});

/** Any thoughts on the critiques with these keys. */
function anyThoughts(keys: readonly string[]): fc.Arbitrary<DraftMetaCritique> {
  const orNone = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null });
  const one = fc
    .record({
      accepted: orNone(fc.boolean()),
      soundness: orNone(fc.constantFrom(...soundnesses)),
      agrees: orNone(fc.boolean()),
      place: orNone(fc.integer({ min: 1, max: 9 })),
    })
    .filter((each) => Object.values(each).some((value) => value !== null));
  const text = fc.constantFrom('', ' ', 'mine');
  return fc.record({
    said: fc.dictionary(fc.constantFrom(...keys), one),
    texts: fc.array(
      fc.record({
        of: fc.subarray([...keys], { minLength: 1 }),
        text,
        strengths: text,
        weaknesses: text,
        suggestion: text,
      }),
      { maxLength: 2 },
    ),
  });
}

describe("what is said of others' critiques", () => {
  const shown = { responses: item.responses, critiques: of({ a: many('a'), b: [said('alone', 'ben', 1)] }) };
  const thoughts = fc.tuple(
    ...['a', 'b'].map((id) => anyThoughts(shown.critiques.get(id)!.shown.map(({ key }) => key))),
  );

  it('comes back from the journal as the same draft, its places closed up and its blank texts gone; the line is valid', () => {
    fc.assert(
      fc.property(thoughts, (metaCritiques) => {
        const settled = metaCritiques.map(({ said: all, texts }, index): DraftMetaCritique => {
          const keys = shown.critiques.get(['a', 'b'][index]!)!.shown.map(({ key }) => key);
          const places = placesOf(tiersOf(keys.map((key) => all[key]?.place ?? null)), keys.length);
          const blank = (text: string): string => (text.trim() === '' ? '' : text);
          return {
            said: Object.fromEntries(
              Object.entries(all).map(([key, each]) => [key, { ...each, place: places[keys.indexOf(key)] ?? null }]),
            ),
            texts: texts.filter(isWrittenText).map(({ of: from, text, ...parts }) => ({
              of: from,
              text,
              ...(Object.fromEntries(Object.entries(parts).map(([part, each]) => [part, blank(each)])) as typeof parts),
            })),
          };
        });
        const written = metaCritiquesOf({ metaCritiques }, shown, {});
        expect(draftMetaCritiques({ metaCritiques: written }, shown)).toEqual(
          settled.every((each) => Object.keys(each.said).length + each.texts.length === 0) ? [] : settled,
        );
        if (written.length > 0)
          expect(
            parseLine(JSON.stringify(annotation(9, { shown: ['a', 'b'], judgement: { metaCritiques: written } }))),
          ).toHaveProperty('line');
      }),
    );
  });

  it('stays as it was said where they are not on the desk', () => {
    const before = metaCritiquesOf(
      {
        metaCritiques: [
          {
            said: {
              [shown.critiques.get('a')!.shown[0]!.key]: { accepted: true, soundness: null, agrees: null, place: null },
            },
            texts: [],
          },
        ],
      },
      shown,
      {},
    );
    expect(before).toHaveLength(1);
    expect(metaCritiquesOf({ metaCritiques: [] }, { responses: item.responses }, { metaCritiques: before })).toEqual(
      before,
    );
  });

  it('is of the words that were seen: of others by the same annotator it is lost, and kept as it was said', () => {
    const key = shown.critiques.get('b')!.shown[0]!.key;
    const before = metaCritiquesOf(
      {
        metaCritiques: [
          { said: {}, texts: [] },
          {
            said: { [key]: { accepted: false, soundness: 'flawed', agrees: true, place: 1 } },
            texts: [{ of: [key], text: 'better', strengths: '', weaknesses: '', suggestion: '' }],
          },
        ],
      },
      shown,
      {},
    );
    const writers = { [idOf(1)]: 'ben' };
    // The same words in a later line are the same critique.
    const same = { responses: item.responses, critiques: of({ b: [said('alone', 'ben', 2)] }, before, 'ana', writers) };
    expect(metaCritiquesOf({ metaCritiques: draftMetaCritiques({ metaCritiques: before }, same) }, same, {})).toEqual([
      { ...before[0], critiques: [{ ...before[0]!.critiques[0], annotation: idOf(2) }] },
    ]);
    // By somebody else they are not, and others by the same are not either.
    for (const other of [said('alone', 'cleo', 2), said('other words', 'ben', 2)]) {
      const now = { responses: item.responses, critiques: of({ b: [other] }, before, 'ana', writers) };
      const draft = draftMetaCritiques({ metaCritiques: before }, now);
      expect(Object.keys(draft[1]!.said)).not.toContain(now.critiques.get('b')!.shown[0]!.key);
      expect(metaCritiquesOf({ metaCritiques: draft }, now, {})).toEqual([
        {
          ...before[0],
          critiques: [
            { annotation: idOf(2), hash: other.hash },
            { ...before[0]!.critiques[0], lost: true },
          ],
          ranking: { tiers: [[1]] },
          texts: [{ of: [1], text: 'better' }],
        },
      ]);
    }
  });

  it.each<[string, Partial<MetaCritique>, string]>([
    ['ranks one twice', { ranking: { tiers: [[0], [0]] } }, 'Ranks a critique twice'],
    ['ranks one that is not there', { ranking: { tiers: [[2]] } }, 'Refers to critique 2, but there are only 1'],
    [
      'makes a text of one that is not there',
      { texts: [{ of: [1], text: 'x' }] },
      'Refers to critique 1, but there are only 1',
    ],
    ['is of a response that was not shown', { response: 'z' }, 'Refers to a response that was not shown'],
    ['names no annotation', { critiques: [{ annotation: 'ben', hash: 'h' }] }, 'Is not a ULID'],
  ])('is no valid line where it %s', (_, change, message) => {
    const line = annotation(1, {
      judgement: {
        metaCritiques: [
          { response: 'a', seed: 1, critiques: [{ annotation: idOf(2), hash: 'h', soundness: 'sound' }], ...change },
        ],
      },
    });
    expect(JSON.stringify(parseLine(JSON.stringify(line)))).toContain(message);
  });
});

describe('at the desk', () => {
  const folder = (othersCritiques: string): Promise<string> =>
    folderOf(3, ({ task }) => ({ task: { ...task, othersCritiques } }));
  const critique = (response: string, text: string) => ({ response, text });
  const write = async (
    at: string,
    annotator: string,
    texts: readonly string[],
    changes: Partial<Annotation> = {},
  ): Promise<Annotation> => {
    const study = await opened(join(at, 'data.tiebreak'));
    const written = await judge(
      study,
      0,
      {
        ranking: { tiers: [['x-id'], ['y-id', 'z-id']] },
        critiques: texts.map((text, index) => critique(['x-id', 'y-id', 'z-id'][index]!, text)),
      },
      { annotator, ...changes },
    );
    await study.close();
    return written;
  };
  /** Shown index of a response. */
  const indexOf = ({ desk }: DeskWindow, id: string): number =>
    desk.open!.shown.responses.findIndex((response) => response.id === id);
  const lastSaid = ({ notices }: DeskWindow): unknown => notices.at(-1);

  it.each([
    ['hidden', 0],
    ['shown', 2],
  ])('they are %s as the study says', async (when, count) => {
    const at = await folder(when);
    await write(at, 'ben', ['one of x']);
    await write(at, 'cleo', ['another of x', 'of y']);
    const seen = await windowIn(at);
    await seen.desk.goTo(0);
    expect(seen.critiquesSent.at(-1)?.responses[indexOf(seen, 'x-id')]?.length ?? 0).toBe(count);
    await seen.desk.judge({ do: 'critiques', index: indexOf(seen, 'x-id') });
    expect(lastSaid(seen)).toMatchObject(
      when === 'shown' ? { said: { what: 'opened', count: 2 } } : { said: { what: 'not-shown', why: 'hidden' } },
    );
  });

  it("they come after the annotator's own judgement, are judged as part of it and name nobody on the way", async () => {
    const at = await folder('after');
    const lines = [
      await write(at, 'ben-leak', ['one of x']),
      await write(at, 'cleo-leak', ['two of x'], { origin: { kind: 'model', name: 'model-leak' } }),
      await write(at, 'dora-leak', ['three of x'], { origin: { kind: 'imported', from: 'leak', by: 'judge-leak' } }),
    ];
    const seen = await windowIn(at);
    await seen.desk.goTo(0);
    const x = indexOf(seen, 'x-id');
    await seen.desk.judge({ do: 'critiques', index: x });
    expect(lastSaid(seen)).toMatchObject({ said: { what: 'not-shown', why: 'after' } });
    expect([seen.critiquesSent, seen.item.critiques]).toEqual([[], undefined]);

    await seen.rank(1, 2, 3);
    expect([seen.id, lastSaid(seen)]).toEqual(['q0', { kind: 'critiques', said: { what: 'saved', count: 3 } }]);
    const [sent] = seen.critiquesSent;
    expect(sent!.responses[x]!.map(({ origin }) => origin).sort()).toEqual(['human', 'model', 'model']);
    expect(sent!.responses[x]![0]!.verdict).toEqual([
      { kind: 'order', tiers: [[x], [0, 1, 2].filter((each) => each !== x)] },
    ]);
    const order = sent!.responses[x]!.map(({ texts: [text] }) => text!.text);

    // The first: accepted, sound, its verdict wrong, the best. The second: flawed, behind. Merged with the third.
    await seen.desk.judge({ do: 'critiques', index: x });
    await seen.desk.judge({ do: 'critiqueAccepted', value: true });
    await seen.desk.judge({ do: 'critiqueSoundness', value: 'sound' });
    await seen.desk.judge({ do: 'critiqueAgrees', value: false });
    await seen.desk.type(1);
    await seen.desk.judge({ do: 'selectBy', by: 1 });
    await seen.desk.judge({ do: 'critiqueSoundness', value: 'unsure' });
    await seen.desk.judge({ do: 'critiqueSoundness', value: 'flawed' });
    await seen.desk.judge({ do: 'number', value: 2 });
    await seen.desk.judge({ do: 'critiquePick' });
    await seen.desk.judge({ do: 'critiqueMerge' });
    expect(lastSaid(seen)).toMatchObject({ said: { what: 'pick-more' } });
    await seen.desk.judge({ do: 'selectBy', by: 1 });
    await seen.desk.judge({ do: 'number', value: 2 });
    expect(lastSaid(seen)).toMatchObject({ said: { what: 'placed', place: 2, tiedWith: [1] } });
    await seen.desk.judge({ do: 'critiquePick' });
    await seen.desk.judge({ do: 'critiqueMerge' });
    await seen.desk.setText(seen.item.key, { kind: 'critiqueMade', index: x, number: 0 }, 'what two say');
    // The last of them is taken back, and done again.
    await seen.desk.judge({ do: 'critiqueAt', index: x, number: 2 });
    await seen.desk.judge({ do: 'critiqueAccepted', value: false });
    await seen.desk.undo();
    expect(seen.item.draft.metaCritiques[x]!.said).not.toMatchObject({
      [sent!.responses[x]![2]!.key]: { accepted: false },
    });
    await seen.desk.redo();
    expect(seen.item.status).toBe('draft');
    await seen.desk.save();
    expect(seen.id).toBe('q1');

    const [first, second] = annotationsIn(at);
    expect(first!.judgement).not.toHaveProperty('metaCritiques');
    const names = order.map((text) => lines.find(({ judgement }) => judgement.critiques![0]!.text === text)!.id);
    expect(second!.judgement).toMatchObject({ ranking: first!.judgement.ranking });
    const judged = second!.judgement.metaCritiques!;
    expect(judged).toMatchObject([
      {
        response: 'x-id',
        critiques: [
          { annotation: names[0], accepted: true, soundness: 'sound', agrees: false },
          { annotation: names[1], soundness: 'flawed' },
          { annotation: names[2], accepted: false },
        ],
        ranking: { tiers: [[0], [1, 2]] },
        texts: [{ of: [1, 2], text: 'what two say' }],
      },
    ]);
    expect(JSON.stringify([seen.states, seen.critiquesSent, seen.contents, seen.notices])).not.toMatch(
      new RegExp(`leak|${lines.map(({ id }) => id).join('|')}|x-id`),
    );

    // No history tells who wrote what.
    await seen.desk.step(-1);
    expect(visibleVersions(seen.session, seen.desk.open!.shown).map(({ annotator }) => annotator)).toEqual([
      'ana',
      'ana',
    ]);
    await seen.desk.step(1);

    // It comes again as it was saved; what one of them changes since is not taken for what was judged.
    await seen.desk.step(-1);
    expect([seen.item.status, seen.item.draft.metaCritiques[x]!.texts[0]!.text]).toEqual(['saved', 'what two say']);
    await write(at, lines.find(({ id }) => id === names[0])!.annotator, ['now otherwise']);
    await seen.session.refresh();
    await seen.desk.settled();
    expect(seen.item.critiques!.lost[x]).toBe(1);
    expect(seen.critiquesSent.at(-1)!.responses[x]!.map(({ texts: [text] }) => text!.text)).toContain('now otherwise');
    await seen.desk.judge({ do: 'critiques', index: x });
    await seen.desk.judge({ do: 'critiqueAccepted', value: true });
    await seen.desk.save();
    const [third] = annotationsIn(at).at(-1)!.judgement.metaCritiques!;
    expect(third!.critiques).toHaveLength(4);
    expect(third!.critiques[3]).toEqual({ ...judged[0]!.critiques[0], lost: true });
    expect(third!.critiques.filter(({ accepted }) => accepted)).toHaveLength(2);
  });
});

describe('keys while critiques are in hand', () => {
  const all = of({ a: many('a').slice(0, 3), b: [said('alone', 'ben', 9)] });
  const state = (critiques = all): JudgingState =>
    stateOn(['a', 'b'], 'rank', { critiquesOf: (index) => critiques.get(['a', 'b'][index]!)?.shown ?? [] });
  /** What is in hand after these actions, as a desk has it. */
  const pressed = (from: JudgingState, ...actions: readonly JudgementAction[]): JudgingState =>
    actions.reduce((now, action) => {
      const { draft = now.draft, selected = now.selected, critiques = now.critiques } = judgeOn(now, action);
      const next = { ...now, draft, selected };
      return { ...next, critiques: settledCritiques(critiques ?? null, next) };
    }, from);

  it('leave drafts that can be kept and saved, whatever is pressed', () => {
    const action: fc.Arbitrary<JudgementAction> = fc.oneof(
      fc.constantFrom<JudgementAction>(
        { do: 'critiques' },
        { do: 'critiquesBeside', by: 1 },
        { do: 'critiquesBeside', by: -1 },
        { do: 'critiqueEdit' },
        { do: 'critiquePick' },
        { do: 'critiqueMerge' },
        { do: 'clear' },
        { do: 'selectBy', by: 1 },
        { do: 'selectBy', by: -1 },
        { do: 'move', step: 1 },
        { do: 'move', step: -1 },
      ),
      fc.boolean().map((value): JudgementAction => ({ do: 'critiqueAccepted', value })),
      fc.boolean().map((value): JudgementAction => ({ do: 'critiqueAgrees', value })),
      fc.constantFrom(...soundnesses).map((value): JudgementAction => ({ do: 'critiqueSoundness', value })),
      fc.nat({ max: 4 }).map((value): JudgementAction => ({ do: 'number', value })),
      fc
        .record({ index: fc.nat({ max: 2 }), number: fc.nat({ max: 6 }) })
        .map((at): JudgementAction => ({ do: 'critiqueAt', ...at })),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
        const { draft, critiques } = pressed(state(), { do: 'critiques', index: 0 }, ...actions);
        expect(draftSchema.parse(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
        const metaCritiques = metaCritiquesOf(draft, { responses: item.responses, critiques: all }, {});
        if (metaCritiques.length > 0)
          expect(
            parseLine(JSON.stringify(annotation(9, { shown: ['a', 'b'], judgement: { metaCritiques } }))),
          ).toHaveProperty('line');
        if (critiques)
          expect(critiques.number).toBeLessThan(
            (all.get(['a', 'b'][critiques.index]!)?.shown.length ?? 0) +
              (draft.metaCritiques[critiques.index]?.texts.length ?? 0),
          );
      }),
    );
  });

  it('fall on the critique that was taken, though others come before it meanwhile', () => {
    const [first, , third] = all.get('a')!.shown;
    const now = pressed(state(of({ a: [third!] })), { do: 'critiques', index: 0 });
    expect(now.critiques).toMatchObject({ of: third!.key, number: 0 });
    const later = { ...now, critiquesOf: state().critiquesOf };
    const said = pressed(
      { ...later, critiques: settledCritiques(now.critiques ?? null, later) },
      { do: 'critiqueAccepted', value: true },
    );
    expect([said.critiques?.number, Object.keys(said.draft.metaCritiques[0]!.said)]).toEqual([2, [third!.key]]);
    // Its text stays in hand too.
    const made = pressed(said, { do: 'critiqueEdit' });
    expect(made.critiques).toMatchObject({ of: 0, number: 3 });
    const gone = { ...made, critiquesOf: state(of({ a: [first!] })).critiquesOf };
    expect(settledCritiques(made.critiques ?? null, gone)).toMatchObject({ of: 0, number: 1 });
  });

  it('begin a text once: the same critiques lead back to it', () => {
    const twice = pressed(
      state(),
      { do: 'critiques', index: 0 },
      { do: 'critiqueEdit' },
      { do: 'critiqueAt', index: 0, number: 0 },
      { do: 'critiqueEdit' },
    );
    expect(twice.draft.metaCritiques[0]!.texts).toHaveLength(1);
    expect(twice.critiques?.number).toBe(3);
    // Left as it was it is no text of one's own.
    expect(metaCritiquesOf(twice.draft, { responses: item.responses, critiques: all }, {})).toEqual([]);
  });
});
