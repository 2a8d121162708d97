import { describe, expect, it } from 'vitest';
import type { ExportRow } from '../../../../src/core/export/format';
import { ContradictingRows } from '../../../../src/core/export/rows/contradictingRows';
import { annotation } from '../../made/journalLines';

const pair = (chosen: string, rejected: string, about: Record<string, string> = {}): ExportRow['from'] => ({
  annotations: ['i'],
  annotators: ['ana'],
  chosen,
  rejected,
  ...about,
});

function countOf(...rows: readonly ExportRow['from'][]): number {
  const opposites = new ContradictingRows();
  for (const row of rows) opposites.add(row);
  return opposites.count;
}

describe('rows whose exact opposite is a row too', () => {
  it.each([
    ['none', [pair('a', 'b'), pair('b', 'c'), pair('a', 'c')], 0],
    ['both of two', [pair('a', 'b'), pair('b', 'a')], 2],
    ['all of three that one contradicts', [pair('a', 'b'), pair('a', 'b'), pair('b', 'a')], 3],
    ['all of three where the one comes first', [pair('b', 'a'), pair('a', 'b'), pair('a', 'b')], 3],
    ['none under another context', [pair('a', 'b', { context: 'day' }), pair('b', 'a', { context: 'night' })], 0],
    ['none by another criterion', [pair('a', 'b', { criterion: 'kind' }), pair('b', 'a')], 0],
    [
      'none of rows that are no pairs',
      [
        { annotations: ['i'], annotators: ['ana'] },
        { annotations: ['j'], annotators: ['ben'] },
      ],
      0,
    ],
  ])('are %s', (_, rows, count) => expect(countOf(...rows)).toBe(count));

  it('are not looked for where there is one order alone', () => {
    const order = annotation(1, { judgement: { ranking: { tiers: [['r1'], ['r2']] } } });
    expect(ContradictingRows.among([order])).toBeUndefined();
    expect(ContradictingRows.among([order, { ...order, id: 'other', annotator: 'ben' }])).toBeDefined();
    expect(ContradictingRows.among([annotation(1, { judgement: { comparisons: [] } })])).toBeDefined();
  });
});
