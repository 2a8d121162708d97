import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Trail } from '../../../src/core/desk/trail';
import type { Place } from '../../../src/core/desk/place';
import { again } from '../../../src/core/desk/queue/drawn';

const last = 9;
const queued = (ordinal: number, by: 1 | -1): Promise<number | undefined> =>
  Promise.resolve(ordinal + by < 0 || ordinal + by > last ? undefined : ordinal + by);

describe('going back and forth', () => {
  it('passes every item that was woven in where it came, in both directions', async () => {
    const anyWoven = fc.uniqueArray(
      fc.record({ behind: fc.integer({ min: -1, max: last }), ordinal: fc.nat({ max: last }) }),
      { maxLength: 6, selector: ({ behind, ordinal }) => `${behind} ${ordinal}` },
    );
    await fc.assert(
      fc.asyncProperty(anyWoven, async (woven) => {
        const trail = new Trail();
        for (const place of woven) trail.note({ ...place, seat: again });
        const way: Place[] = [];
        for (let anchor = -1; anchor <= last; anchor++) {
          if (anchor >= 0) way.push({ ordinal: anchor });
          way.push(...woven.filter(({ behind }) => behind === anchor).map((place) => ({ ...place, seat: again })));
        }
        const forth: Place[] = [way[0]!];
        for (let next = await trail.beside(way[0]!, 1, queued); next; next = await trail.beside(next, 1, queued))
          forth.push(next);
        expect(forth).toEqual(way);
        const back: Place[] = [way.at(-1)!];
        for (let next = await trail.beside(way.at(-1)!, -1, queued); next; next = await trail.beside(next, -1, queued))
          back.unshift(next);
        expect(back).toEqual(way);
      }),
    );
  });

  it('finds its way from an item that is judged under a context', async () => {
    const trail = new Trail();
    trail.note({ ordinal: 2, behind: 5, seat: again });
    expect(await trail.beside({ ordinal: 2, behind: 5, seat: { ...again, context: 'In winter.' } }, 1, queued)).toEqual(
      { ordinal: 6 },
    );
    expect(await trail.beside({ ordinal: 5, seat: { context: 'In winter.' } }, 1, queued)).toEqual({
      ordinal: 2,
      behind: 5,
      seat: again,
    });
  });
});
