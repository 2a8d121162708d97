import { describe, expect, it } from 'vitest';
import { deskTestsOf, namesThatTell, testsThatShouldPass } from '../../../../src/core/desk/tests/deskTests';
import type { Checks } from '../../../../src/core/model/annotation/checkEvidence';
import type { DeskTests } from '../../../../src/core/model/desk/deskTests';
import type { CodeSetting } from '../../../../src/core/model/study/options/codeOptions';
import type { ShownItem } from '../../../../src/core/desk/item/shownItem';
import { itemOf } from '../../export/formats/formatFixtures';
import { testRun } from '../../made/testRun';

const { id, hash, prompt, responses } = itemOf(['First.', 'Second.', 'Third.']);
const [a, b, c] = responses.map((response) => response.id) as [string, string, string];

function shownOn(checks: Checks, { code, metadata }: { code?: CodeSetting; metadata?: object } = {}): DeskTests {
  const item = { ...itemOf(['First.', 'Second.', 'Third.']), id, hash, prompt, ...(metadata && { metadata }) };
  return deskTestsOf({ checks, shown: { item, responses } as unknown as ShownItem }, code)!;
}
const wants = (...shouldPass: string[]): CodeSetting => ({ test: { command: 'pytest', shouldPass } });

describe('the tests that should pass', () => {
  it('are those that the data names, else those of the study', () => {
    const item = itemOf(['First.']);
    const named = { ...item, metadata: { FAIL_TO_PASS: '["one"]', PASS_TO_PASS: ['two'] } };
    expect(testsThatShouldPass(named, wants('three'))).toEqual(['one', 'two']);
    expect(testsThatShouldPass(item, wants('three'))).toEqual(['three']);
    expect(testsThatShouldPass(item, undefined)).toEqual([]);
  });
});

describe('the tests that tell', () => {
  it('are those whose status is not the same everywhere, or that should pass and somewhere do not', () => {
    const runs = [
      testRun({ same: 'passed', fails: 'failed', differs: 'failed', wanted: 'failed', added: 'passed' }),
      undefined,
      testRun({ same: 'passed', fails: 'failed', differs: 'passed', wanted: 'failed', told: 'passed' }),
    ];
    expect(namesThatTell(runs, ['wanted', 'same', 'never'])).toEqual(['wanted', 'never', 'added', 'differs', 'told']);
  });

  it('are none of one run without tests that should pass', () => {
    expect(namesThatTell([testRun({ one: 'failed', two: 'passed' })], [])).toEqual([]);
    expect(namesThatTell([], ['one'])).toEqual([]);
  });

  it('may be called as what every object has', () => {
    const named = testRun(JSON.parse('{"__proto__": "passed", "constructor": "failed"}') as Record<string, 'passed'>);
    expect(namesThatTell([named, testRun({})], []).toSorted()).toEqual(['__proto__', 'constructor']);
  });
});

describe('results of tests on the screen', () => {
  it('stand in the order of the responses, with how many tests passed, were fixed and broken', () => {
    const { base, responses: runs } = shownOn({
      base: testRun({ one: 'failed', two: 'passed', three: 'passed', four: 'skipped' }, { exit: 1 }),
      responses: [
        { response: c, ...testRun({ one: 'passed', two: 'failed', three: 'error', four: 'skipped', five: 'passed' }) },
        { response: a, ...testRun({ one: 'passed', two: 'passed', three: 'passed' }, { sandbox: 'none' }) },
      ],
    });
    expect(base).toMatchObject({ passed: 2, failed: 1, skipped: 1, exit: 1, isIsolated: true });
    expect(base).not.toHaveProperty('fixed');
    expect(runs[0]).toMatchObject({ passed: 3, failed: 0, fixed: 1, broken: 0, isIsolated: false });
    expect(runs[1]).toBeNull();
    expect(runs[2]).toMatchObject({ passed: 2, failed: 2, skipped: 1, fixed: 2, broken: 2 });
  });

  it('say nothing of fixed and broken without a base, and nothing of what should pass where nobody says which', () => {
    const [run] = shownOn({ responses: [{ response: a, ...testRun({ one: 'passed' }) }] }).responses;
    for (const name of ['fixed', 'broken', 'shouldPass', 'flaky']) expect(run).not.toHaveProperty(name);
  });

  it('count flaky tests as neither fixed nor broken, and how many there are', () => {
    const { responses: runs } = shownOn({
      base: testRun({ one: 'failed', two: 'passed' }),
      responses: [{ response: b, ...testRun({ one: 'passed', two: 'failed' }, { flaky: ['one', 'two'] }) }],
    });
    expect(runs[1]).toMatchObject({ fixed: 0, broken: 0, flaky: 2 });
  });

  it('count those that should pass and did, of all that should', () => {
    const [run] = shownOn(
      { responses: [{ response: a, ...testRun({ one: 'passed', two: 'failed', other: 'passed' }) }] },
      { code: wants('one', 'two', 'never') },
    ).responses;
    expect(run?.shouldPass).toEqual({ passed: 1, of: 3 });
  });

  it('have the statuses of the tests that tell in the same rows everywhere, null where one is not told', () => {
    const {
      names,
      more,
      base,
      responses: runs,
    } = shownOn(
      {
        base: testRun({ two: 'failed', one: 'failed' }),
        responses: [{ response: a, ...testRun({ one: 'passed', two: 'failed', three: 'skipped' }) }],
      },
      { metadata: { test_cmd: 'pytest', FAIL_TO_PASS: ['two'] } },
    );
    expect({ names, more }).toEqual({ names: ['two', 'one', 'three'], more: 0 });
    expect(base?.statuses).toEqual(['failed', 'failed', null]);
    expect(runs[0]?.statuses).toEqual(['failed', 'passed', 'skipped']);
  });

  it('name the first of many, those that should pass before all others, and count the rest', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`test ${n}`, 'failed' as const]));
    const {
      names,
      more,
      responses: runs,
    } = shownOn({ base: testRun({}), responses: [{ response: a, ...testRun(many) }] }, { code: wants('test 77') });
    expect(names[0]).toBe('test 77');
    expect(names.length + more).toBe(200);
    expect(names.length).toBeLessThan(20);
    expect(runs[0]?.statuses).toHaveLength(names.length);
  });

  it('are put together once', () => {
    const checks: Checks = { responses: [] };
    expect(shownOn(checks)).toBe(shownOn(checks));
    expect(deskTestsOf({ checks: undefined, shown: { responses } as unknown as ShownItem })).toBeUndefined();
  });
});
