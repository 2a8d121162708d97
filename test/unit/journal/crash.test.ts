import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Replay } from '../../../src/core/journal/replay';
import { bundled } from '../made/bundle';
import { temporaryFolder } from '../made/temporaryFolder';
import { journalIn } from '../made/journal';
import { readInto } from '../made/replays';

/** Appends for as long as it lives, and prints an id only once its append has resolved. */
const program = `
  import { FileJournal } from './src/core/journal/fileJournal';
  import { newId } from './src/core/journal/newId';
  import { annotation } from './test/unit/made/journalLines';
  import { writeSync } from 'node:fs';
  void (async () => {
    const journal = new FileJournal(process.argv[2] ?? '');
    for (let n = 0, id; ; n++) {
      id = newId(id);
      await journal.append([annotation(n, { id, item: 'item ' + id, judgement: { rationale: 'é'.repeat((n % 50) * 2000) } })]);
      writeSync(1, id + '\\n');
    }
  })();
`;

/** Runs the program until it has printed `enough` ids, kills it with SIGKILL, and gives what it printed. */
async function killedAfter(script: string, folder: string, enough: number): Promise<string[]> {
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text: string) => {
    printed += text;
    if (printed.split('\n').length > enough) child.kill('SIGKILL');
  });
  await new Promise((resolve) => child.on('close', resolve));
  expect(child.signalCode).toBe('SIGKILL');
  return printed.split('\n').slice(0, -1);
}

it('keeps every annotation whose append resolved, though the process was killed with -9, again and again', async () => {
  const base = temporaryFolder();
  const script = await bundled(base, { source: program });
  const folder = join(base, 'annotations');
  const promised: string[] = [];
  for (const enough of [25, 60, 40]) promised.push(...(await killedAfter(script, folder, enough)));
  const replay = new Replay();
  const problems = await readInto(replay, journalIn(folder));
  const currentAnnotation = new Set([...replay.all()].map(({ id }) => id));
  expect(promised.length).toBeGreaterThanOrEqual(125);
  expect(promised.filter((id) => !currentAnnotation.has(id))).toEqual([]);
  for (const { message } of problems) expect(message).toMatch(/set aside/);
});
