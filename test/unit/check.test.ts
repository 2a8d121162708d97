import { describe, expect, it } from 'vitest';
// @ts-expect-error a script, and so without types
import * as script from '../../scripts/check.mjs';

const { testsBeside } = script as {
  testsBeside: (changed: readonly string[], tests: readonly string[]) => readonly string[];
};

const tests = [
  'test/unit/quality/noise/majority.test.ts',
  'test/unit/quality/noise/noise.test.ts',
  'test/unit/quality/quality.test.ts',
  'test/unit/cli/report.test.ts',
  'test/unit/webview/annotate/rank.test.ts',
  'test/unit/journal/writer.isolated.test.ts',
];

describe('the tests beside what changed', () => {
  it('are those of its folder and of its name, and a test itself', () => {
    expect(testsBeside(['src/core/quality/noise/difficulty.ts'], tests)).toEqual(tests.slice(0, 2));
    expect(testsBeside(['src/core/study/writer.ts', 'src/cli/main.ts'], tests)).toEqual([tests[3], tests[5]]);
    expect(testsBeside(['webview/annotate/list.tsx'], tests)).toEqual([tests[4]]);
    expect(testsBeside(['test/unit/quality/quality.test.ts'], tests)).toEqual([tests[2]]);
  });

  it('are none of what has no tests', () => {
    expect(testsBeside(['docs/quality.md', 'package.json', 'src/core/rule/rule.ts'], tests)).toEqual([]);
  });
});
