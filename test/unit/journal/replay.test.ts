import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Replay } from '../../../src/core/journal/replay';
import type { Annotation, JournalLine } from '../../../src/core/model/annotation/annotation';
import { isPlainKey, judgementKeyText, wholeOf } from '../../../src/core/model/annotation/judgementKey';
import { annotation, anyLines, idOf, retraction } from '../made/journalLines';
import { meaningOf, replayOf } from '../made/replays';

/** Lines of which every third is of another content of its item. */
const changed = (lines: fc.Arbitrary<JournalLine[]>): fc.Arbitrary<JournalLine[]> =>
  lines.map((all) =>
    all.map((line, n) => (line.type === 'annotation' && n % 3 === 0 ? { ...line, hash: 'other' } : line)),
  );

const saysOfTexts = ({ judgement: { critiques, refinements } }: Annotation): boolean =>
  critiques !== undefined || refinements !== undefined;

/** How often each of some texts is among them. */
const countsOf = (texts: readonly string[]): unknown =>
  Object.fromEntries([...new Set(texts)].sort().map((text) => [text, texts.filter((each) => each === text).length]));

describe('replay', () => {
  it('depends on the set of lines only: any order, any number of copies', () => {
    const sets = anyLines(['ana', 'ben'], 12).chain((lines) =>
      fc.record({
        lines: fc.constant(lines),
        mixed: fc
          .shuffledSubarray([...lines, ...lines], { minLength: lines.length })
          .filter((drawn) => new Set(drawn).size === lines.length),
      }),
    );
    fc.assert(
      fc.property(sets, ({ lines, mixed }) => {
        expect(meaningOf(replayOf(mixed))).toEqual(meaningOf(replayOf(lines)));
      }),
      { numRuns: 200 },
    );
  });

  it('finds what several judged, or one several times, of all that is in force', () => {
    fc.assert(
      fc.property(changed(anyLines(['ana', 'ben', 'cleo'], 30)), (lines) => {
        const replay = replayOf(lines);
        const groups = new Map<string, string[]>();
        for (const { id, item, hash, context, turn } of replay.all())
          if (turn === undefined)
            groups.set(JSON.stringify([item, hash, context]), [
              ...(groups.get(JSON.stringify([item, hash, context])) ?? []),
              id,
            ]);
        const ids = (found: readonly string[]): string => [...found].sort().join(' ');
        expect(
          [...replay.together()].map((currentAnnotations) => ids(currentAnnotations.map(({ id }) => id))).sort(),
        ).toEqual(
          [...groups.values()]
            .filter(({ length }) => length > 1)
            .map(ids)
            .sort(),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('keeps of each annotation who made it, by which guidelines, and whether it says something of the texts', () => {
    const origins = [
      { kind: 'human' },
      { kind: 'imported', from: 'labels' },
      { kind: 'imported', from: 'labels', by: 'gpt-4' },
      { kind: 'model', name: 'gpt-4' },
    ] as const;
    const judges = ['human', 'imported', 'model', 'model'];
    const made = fc.tuple(anyLines(['ana', 'ben'], 20), fc.array(fc.nat({ max: 3 }), { minLength: 20, maxLength: 20 }));
    fc.assert(
      fc.property(made, ([plain, draws]) => {
        const judgeOf = new Map<string, string>();
        const lines = plain.map((line, n) => {
          const drawn = draws[n] ?? 0;
          judgeOf.set(line.id, judges[drawn] ?? '');
          return line.type === 'annotation' ? { ...line, origin: origins[drawn] ?? { kind: 'human' } } : line;
        });
        const replay = replayOf(lines);
        const byId = new Map(lines.map((line) => [line.id, line]));
        const inForce = [...replay.all()];
        for (const { id, imported, byModel, pointsAtTexts, skipped } of inForce) {
          const line = byId.get(id) as Annotation;
          expect({ id, imported, byModel, pointsAtTexts, skipped }).toEqual({
            id,
            imported: line.origin.kind === 'imported',
            byModel: judgeOf.get(id) === 'model',
            pointsAtTexts: saysOfTexts(line),
            skipped: line.judgement.skip !== undefined,
          });
        }
        for (const { contents } of replay.judgements())
          for (const { row } of contents) expect(replay.judgeOf(row)).toBe(judgeOf.get(replay.idOf(row)));
        expect(replay.size).toBe(inForce.length);
        expect(replay.hasPeople).toBe(inForce.some(({ byModel, skipped }) => !byModel && !skipped));
        const underGuidelines = inForce.map(({ id, imported }) =>
          imported ? 'none' : ((byId.get(id) as Annotation).guidelines?.version ?? 'none'),
        );
        expect(
          Object.fromEntries([...replay.guidelinesInForce()].map(([version, count]) => [version ?? 'none', count])),
        ).toEqual(countsOf(underGuidelines));

        const annotations = lines.filter((line) => line.type === 'annotation');
        for (const pointingAtTexts of [false, true]) {
          const wanted = annotations.filter((line) => !pointingAtTexts || saysOfTexts(line));
          const seats = new Set(
            wanted.map((line) => JSON.stringify([line.item, line.annotator, judgementKeyText(line)])),
          );
          const found = [...replay.judgesByItem({ pointingAtTexts })].flatMap(([item, histories]) =>
            histories.map(({ annotator, judgementKey }) =>
              JSON.stringify([item, annotator, judgementKeyText(judgementKey)]),
            ),
          );
          expect(found.sort()).toEqual([...seats].sort());
        }
      }),
      { numRuns: 200 },
    );
  });

  it('says nothing about an item before it is judged', () => {
    expect(replayOf([annotation(1)]).current('ana', 'item-2')).toBeUndefined();
    expect(replayOf([annotation(1)]).current('ben', 'item-1')).toBeUndefined();
  });

  it('lets the later annotation of the same annotator, item and context supersede', () => {
    const replay = replayOf([annotation(1), annotation(2, { hash: 'newer' })]);
    expect(replay.current('ana', 'item-1')).toMatchObject({ id: idOf(2), hash: 'newer' });
    expect([...replay.all()]).toHaveLength(1);
  });

  it('keeps annotations under different contexts, and by different annotators, apart', () => {
    const replay = replayOf([
      annotation(1),
      annotation(2, { context: 'with a reference' }),
      annotation(3, { annotator: 'ben' }),
    ]);
    expect(replay.current('ana', 'item-1')?.id).toBe(idOf(1));
    expect(replay.current('ana', 'item-1', { context: 'with a reference' })?.id).toBe(idOf(2));
    expect(replay.current('ben', 'item-1')?.id).toBe(idOf(3));
  });

  it('keeps what was judged again apart from what was judged first, and counts it no second time', () => {
    const replay = replayOf([
      annotation(1),
      annotation(2, { repeat: 1 }),
      annotation(3, { repeat: 1, hash: 'newer' }),
      annotation(4, { repeat: 1, context: 'in winter' }),
      annotation(5, { context: 'in winter' }),
    ]);
    expect(replay.current('ana', 'item-1')).toMatchObject({ id: idOf(1) });
    expect(replay.current('ana', 'item-1', { repeat: 1 })).toMatchObject({ id: idOf(3), repeat: 1 });
    expect(replay.progress('ana')).toEqual({ judged: 1, skipped: 0 });
    expect(
      replay.everyOn('ana', { id: 'item-1', hash: 'hash-1' }).map(({ id, context, repeat }) => [id, context, repeat]),
    ).toEqual([
      [idOf(1), undefined, undefined],
      [idOf(2), undefined, 1],
      [idOf(4), 'in winter', 1],
      [idOf(5), 'in winter', undefined],
    ]);
    expect(replay.everyOn('ben', { id: 'item-1', hash: 'hash-1' })).toEqual([]);
  });

  it('keeps turns that are judged by themselves apart from the whole and from each other, and counts the item once', () => {
    const lines = [
      annotation(1),
      annotation(2, { turn: 2 }),
      annotation(3, { turn: 4 }),
      annotation(4, { turn: 2, hash: 'newer' }),
      annotation(5, { turn: 2, context: 'in winter' }),
    ];
    const replay = replayOf(lines);
    expect(replay.current('ana', 'item-1')?.id).toBe(idOf(1));
    expect(replay.current('ana', 'item-1', { turn: 2 })).toMatchObject({ id: idOf(4), turn: 2 });
    expect(replay.current('ana', 'item-1', { turn: 4 })?.id).toBe(idOf(3));
    expect(replay.current('ana', 'item-1', { turn: 0 })).toBeUndefined();
    expect(replay.progress('ana')).toEqual({ judged: 1, skipped: 0 });
    expect([...replay.all()]).toHaveLength(4);
    expect(replay.everyOn('ana', { id: 'item-1', hash: 'hash-1' }).map(({ id, turn }) => [id, turn])).toEqual([
      [idOf(1), undefined],
      [idOf(2), 2],
      [idOf(3), 4],
      [idOf(5), 2],
    ]);
    expect([...replay.everyCounted()].map(({ id }) => id).sort()).toEqual([idOf(4), idOf(5)]);
  });

  it.each([
    ['whole response', annotation(1), { judged: 1, skipped: 0 }],
    ['a turn', annotation(1, { turn: 3 }), { judged: 1, skipped: 0 }],
    [
      'a turn that is skipped',
      annotation(1, { turn: 3, judgement: { skip: { reason: 'unclear' } } }),
      { judged: 0, skipped: 1 },
    ],
  ])('counts an item by %s, and takes that back with it', (_, line, progress) => {
    const skip = annotation(2, { turn: 5, judgement: { skip: { reason: 'unclear' } } });
    const item = { id: 'item-1', hash: 'hash-1' };
    for (const lines of [[line], [line, skip], [skip, line], [line, skip, retraction(3, skip)]]) {
      const replay = replayOf(lines);
      expect(replay.progress('ana')).toEqual(progress);
      expect(replay.refOf(replay.doneBy('ana', item)).id).toBe(replay.countedOn('ana', item)?.id);
    }
    const none = replayOf([line, retraction(3, line)]);
    expect([none.progress('ana'), none.counted('ana', 'item-1'), none.doneBy('ana', item)]).toEqual([
      { judged: 0, skipped: 0 },
      undefined,
      -1,
    ]);
  });

  it('reads journals from before turns were judged by themselves: what took a turn back said nothing of the turn', () => {
    const whole = annotation(1);
    const turn = annotation(2, { turn: 1 });
    for (const lines of [
      [whole, turn, retraction(3, turn)],
      [retraction(3, turn), turn, whole],
    ]) {
      const replay = replayOf(lines);
      expect(replay.current('ana', 'item-1', { turn: 1 })).toBeUndefined();
      expect([replay.current('ana', 'item-1')?.id, replay.progress('ana')]).toEqual([
        idOf(1),
        { judged: 1, skipped: 0 },
      ]);
      expect(replay.past('item-1').map(({ id, state }) => [id, state])).toEqual([
        [idOf(2), 'taken-back'],
        [idOf(1), 'in-force'],
      ]);
    }
  });

  it('gives any two seats different names', () => {
    const any = fc.record(
      {
        context: fc.oneof(fc.string(), fc.constantFrom('r1', 't2 ', 'r1 x')),
        repeat: fc.constantFrom(1, 2, 11),
        turn: fc.constantFrom(0, 1, 12),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(any, any, (a, b) => {
        expect(judgementKeyText(a) === judgementKeyText(b)).toBe(
          a.context === b.context && a.repeat === b.repeat && a.turn === b.turn,
        );
      }),
    );
  });

  it('tells every judgement by the content it was made on: what it says of an item with that content', () => {
    fc.assert(
      fc.property(changed(anyLines(['ana', 'ben'], 12)), (lines) => {
        const replay = replayOf(lines);
        const told = [...replay.judgements()];
        for (const { annotator, item, judgementKey, contents } of told) {
          expect(contents[0]).toMatchObject({ hash: replay.current(annotator, item, judgementKey)?.hash });
          for (const { row, hash } of contents)
            expect(replay.refOf(row)).toEqual(replay.on(annotator, { id: item, hash }, judgementKey)?.ref);
        }
        expect(told.length).toBe([...replay.all()].length);
        const annotations = new Set(
          lines
            .filter(({ type }) => type === 'annotation')
            .map(({ annotator, item }) => JSON.stringify([annotator, item])),
        );
        for (const hash of ['hash-1', 'other']) {
          const on = [...annotations].flatMap((key) => {
            const [annotator = '', item = ''] = JSON.parse(key) as string[];
            return replay
              .everyOn(annotator, { id: item, hash })
              .filter((currentAnnotation) => currentAnnotation.hash === hash)
              .map(({ id }) => id);
          });
          expect(
            told
              .flatMap(({ contents }) =>
                contents.filter((content) => content.hash === hash).map(({ row }) => replay.idOf(row)),
              )
              .sort(),
          ).toEqual(on.sort());
        }
      }),
    );
  });

  it('takes back what was judged again, and not what was judged first', () => {
    const again = annotation(2, { repeat: 1 });
    const replay = replayOf([annotation(1), again, retraction(3, again)]);
    expect(replay.current('ana', 'item-1')?.id).toBe(idOf(1));
    expect(replay.current('ana', 'item-1', { repeat: 1 })).toBeUndefined();
  });

  it('brings the earlier version back when the later one is retracted, and none when all are', () => {
    const lines = [annotation(1), annotation(2), retraction(3, annotation(2))];
    expect(replayOf(lines).current('ana', 'item-1')?.id).toBe(idOf(1));
    const emptied = replayOf([...lines, retraction(4, annotation(1))]);
    expect(emptied.current('ana', 'item-1')).toBeUndefined();
    expect([...emptied.all()]).toEqual([]);
  });

  it('takes a retraction that is read before what it retracts', () => {
    expect(replayOf([retraction(3, annotation(2)), annotation(2), annotation(1)]).current('ana', 'item-1')?.id).toBe(
      idOf(1),
    );
  });

  it('lets a new annotation stand after a retraction (redo is a new line)', () => {
    expect(replayOf([annotation(1), retraction(2, annotation(1)), annotation(3)]).current('ana', 'item-1')?.id).toBe(
      idOf(3),
    );
  });

  it.each([
    ['by another annotator', { annotator: 'ben' }],
    ['on another item', { item: 'item-2' }],
    ['under another context', { context: 'with a reference' }],
  ])('leaves an annotation in force when a retraction %s names its id', (_, changes) => {
    const lines = [annotation(1), retraction(2, annotation(1), changes)];
    for (const replay of [replayOf(lines), replayOf(lines.toReversed())]) {
      expect(replay.current('ana', 'item-1')?.id).toBe(idOf(1));
      expect(replay.progress('ana')).toEqual({ judged: 1, skipped: 0 });
    }
  });

  it('counts judged and skipped items by what is in force', () => {
    const skipped = { judgement: { skip: { reason: 'unclear' } } };
    const bens = annotation(5, { annotator: 'ben' });
    const replay = replayOf([
      annotation(1),
      annotation(2, { item: 'item-2', ...skipped }),
      annotation(3, { item: 'item-3' }),
      annotation(4, { item: 'item-3', ...skipped }),
      bens,
      retraction(6, bens),
    ]);
    expect(['ana', 'ben', 'nobody'].map((annotator) => replay.progress(annotator))).toEqual([
      { judged: 1, skipped: 2 },
      { judged: 0, skipped: 0 },
      { judged: 0, skipped: 0 },
    ]);
  });

  it('counts what stands of items as they are, whatever the lines', () => {
    fc.assert(
      fc.property(anyLines(['ana', 'ben'], 20), (lines) => {
        const replay = replayOf(lines);
        for (const annotator of ['ana', 'ben']) {
          const currentAnnotation = [...replay.all(annotator)].filter((each) => isPlainKey(wholeOf(each)));
          const items = new Set(currentAnnotation.map(({ item }) => item));
          const judged = new Set(currentAnnotation.filter((each) => !each.skipped).map(({ item }) => item)).size;
          expect(replay.progress(annotator)).toEqual({ judged, skipped: items.size - judged });
          expect(
            [...replay.everyCounted(annotator)]
              .filter((each) => isPlainKey(wholeOf(each)))
              .map(({ item }) => item)
              .sort(),
          ).toEqual([...items].sort());
        }
      }),
    );
  });

  it('means what is left when the lines of one source are forgotten, and the same as before when they come again', () => {
    const spread = fc.array(fc.tuple(fc.constantFrom('one', 'two'), fc.nat()), { maxLength: 20 });
    fc.assert(
      fc.property(anyLines(['ana', 'ben'], 20), spread, (lines, sources) => {
        const replay = new Replay();
        const from = (i: number): string => sources[i]?.[0] ?? 'one';
        const add = (source: string): void =>
          lines.forEach((line, i) => {
            if (from(i) === source) replay.add(line, { id: line.id, source, line: i + 1, offset: 0, length: 0 });
          });
        const currentAnnotation = (of: Replay): unknown => [
          [...of.all()]
            .map(({ id, item, annotator, hash, skipped }) => [id, item, annotator, hash, skipped].join())
            .sort(),
          ['ana', 'ben'].map((name) => of.progress(name)),
        ];
        add('one');
        add('two');
        replay.forget('two');
        expect(currentAnnotation(replay)).toEqual(
          currentAnnotation(replayOf(lines.filter((_, i) => from(i) === 'one'))),
        );
        add('two');
        expect(meaningOf(replay)).toEqual(meaningOf(replayOf(lines)));
        for (const { annotator, item, ref } of replay.all())
          expect(ref.source).toBe(
            from(
              lines.findIndex(
                (line) =>
                  line.type === 'annotation' &&
                  line.annotator === annotator &&
                  line.item === item &&
                  line.id === ref.id,
              ),
            ),
          );
      }),
      { numRuns: 300 },
    );
  });
});
