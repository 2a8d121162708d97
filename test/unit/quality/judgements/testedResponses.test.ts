import { describe, expect, it } from 'vitest';
import { annotationSchema, type Annotation, type Judgement } from '../../../../src/core/model/annotation/annotation';
import type { CheckEvidence } from '../../../../src/core/model/annotation/checkEvidence';
import { hasChanged, testScores } from '../../../../src/core/quality/judgements/testedResponses';
import { annotation } from '../../made/journalLines';
import { testRun } from '../../made/testRun';

describe('how well the code of a response did in the tests', () => {
  const scores = (runs: Readonly<Record<string, CheckEvidence>>, base?: CheckEvidence): Record<string, number> =>
    Object.fromEntries(
      testScores({
        ...(base && { base }),
        responses: Object.entries(runs).map(([response, each]) => ({ response, ...each })),
      }),
    );

  it('is the tests that passed, less those that passed on the base and failed', () => {
    const base = testRun({ one: 'failed', two: 'passed', three: 'passed', four: 'passed' });
    const runs = {
      a: testRun({ one: 'passed', two: 'passed', three: 'passed', four: 'passed' }),
      b: testRun({ one: 'passed', two: 'failed', three: 'error', four: 'passed' }),
      // A skipped test is neither passed nor broken.
      c: testRun({ one: 'failed', two: 'passed', three: 'skipped' }),
    };
    expect(scores(runs, base)).toEqual({ a: 4, b: 0, c: 1 });
    expect(scores(runs)).toEqual({ a: 4, b: 2, c: 1 });
  });

  it('leaves out tests that are flaky anywhere', () => {
    const runs = {
      a: testRun({ one: 'passed', two: 'passed' }),
      b: testRun({ one: 'passed', two: 'passed' }, { flaky: ['two'] }),
    };
    expect(scores(runs, testRun({ one: 'failed', two: 'passed' }, { flaky: ['one'] }))).toEqual({ a: 0, b: 0 });
  });

  it.each<[string, Partial<CheckEvidence>]>([
    ['were ended by a limit', { ended: 'timeout' }],
    ['told of no test', { statuses: {} }],
    ['ran without some of the patch', { unapplied: ['a.py'] }],
  ])('is not known of tests that %s', (_, more) => {
    expect(scores({ a: testRun({ one: 'passed' }), b: testRun({ one: 'failed' }, more) })).toEqual({ a: 1 });
  });

  it('is not known where commands differ, and leaves out a base with another command or a limit', () => {
    const other = 'e'.repeat(64);
    expect(scores({ a: testRun({ one: 'passed' }), b: testRun({ one: 'passed' }, { command: other }) })).toEqual({});
    for (const more of [{ command: other }, { ended: 'memory' as const }])
      expect(scores({ a: testRun({ one: 'failed', two: 'passed' }) }, testRun({ one: 'passed' }, more))).toEqual({
        a: 1,
      });
    expect(scores({})).toEqual({});
  });
});

const said = (before: Judgement | undefined, judgement: Judgement, changes: Partial<Annotation> = {}): Annotation =>
  annotation(1, {
    checks: { responses: [{ response: 'a', ...testRun({}) }], ...(before && { verdictBefore: before }) },
    judgement,
    ...changes,
  });
const ranked = (...tiers: string[][]): Judgement => ({ ranking: { tiers } });
const compared = (outcome: 'a' | 'b' | 'tie' | 'unsure' | 'both-bad', criterion?: string): Judgement => ({
  comparisons: [{ a: 'a', b: 'b', outcome, ...(criterion !== undefined && { criterion }) }],
});

describe('whether a judgment was changed after the tests', () => {
  it.each<[string, Judgement | undefined, Judgement, boolean | undefined]>([
    ['of another order', ranked(['a'], ['b'], ['c']), ranked(['a'], ['c'], ['b']), true],
    ['of the same order', ranked(['a'], ['b'], ['c']), ranked(['a'], ['b'], ['c']), false],
    ['of a tie that is none any more', ranked(['a', 'b'], ['c']), ranked(['a'], ['b'], ['c']), true],
    ['of a list that is compared in pairs', ranked(['a'], ['b']), compared('a'), false],
    ['of responses that had no place yet', ranked(['a'], ['b']), ranked(['c'], ['a'], ['b']), false],
    ['of one response that had a place', ranked(['a']), ranked(['b'], ['a']), undefined],
    ['of another one preferred', compared('a'), compared('b'), true],
    ['of what is left open now', compared('a'), compared('both-bad'), true],
    ['of nothing said of two any more', compared('tie'), { acceptable: { a: true } }, true],
    ['of what was left open before', compared('unsure'), compared('a'), undefined],
    ['of what was compared by one criterion', compared('b', 'clear'), compared('a'), undefined],
    ['of nothing said before', undefined, compared('a'), undefined],
  ])('is known %s', (_, before, after, changed) => {
    expect(hasChanged(said(before, after))).toBe(changed);
  });

  it('is known of the best response, which is better than all that are not named', () => {
    expect(hasChanged(said(ranked(['a']), ranked(['b']), { mode: 'best' }))).toBe(true);
    expect(hasChanged(said(ranked(['a']), ranked(['a']), { mode: 'best' }))).toBe(false);
  });

  it('does not depend on an edit that is gone', () => {
    expect(hasChanged(said(ranked(['a~1'], ['a'], ['b']), ranked(['a'], ['b'], ['c'])))).toBe(false);
    const before: Judgement = { comparisons: [{ a: 'a~1', b: 'a', outcome: 'a' }] };
    expect(hasChanged(said(before, compared('a')))).toBeUndefined();
  });
});

describe('results of tests in a line of a journal', () => {
  const problems = (responses: readonly string[]): unknown =>
    annotationSchema
      .safeParse(annotation(1, { checks: { responses: responses.map((response) => ({ response, ...testRun({}) })) } }))
      .error?.issues.map(({ path, message }) => [path.join('.'), message]);

  it('are of responses that were shown, each once', () => {
    expect(problems(['a', 'c'])).toBeUndefined();
    expect(problems(['a', 'd'])).toEqual([['judgement', 'Refers to a response that was not shown: “d”']]);
    expect(problems(['a', 'a'])).toEqual([['checks.responses', 'Contains results of tests on a response twice']]);
  });
});
