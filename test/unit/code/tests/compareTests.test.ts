import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareTests, flakyTests } from '../../../../src/core/code/tests/compareTests';
import { testStatuses } from '../../../../src/core/model/annotation/checkEvidence';

describe('tests before and after a change', () => {
  it('are told by what became of them', () => {
    const before = {
      a: 'failed',
      b: 'passed',
      c: 'error',
      d: 'passed',
      e: 'passed',
      f: 'failed',
      g: 'passed',
    } as const;
    const after = {
      a: 'passed',
      b: 'error',
      c: 'failed',
      d: 'passed',
      f: 'skipped',
      g: 'failed',
      h: 'passed',
    } as const;
    expect(compareTests(before, after, { shouldPass: ['a', 'd', 'x'], flaky: ['g'] })).toEqual({
      fixed: ['a', 'h'],
      broken: ['b'],
      stillFailing: ['c'],
      stillPassing: ['d'],
      missing: ['e', 'x'],
      flaky: ['g'],
      resolved: false,
    });
  });

  it('are resolved where all that should pass did, and nothing is said where nothing should', () => {
    expect(compareTests({ a: 'failed' }, { a: 'passed', b: 'failed' }, { shouldPass: ['a'] }).resolved).toBe(true);
    expect(compareTests({}, { a: 'skipped' }, { shouldPass: ['a'] }).resolved).toBe(false);
    expect(compareTests({}, { a: 'passed' })).not.toHaveProperty('resolved');
    expect(compareTests({}, { a: 'failed' }, { shouldPass: ['a'], flaky: ['a'] })).not.toHaveProperty('resolved');
  });

  it('with the names of what objects have anyway are tests like others', () => {
    expect(compareTests({}, {}, { shouldPass: ['constructor', 'toString'] }).missing).toEqual([
      'constructor',
      'toString',
    ]);
  });

  it('are each in one list at most', () => {
    const statuses = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom(...testStatuses));
    const names = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'));
    fc.assert(
      fc.property(statuses, statuses, names, names, (before, after, shouldPass, flaky) => {
        const { resolved: _, ...lists } = compareTests(before, after, { shouldPass, flaky });
        const all = Object.values(lists).flat();
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });

  it('are flaky where two runs of the same code differ, or one says nothing', () => {
    expect(flakyTests({ a: 'passed', b: 'failed', c: 'passed' }, { a: 'passed', b: 'passed', d: 'passed' })).toEqual([
      'b',
      'c',
      'd',
    ]);
  });
});
