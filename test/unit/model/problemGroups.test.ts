import { describe, expect, it } from 'vitest';
import { groupProblems, ProblemGroups } from '../../../src/core/model/study/problemGroups';
import type { FileProblem } from '../../../src/core/model/problems/problem';

const problem = (line: number, message: string, changes: Partial<FileProblem> = {}): FileProblem => ({
  severity: 'error',
  file: '/a',
  line,
  message,
  ...changes,
});

describe('problems that are alike', () => {
  it('are one kind where they differ in numbers and quotes only, with the first five, or two warnings', () => {
    const errors = [...Array(9).keys()].map((n) => problem(n + 1, `the item "q${n}" has ${n} responses`));
    const warnings = [...Array(9).keys()].map((n) => problem(n + 1, 'is odd', { severity: 'warning' }));
    const kinds = groupProblems([...errors, problem(10, 'is another'), ...warnings]);
    expect(kinds.map(({ message, count, first }) => [message, count, first.map(({ line }) => line)])).toEqual([
      ['the item "q0" has 0 responses', 9, [1, 2, 3, 4, 5]],
      ['is another', 1, [10]],
      ['is odd', 9, [1, 2]],
    ]);
  });

  it('are told apart by file and severity', () => {
    expect(
      groupProblems([problem(1, 'x'), problem(1, 'x', { file: '/b' }), problem(1, 'x', { severity: 'warning' })]),
    ).toHaveLength(3);
  });

  it('are kept in bounded memory, whatever they say and however many there are, and counted in full', () => {
    const fold = new ProblemGroups();
    for (let n = 0; n < 50_000; n++) fold.add(problem(n, 'x'.repeat(5000)), `kind ${n}`);
    const kinds = fold.kinds();
    expect([fold.count, fold.errors, kinds.reduce((sum, { count }) => sum + count, 0)]).toEqual([
      50_000, 50_000, 50_000,
    ]);
    expect(kinds.length).toBeLessThan(250);
    expect(JSON.stringify(kinds).length).toBeLessThan(2e6);
  });
});
