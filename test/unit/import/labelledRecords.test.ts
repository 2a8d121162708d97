import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { detectLayout } from '../../../src/core/dataset/detectLayout';
import type { Reading } from '../../../src/core/dataset/items/parse';
import { labelledRecords, type LabelledRecordOrProblem } from '../../../src/core/import/labelledRecords';
import { importLabels } from '../../../src/core/import/importLabels';
import { useWorkerScript } from '../../../src/core/workerScript';
import { bundled } from '../made/bundle';
import { fixture, fixtures } from '../made/fixtures';
import { jsonl, temporaryFile, temporaryFolder } from '../made/temporaryFolder';
import { criterion, library, rubric } from '../made/rubrics';
import { opened, studyOf } from '../made/study';
import { parquetOf } from '../made/tables';

const folder = mkdtempSync(join(tmpdir(), 'tiebreak-unit-'));
let script = '';
beforeAll(async () => {
  script = await bundled(folder, { path: 'src/worker.ts' });
  return () => rmSync(folder, { recursive: true });
});
afterEach(() => useWorkerScript(undefined));

const rubrics = library(rubric('general', [[criterion('clear')]]));

async function read(
  paths: readonly string[],
  reading: Reading,
  signal?: AbortSignal,
): Promise<LabelledRecordOrProblem[]> {
  const all: LabelledRecordOrProblem[] = [];
  for await (const batch of labelledRecords(paths, reading, rubrics, signal)) all.push(...batch);
  return all;
}

/** What is read here and on a thread, as JSON has it. */
async function bothWays(paths: readonly string[], reading: Reading): Promise<[here: unknown, onThread: unknown]> {
  useWorkerScript(undefined);
  const here: unknown = JSON.parse(JSON.stringify(await read(paths, reading)));
  useWorkerScript(script, 0);
  return [here, await read(paths, reading)];
}

const readingOf = async (path: string): Promise<Reading> => ({ layout: await detectLayout(path), mapping: {} });
const pairs = (count: number): object[] =>
  [...Array(count).keys()].map((n) => ({
    id: `q${n}`,
    prompt: `Question ${n}`,
    chosen: `good ${n}`,
    rejected: `bad ${n}`,
  }));

describe('labels that are read on a thread', () => {
  it.each(fixtures())('are those that are read here: %s', async (name) => {
    const path = fixture(name);
    const reading = await readingOf(path).catch(() => undefined);
    if (!reading) return;
    const [here, onThread] = await bothWays([path], reading);
    expect(onThread).toEqual(here);
    expect(onThread).not.toEqual([]);
  });

  it('come in the order of their records, of several files and a table too, with what is wrong', async () => {
    const files = [
      temporaryFile('a.jsonl', jsonl([...pairs(3000), { id: 'x', prompt: 'broken', chosen: 5, rejected: 'x' }])),
      temporaryFile('b.parquet', parquetOf(pairs(2000) as Record<string, unknown>[])),
    ];
    const [here, onThread] = await bothWays(files, await readingOf(files[0]!));
    expect(onThread).toEqual(here);
    expect(
      (onThread as LabelledRecordOrProblem[]).flatMap((each) => ('problem' in each ? [each.problem.line] : [])),
    ).toEqual([3001]);
    expect(onThread).toHaveLength(5001);
  });

  it('become the same annotations, and leave out the same labels', async () => {
    const codes = [...Array(40).keys()].map((n) => ({
      id: `q${n}`,
      prompt: `Question ${n}`,
      response_a: `first answer ${n}`,
      response_b: `second answer ${n}`,
      label: n % 3,
    }));
    for (const records of [pairs(1200), codes]) {
      const results = [];
      for (const thread of [undefined, script]) {
        const study = await studyOf(temporaryFolder(), records);
        useWorkerScript(thread, 0);
        const { problems, ...counts } = await importLabels(study, { annotator: 'source' });
        await study.close();
        const again = await opened(study.file);
        const said = [...again.replay.all()].map(({ annotator, item }) => ({ annotator, item }));
        results.push({ counts, problems: problems.map(({ message }) => message), said });
        await again.close();
      }
      expect(results[1]).toEqual(results[0]);
      expect(results[0]?.counts.written === 0).toBe(records === codes);
    }
  });

  it('end as reading here does where a file is gone or damaged', async () => {
    const reading = await readingOf(temporaryFile('whole.jsonl', jsonl(pairs(2))));
    for (const path of [
      temporaryFile('a.parquet', parquetOf(pairs(50) as Record<string, unknown>[]).subarray(0, 700)),
      join(temporaryFolder(), 'none.jsonl'),
    ]) {
      useWorkerScript(undefined);
      const error: unknown = await read([path], reading).catch((reason: unknown) => reason);
      useWorkerScript(script, 0);
      await expect(read([path], reading)).rejects.toThrow((error as Error).message);
    }
  });

  it('stop where they are called off, and leave no file behind', async () => {
    useWorkerScript(script, 0);
    const path = temporaryFile('a.jsonl', jsonl(pairs(20_000)));
    const reading = { ...(await readingOf(path)), gather: true };
    // A folder of its own: other processes make and remove files in the usual one.
    vi.stubEnv('TMPDIR', temporaryFolder());
    onTestFinished(() => void vi.unstubAllEnvs());
    const abort = new AbortController();
    setTimeout(() => abort.abort(new Error('called off')), 150);
    await expect(read([path], reading, abort.signal)).rejects.toThrow('called off');
    await expect(read([path], reading, AbortSignal.abort(new Error('at once')))).rejects.toThrow('at once');
    // Whoever wants no more needs not say so.
    for await (const batch of labelledRecords([path], { ...reading, gather: false }, rubrics)) {
      expect(batch.length).toBeGreaterThan(0);
      break;
    }
    expect(readdirSync(tmpdir())).toEqual([]);
  });

  it('fail where the thread does', async () => {
    const path = temporaryFile('a.jsonl', jsonl(pairs(3)));
    const reading = await readingOf(path);
    for (const [source, message] of [
      ['throw new Error("a bug")', 'a bug'],
      ['', 'the thread that reads labels ended before its task'],
    ] as const) {
      useWorkerScript(await bundled(temporaryFolder(), { source }), 0);
      await expect(read([path], reading)).rejects.toThrow(message);
    }
  });
});
