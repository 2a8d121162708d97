import { expect, it } from 'vitest';
import { exportOptionsOf } from '../../../src/core/export/options';
import { previewExport } from '../../../src/core/export/write';
import { airlineRun } from '../made/airlineRuns';
import { judgedRuns } from '../made/judgedRuns';
import { temporaryFolder } from '../made/temporaryFolder';

const runs = [
  airlineRun(1, 0, [['find', { to: 'LIS', note: 'a\nb', seats: [1, 2] }, 'TP1']], 'Booked.'),
  airlineRun(1, 1, [], 'No.'),
];
const line = '-'.repeat(100);

it('a verifier of runs reads a run as the log of SWE-Gym has it, and answers as people judged it', async () => {
  const study = await judgedRuns(temporaryFolder(), runs, ({ responses: [first, second] }) => ({
    acceptable: { [first?.id ?? '']: true, [second?.id ?? '']: false },
  }));
  const { rows, tally } = await previewExport(study, exportOptionsOf({ format: 'run-verifier' }), Infinity);
  await study.close();
  const read = rows.map(({ json }) => (JSON.parse(json) as { messages: { role: string; content: string }[] }).messages);
  expect(read.map((messages) => messages.map(({ role }) => role))).toEqual([
    ['system', 'user', 'assistant'],
    ['system', 'user', 'assistant'],
  ]);
  expect(read.map((messages) => messages[2]?.content)).toEqual([
    '<judgement>YES</judgement>',
    '<judgement>NO</judgement>',
  ]);
  const [, log = ''] =
    /=== INTERACTION LOG ===\n([^]*)\n=== END INTERACTION ===/.exec(read[0]?.[1]?.content ?? '') ?? [];
  expect(log).toMatch(/^\*\*\* System Message that describes the assistant's behavior \*\*\*\n/);
  expect(log.slice(log.indexOf(line))).toMatchInlineSnapshot(`
    "----------------------------------------------------------------------------------------------------
    *** Turn 1 - USER ***
    Hello.
    ----------------------------------------------------------------------------------------------------
    *** Turn 1 - ASSISTANT ***

    ### Tool Call 0
    <function=find>
    <parameter=to>LIS</parameter>
    <parameter=note>
    a
    b
    </parameter>
    <parameter=seats>[1,2]</parameter>
    </function>
    ----------------------------------------------------------------------------------------------------
    *** Turn 2 - TOOL EXECUTION RESULT ***
    TP1
    ----------------------------------------------------------------------------------------------------
    *** Turn 2 - ASSISTANT ***
    Booked.
    ----------------------------------------------------------------------------------------------------
    "
  `);
  expect(tally.good).toBe(1);
});
