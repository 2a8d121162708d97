import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SharedAnnotationIndex } from '../../../src/core/journal/sharedAnnotationIndex';
import { anyLines } from '../made/journalLines';
import { replayOf } from '../made/replays';

describe('what was judged, as a table', () => {
  const changed = anyLines(['ben', 'ana', 'cleo'], 25).map((lines) =>
    lines.map((line, n) => (line.type === 'annotation' && n % 3 === 0 ? { ...line, hash: 'other' } : line)),
  );

  it('tells of every item what replay does, here and on another thread', () => {
    fc.assert(
      fc.property(changed, (lines) => {
        const replay = replayOf(lines);
        const table = replay.judgedTable();
        const elsewhere = new SharedAnnotationIndex(structuredClone(table.shared));
        const ids = (currentAnnotations: readonly { readonly id: string }[]): string[] =>
          currentAnnotations.map(({ id }) => id).sort();
        for (const item of new Set([...lines.map((line) => line.item), 'nobody judged this'])) {
          for (const hash of ['hash-1', 'other', 'a third']) {
            const older: string[] = [];
            const on = table.on(table.numberOf(item), { id: item, hash }, ({ id }) => older.push(id));
            expect(ids(on)).toEqual(
              ids(['ana', 'ben', 'cleo'].flatMap((annotator) => replay.everyOn(annotator, { id: item, hash }))),
            );
            expect(elsewhere.on(elsewhere.numberOf(item), { id: item, hash })).toEqual(on);
            expect(on.map(({ annotator }) => annotator)).toEqual(on.map(({ annotator }) => annotator).sort());
            const inForce = new Set(ids([...replay.all()]));
            expect(older.sort()).toEqual(ids(on).filter((id) => !inForce.has(id)));
          }
        }
        expect([...table.everyInForce()].length).toBe([...replay.all()].length);
        expect(replay.newest()).toBe(ids([...replay.all()]).at(-1));
      }),
      { numRuns: 200 },
    );
  });

  it('leaves out who is not wanted', () => {
    fc.assert(
      fc.property(changed, (lines) => {
        const replay = replayOf(lines);
        const table = replay.judgedTable((annotator) => annotator !== 'ben');
        for (const { item } of lines)
          for (const { annotator } of table.on(table.numberOf(item), { id: item, hash: 'hash-1' }))
            expect(annotator).not.toBe('ben');
      }),
      { numRuns: 50 },
    );
  });
});
