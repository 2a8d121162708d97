import { describe, expect, it } from 'vitest';
import type { RubricLine } from '../../../src/core/model/rubric/rubricView';
import { rowAt, rowBy, rowsOf, type Row } from '../../../webview/rubric/outlineRows';

const line = (id: string, ...criteria: readonly string[]): RubricLine => ({
  id,
  title: id,
  scope: { kind: 'study' },
  version: 1,
  inUse: false,
  gone: false,
  criteria: criteria.map((each) => ({ id: each, label: each, kind: 'yes-no', weight: 1, gate: false, faulty: false })),
});
const rubrics = [line('style', 'short', 'clear'), line('truth', 'true'), line('empty')];
const named = (rows: readonly Row[]): string[] =>
  rows.map((row) => (row.kind === 'rubric' ? row.rubric.id : `  ${row.at + 1} ${row.criterion.id}`));
const none = new Set<string>();

describe('the rows of the outline', () => {
  it('are rubrics with their criteria, but for those that are folded', () => {
    expect(named(rowsOf(rubrics, none, undefined))).toEqual([
      'style',
      '  1 short',
      '  2 clear',
      'truth',
      '  1 true',
      'empty',
    ]);
    expect(named(rowsOf(rubrics, new Set(['style']), undefined))).toEqual(['style', 'truth', '  1 true', 'empty']);
  });

  it('are what was found while something is searched for, folded or not, with the importance that it has', () => {
    expect(named(rowsOf(rubrics, new Set(['style']), { criteria: new Set(['clear']), rubrics: none }))).toEqual([
      'style',
      '  2 clear',
    ]);
    expect(
      named(rowsOf(rubrics, none, { criteria: new Set(['clear']), rubrics: new Set(['truth', 'empty']) })),
    ).toEqual(['style', '  2 clear', 'truth', '  1 true', 'empty']);
    expect(rowsOf(rubrics, none, { criteria: none, rubrics: none })).toEqual([]);
  });

  it('show a criterion by its rubric where that is folded, and nothing that was not found', () => {
    const rows = rowsOf(rubrics, new Set(['style']), undefined);
    expect(rowAt(rows, { rubric: 'style', criterion: 'clear' })).toBe(0);
    expect(rowAt(rows, { rubric: 'truth', criterion: 'true' })).toBe(2);
    expect([rowAt(rows, { rubric: 'gone', criterion: null }), rowAt(rows, null)]).toEqual([-1, -1]);
  });

  it.each([
    ['ArrowDown', 2, 3],
    ['ArrowDown', 5, 5],
    ['ArrowDown', -1, 0],
    ['ArrowUp', 0, 0],
    ['Home', 4, 0],
    ['End', 0, 5],
    ['PageDown', 1, 5],
    ['PageUp', 5, 1],
    ['x', 1, undefined],
  ])('%s leads from row %i to %j', (key, from, to) => {
    expect(rowBy(key, from, 6, 4)).toBe(to);
  });
});
