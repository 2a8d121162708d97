import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VisitedItems } from '../../../src/core/desk/visitedItems';
import type { DeskPosition } from '../../../src/core/desk/item/deskPosition';
import { repeatKey } from '../../../src/core/desk/queue/repeatPlan';

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
        const visitedItems = new VisitedItems();
        for (const place of woven) visitedItems.note({ ...place, judgementKey: repeatKey });
        const mode: DeskPosition[] = [];
        for (let anchor = -1; anchor <= last; anchor++) {
          if (anchor >= 0) mode.push({ ordinal: anchor });
          mode.push(
            ...woven.filter(({ behind }) => behind === anchor).map((place) => ({ ...place, judgementKey: repeatKey })),
          );
        }
        const forth: DeskPosition[] = [mode[0]!];
        for (
          let next = await visitedItems.beside(mode[0]!, 1, queued);
          next;
          next = await visitedItems.beside(next, 1, queued)
        )
          forth.push(next);
        expect(forth).toEqual(mode);
        const back: DeskPosition[] = [mode.at(-1)!];
        for (
          let next = await visitedItems.beside(mode.at(-1)!, -1, queued);
          next;
          next = await visitedItems.beside(next, -1, queued)
        )
          back.unshift(next);
        expect(back).toEqual(mode);
      }),
    );
  });

  it('finds its way from an item that is judged under a context', async () => {
    const visitedItems = new VisitedItems();
    visitedItems.note({ ordinal: 2, behind: 5, judgementKey: repeatKey });
    expect(
      await visitedItems.beside(
        { ordinal: 2, behind: 5, judgementKey: { ...repeatKey, context: 'In winter.' } },
        1,
        queued,
      ),
    ).toEqual({ ordinal: 6 });
    expect(await visitedItems.beside({ ordinal: 5, judgementKey: { context: 'In winter.' } }, 1, queued)).toEqual({
      ordinal: 2,
      behind: 5,
      judgementKey: repeatKey,
    });
  });
});
