import fc from 'fast-check';
import { expect, it } from 'vitest';
import { journalLineSchema } from '../../../src/core/model/annotation/annotation';
import { newId } from '../../../src/core/journal/newId';
import { annotation } from '../made/journalLines';
import { replayOf } from '../made/replays';

const anyTime = fc.integer({ min: 0, max: 2 ** 47 });

it('gives greater and greater ids whatever the clock says, and each is one that a journal takes', () => {
  fc.assert(
    fc.property(fc.array(anyTime, { minLength: 2, maxLength: 30 }), (times) => {
      let last: string | undefined;
      for (const time of times) {
        const id = newId(last, time);
        if (last !== undefined) expect(id > last).toBe(true);
        expect(journalLineSchema.safeParse(annotation(1, { id })).success).toBe(true);
        last = id;
      }
    }),
  );
});

it('lets a judgement supersede the one before although the clock went back a day', () => {
  const first = newId(undefined, Date.UTC(2026, 10, 21));
  const second = newId(first, Date.UTC(2026, 10, 20));
  expect(replayOf([annotation(1, { id: second }), annotation(1, { id: first })]).current('ana', 'item-1')?.id).toBe(
    second,
  );
});

it('gives ids of their own to two who go on behind the same line in the same millisecond, or while the clock stands before it', () => {
  const shared = newId(undefined, 1_000_000);
  const all = new Set<string>();
  for (let process = 0; process < 20; process++) {
    let last: string = shared;
    for (let n = 0; n < 5000; n++) {
      last = newId(last, 999_999 + (n % 2));
      all.add(last);
    }
  }
  expect(all.size).toBe(100_000);
});
