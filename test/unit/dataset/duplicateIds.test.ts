import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DuplicateIdFinder } from '../../../src/core/dataset/items/duplicateIds';

describe('ids that repeat', () => {
  it('are found with their first record and whether the content is the same, whatever the order', () => {
    const record = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      hash: fc.constantFrom('0123456789abcdef', '123456789abcdef0', 'fffffffffffffff0'),
      file: fc.constantFrom('one', 'two'),
    });
    fc.assert(
      fc.property(fc.array(record, { maxLength: 30 }), (records) => {
        const ids = new DuplicateIdFinder();
        const placed = records.map((each, i) => ({ ...each, line: i + 1 }));
        for (const each of placed) ids.add(each, each);
        const expected = placed.flatMap(({ id, hash, file, line }) => {
          const first = placed.find((other) => other.id === id && other.line < line);
          return first
            ? [{ file, line, first: { file: first.file, line: first.line }, same: first.hash === hash }]
            : [];
        });
        expect(ids.found()).toEqual(expected);
        expect(ids.problems()).toHaveLength(expected.filter(({ same }) => !same).length);
      }),
    );
  });

  it('are found among more records than fit at first', () => {
    const ids = new DuplicateIdFinder();
    for (let n = 0; n < 5000; n++)
      ids.add(
        { id: `id ${n % 4999}`, hash: n.toString(16).padStart(16, '0').split('').reverse().join('') },
        { file: 'data.jsonl', line: n + 1 },
      );
    expect(ids.found()).toEqual([
      { file: 'data.jsonl', line: 5000, first: { file: 'data.jsonl', line: 1 }, same: false },
    ]);
  });
});
