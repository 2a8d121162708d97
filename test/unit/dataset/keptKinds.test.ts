import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../made/temporaryFolder';
import { airlineRun } from '../made/airlineRuns';

/** What another start of the program finds: nothing is known yet. */
async function started(cache: string) {
  vi.resetModules();
  const { keepKindsIn } = await import('../../../src/core/dataset/sources/keptKinds');
  const { expandSources } = await import('../../../src/core/dataset/sources/sources');
  const { knownKind } = await import('../../../src/core/dataset/readers/fileKind');
  keepKindsIn(cache);
  return { expandSources, knownKind };
}

it('the kinds of many files are kept from one start to the next, and found anew where a file is another', async () => {
  const [folder, cache] = [temporaryFolder(), temporaryFolder()];
  for (let at = 0; at < 600; at++)
    writeFileSync(join(folder, `run-${at}.json`), JSON.stringify([airlineRun(at, 0, [], 'Done.')]));
  writeFileSync(join(folder, 'notes.json'), '{"a": 1}');
  const same = join(folder, 'run-7.json');
  const time = new Date('2026-03-01T08:00:00Z');
  utimesSync(same, time, time);
  const first = await (await started(cache)).expandSources([folder], folder);
  expect(first.files).toHaveLength(600);
  const [name = ''] = readdirSync(cache).filter((each) => each.endsWith('.kinds'));
  expect(name).not.toBe('');
  // A file that is read would be found out to be none now: what is kept holds while a look tells the same.
  writeFileSync(same, ' '.repeat(statSync(same).size));
  utimesSync(same, time, time);
  const other = join(folder, 'run-8.json');
  writeFileSync(other, '{"a": 1}');
  const again = await (await started(cache)).expandSources([folder], folder);
  expect(again.files).toContain(same);
  expect(again.files).not.toContain(other);
  // What was found anew is kept.
  const { expandSources, knownKind } = await started(cache);
  await expandSources([folder], folder);
  expect(knownKind(other)?.kind).toEqual({ kind: 'text' });
});

it('kinds of few files are not kept, nor where what is kept is damaged', async () => {
  const [folder, cache] = [temporaryFolder(), temporaryFolder()];
  writeFileSync(join(folder, 'run.json'), JSON.stringify([airlineRun(1, 0, [], 'Done.')]));
  await (await started(cache)).expandSources([folder], folder);
  expect(readdirSync(cache)).toEqual([]);
  for (let at = 0; at < 600; at++)
    writeFileSync(join(folder, `run-${at}.json`), JSON.stringify([airlineRun(at, 0, [], 'Done.')]));
  await (await started(cache)).expandSources([folder], folder);
  const [name = ''] = readdirSync(cache).filter((each) => each.endsWith('.kinds'));
  writeFileSync(join(cache, name), '[["run.json"');
  expect((await (await started(cache)).expandSources([folder], folder)).files).toHaveLength(601);
  expect(statSync(join(cache, name)).size).toBeGreaterThan(1000);
});
