import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectReading } from '../../../../src/core/dataset/detectReading';
import { materializedCopy } from '../../../../src/core/dataset/sources/scan';
import { expandSources } from '../../../../src/core/dataset/sources/sources';
import { readRuns } from '../../made/readRuns';
import { jsonl, temporaryFolder } from '../../made/temporaryFolder';

const trial = (n: number, beside: object = {}): object => ({
  id: `id-${n}`,
  trial_name: `mend.${n}-of-3`,
  task_id: 'mend',
  instruction: 'Mend it.',
  is_resolved: n === 1,
  failure_mode: n === 1 ? 'unset' : 'agent_timeout',
  parser_results: { test_a: 'passed', test_b: n === 1 ? 'passed' : 'failed' },
  recording_path: `run/mend/mend.${n}-of-3/sessions/agent.cast`,
  total_input_tokens: 0,
  total_output_tokens: 7,
  agent_started_at: '2025-09-06T18:59:06+00:00',
  agent_ended_at: '2025-09-06T18:59:16.5+00:00',
  ...beside,
});
const cast = (version: number): string =>
  jsonl([
    { version, width: 80, height: 24 },
    [0.1, 'o', '\u001b[?2004hroot@a:/# '],
    [0.2, 'i', 'l'],
    [0.2, 'o', 'l'],
    [0.3, 'i', 's\r'],
    [0.3, 'o', 's\r\n\u001b[?2004l\r0%\r50%\r100%\r\n\u001b[1;32ma.txt\u001b[0m\r\n'],
    [0.4, 'i', '\u001b[?1;2c'],
    [0.5, 'i', '\u0004'],
    [0.5, 'o', 'exit\r\n'],
  ]);

function trialIn(folder: string, n: number, files: Readonly<Record<string, string>>): void {
  const sessions = join(folder, 'mend', `mend.${n}-of-3`, 'sessions');
  mkdirSync(sessions, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(sessions, name), text);
}

describe('Terminal-Bench', () => {
  it('is read anew from the cache where a recording changes, comes or goes, and not where none does', async () => {
    const folder = temporaryFolder();
    const cache = temporaryFolder();
    trialIn(folder, 1, { 'agent.cast': cast(2) });
    writeFileSync(join(folder, 'results.json'), JSON.stringify({ id: 'r', results: [trial(1), trial(2)] }));
    const copy = async (): Promise<string> => {
      const { files } = await expandSources([join(folder, 'results.json')], '/');
      return materializedCopy(files, await detectReading(files), cache);
    };
    const first = await copy();
    expect(await copy()).toBe(first);
    trialIn(folder, 1, { 'agent.cast': cast(2).replace('a.txt', 'another.txt') });
    const changed = await copy();
    expect(changed).not.toBe(first);
    expect(await copy()).toBe(changed);
    trialIn(folder, 2, { 'agent.cast': cast(2) });
    const added = await copy();
    expect([first, changed]).not.toContain(added);
    rmSync(join(folder, 'mend', 'mend.2-of-3'), { recursive: true });
    expect(await copy()).toBe(changed);
  });

  it('makes calls of what was typed into a recording, and observations of what then appeared', async () => {
    const folder = temporaryFolder();
    trialIn(folder, 1, { 'agent.cast': cast(2) });
    trialIn(folder, 2, { 'agent.log': '\u001b[0;32mAn agent\u001b[0m that was busy\r\n' });
    writeFileSync(join(folder, 'results.json'), JSON.stringify({ id: 'r', results: [trial(1), trial(2), trial(3)] }));
    const { items, told } = await readRuns(folder);
    expect(told).toEqual(['Outcomes of which no run was found: 1 (“mend”)']);
    expect(items).toMatchObject([
      {
        id: 'mend',
        prompt: [{ role: 'user', content: 'Mend it.' }],
        responses: [
          {
            turns: [
              { role: 'tool', content: 'root@a:/#' },
              { role: 'assistant', toolCalls: [{ name: 'terminal', arguments: { keystrokes: 'ls\r' } }] },
              { role: 'tool', content: 'ls\n100%\na.txt' },
              { role: 'assistant', toolCalls: [{ name: 'terminal', arguments: { keystrokes: '\u0004' } }] },
              { role: 'tool', content: 'exit' },
            ],
            run: { usage: { outputTokens: 7, seconds: 10.5 } },
            verifiers: [
              { name: 'resolved', passed: true },
              { name: 'test_a', passed: true },
              { name: 'test_b', passed: true },
            ],
          },
          {
            turns: [{ role: 'tool', content: 'An agent that was busy' }],
            run: { exit: 'agent_timeout' },
            verifiers: [{ passed: false }, { passed: true }, { passed: false }],
          },
        ],
      },
    ]);
    expect(items[0]?.responses[0]?.run).not.toHaveProperty('exit');
    expect(items[0]?.responses[0]?.run?.usage).not.toHaveProperty('inputTokens');
  });

  it('reads a trial once that has results of its own, and tells a version of recordings that is not known', async () => {
    const folder = temporaryFolder();
    trialIn(folder, 1, { 'agent.cast': cast(9) });
    writeFileSync(join(folder, 'mend/mend.1-of-3/results.json'), JSON.stringify(trial(1)));
    writeFileSync(join(folder, 'results.json'), JSON.stringify({ id: 'r', results: [trial(1)] }));
    const { items, told } = await readRuns(folder);
    expect(items.map(({ responses }) => responses.length)).toEqual([1]);
    expect(told).toEqual([expect.stringContaining('asciicast 9')]);
  });
});
