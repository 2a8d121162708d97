import fc from 'fast-check';
import { expect, it } from 'vitest';
import { updateSortedSet } from '../../../src/host/items/updateSortedSet';

it('keeps a sorted list of numbers, each once, and tells when it is another', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(20), fc.boolean())), (steps) => {
      const list: number[] = [];
      const model = new Set<number>();
      for (const [value, isMember] of steps) {
        expect(updateSortedSet(list, value, isMember)).toBe(model.has(value) !== isMember);
        if (isMember) model.add(value);
        else model.delete(value);
        expect(list).toEqual([...model].sort((a, b) => a - b));
      }
    }),
  );
});
