import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { statusesIn } from '../../../../src/core/code/tests/readStatuses';
import { realRuns } from '../../made/realRuns';

const folder = join(realRuns ?? '', 'swe-bench-runs');
const reportSchema = z.record(
  z.string(),
  z.object({
    tests_status: z.record(z.string(), z.object({ success: z.array(z.string()), failure: z.array(z.string()) })),
  }),
);

describe.skipIf(realRuns === undefined)('real outputs of SWE-bench', () => {
  const outputs = realRuns === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.test_output.txt'));
  it.each(outputs)('have the statuses that its own harness has read: %s', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const report = reportSchema.parse(
      JSON.parse(readFileSync(join(folder, name.replace('.test_output.txt', '.report.json')), 'utf8')),
    );
    const { statuses, aliases, from } = statusesIn(text, ['unittest']);
    expect(from).toBe('unittest');
    const passed = (test: string): boolean => (statuses.get(test) ?? aliases.get(test)) === 'passed';
    const told = Object.values(report).flatMap(({ tests_status }) => Object.values(tests_status));
    const [success, failure] = [told.flatMap((each) => each.success), told.flatMap((each) => each.failure)];
    expect(success.length + failure.length).toBeGreaterThan(0);
    expect(success.filter((test) => !passed(test))).toEqual([]);
    expect(failure.filter(passed)).toEqual([]);
    const ran = Number(/^Ran (\d+) tests/m.exec(text)?.[1]);
    expect(statuses.size).toBe(ran);
  });
});
