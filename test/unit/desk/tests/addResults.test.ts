import { describe, expect, it } from 'vitest';
import { withResults, type TestedCode } from '../../../../src/core/desk/tests/addResults';
import type { CheckEvidence, Checks } from '../../../../src/core/model/annotation/checkEvidence';
import { folderOf, windowIn, type DeskWindow } from '../../made/deskWindow';
import { testRun } from '../../made/testRun';

/** An item of three responses (x-id, y-id, z-id) on the screen. */
async function deskOn(): Promise<DeskWindow> {
  const window = await windowIn(await folderOf(1, () => ({})));
  await window.desk.start();
  return window;
}

/** The item with results added one after the other. */
const added = (window: DeskWindow, ...results: readonly (readonly [TestedCode, CheckEvidence])[]): Checks =>
  results.reduce<Checks | undefined>((checks, [at, evidence]) => {
    const { shown, draft } = window.desk.open!;
    return withResults({ shown, draft, checks, annotation: undefined }, at, evidence);
  }, window.desk.open!.checks)!;

const x = { response: 'x-id' };
const y = { response: 'y-id' };

describe('results of tests that are added to an item', () => {
  it('stand each with its response, and the base apart', async () => {
    const [base, first, second] = [testRun({ one: 'failed' }), testRun({ one: 'passed' }), testRun({ one: 'error' })];
    expect(added(await deskOn(), [x, first], ['base', base], [y, second])).toEqual({
      base,
      responses: [
        { response: 'x-id', ...first },
        { response: 'y-id', ...second },
      ],
    });
  });

  it('take the place of those before on the same code only', async () => {
    const window = await deskOn();
    const [before, after, other] = ['1', '2', '3'].map((digit) => testRun({}, { tree: digit.repeat(64) })) as [
      CheckEvidence,
      CheckEvidence,
      CheckEvidence,
    ];
    const { base, responses } = added(window, ['base', before], [x, before], [y, other], [x, after], ['base', after]);
    expect(base).toEqual(after);
    expect(Object.fromEntries(responses.map(({ response, tree }) => [response, tree]))).toEqual({
      'x-id': after.tree,
      'y-id': other.tree,
    });
  });

  it.each<TestedCode>(['base', x])('tell flaky tests where the same ran again on %j, and remember them', async (at) => {
    const window = await deskOn();
    const flakyAfter = (...runs: readonly CheckEvidence[]): CheckEvidence['flaky'] => {
      const checks = added(window, ...runs.map((run) => [at, run] as const));
      return at === 'base' ? checks.base?.flaky : checks.responses[0]?.flaky;
    };
    const [passed, failed] = [testRun({ b: 'passed', a: 'passed' }), testRun({ b: 'failed', a: 'passed' })];
    expect(flakyAfter(passed)).toBeUndefined();
    expect(flakyAfter(passed, passed)).toEqual([]);
    expect(flakyAfter(passed, failed)).toEqual(['b']);
    // The third run says the same as the second, and of another test, which is no longer told, something else.
    expect(flakyAfter(passed, failed, failed)).toEqual(['b']);
    expect(flakyAfter(passed, failed, testRun({ b: 'failed' }))).toEqual(['a', 'b']);
  });

  it.each<[string, Partial<CheckEvidence>]>([
    ['other files', { tree: 'e'.repeat(64) }],
    ['another command', { command: 'e'.repeat(64) }],
    ['a limit that ended them', { ended: 'timeout' }],
  ])('call nothing flaky that ran with %s', async (_, more) => {
    const [passed, failed] = [testRun({ a: 'passed' }), testRun({ a: 'failed' }, more)];
    for (const runs of [
      [passed, failed],
      [failed, passed],
    ])
      expect(added(await deskOn(), ...runs.map((run) => [x, run] as const)).responses[0]?.flaky).toBeUndefined();
  });

  it('keep what was said before the first of them, and nothing that is said later', async () => {
    const window = await deskOn();
    const letters = window.desk.open!.shown.responses.map(({ id }) => id);
    for (const [index, value] of [2, 1, 3].entries()) await window.desk.judge({ do: 'number', value, index });
    const { key } = window.desk.open!;
    expect(await window.desk.addTestResults(key, 'base', testRun({ one: 'failed' }))).toBe(true);
    const said = { ranking: { tiers: [[letters[1]], [letters[0]], [letters[2]]] } };
    expect(window.desk.open?.checks?.verdictBefore).toEqual(said);
    await window.desk.judge({ do: 'number', value: 1, index: 0 });
    await window.desk.addTestResults(key, x, testRun({ one: 'passed' }));
    expect(window.desk.open?.checks?.verdictBefore).toEqual(said);
  });

  it('keep no verdict before them where nothing had been said, whatever is said between two of them', async () => {
    const window = await deskOn();
    const { key } = window.desk.open!;
    await window.desk.addTestResults(key, x, testRun({ one: 'passed' }));
    await window.desk.judge({ do: 'number', value: 1, index: 0 });
    await window.desk.addTestResults(key, y, testRun({ one: 'passed' }));
    expect(window.desk.open?.checks?.responses).toHaveLength(2);
    expect(window.desk.open?.checks).not.toHaveProperty('verdictBefore');
  });

  it('are not taken for those of another item', async () => {
    const window = await windowIn(await folderOf(2, () => ({})));
    await window.desk.start();
    const { key } = window.desk.open!;
    await window.desk.goTo(1);
    expect(await window.desk.addTestResults(key, x, testRun({}))).toBe(false);
    expect(window.desk.open?.checks).toBeUndefined();
  });
});
