import { describe, expect, it } from 'vitest';
import { slicingFields } from '../../../../src/core/quality/coverage/items/slicingFields';

const items = (count: number, metadataOf: (at: number) => Record<string, unknown>) =>
  Array.from({ length: count }, (_, at) => ({ metadata: metadataOf(at) }));

describe('fields that make slices', () => {
  it('are those with few values that most items have, one object deep', () => {
    expect(
      slicingFields(
        items(60, (at) => ({
          domain: ['code', 'law', 'math'][at % 3],
          meta: { difficulty: at % 2, id: `id-${at}` },
          topics: [at % 2 === 0 ? 'a' : 'b', 'c'],
          seldom: at < 20 ? 'x' : at < 25 ? 'y' : undefined,
          always: 'the same',
        })),
      ),
    ).toEqual(['domain', 'meta.difficulty', 'topics']);
  });

  it('are none that tell of responses, and no numbers or texts', () => {
    expect(
      slicingFields(
        items(100, (at) => ({
          winner: at % 2,
          model_a: ['x', 'y'][at % 2],
          length: at,
          note: `${'word '.repeat(20)}${at % 2}`,
        })),
      ),
    ).toEqual([]);
  });

  it('are six at most, and none of a dataset of a few items', () => {
    expect(
      slicingFields(items(40, (at) => Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`f${n}`, at % 2])))),
    ).toHaveLength(6);
    expect(slicingFields(items(4, (at) => ({ domain: at % 2 })))).toEqual([]);
  });
});
