import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ItemOrProblem } from '../../../../src/core/dataset/items/parsedItem';
import type { LeanRows } from '../../../../src/core/dataset/items/referItems';
import { runs } from '../../../../src/core/dataset/layouts/runs/runs';
import { search } from '../../../../src/core/dataset/search/search';
import { DatasetChanged } from '../../../../src/core/dataset/sources/fileVersion';
import { materializedCopy, readingOfCopy, scan } from '../../../../src/core/dataset/sources/scan';
import { leanRunsOf } from '../../../../src/core/dataset/sources/runThreads';
import { useWorkerScript } from '../../../../src/core/workerScript';
import { airlineRun } from '../../made/airlineRuns';
import { bundled } from '../../made/bundle';
import { temporaryFolder } from '../../made/temporaryFolder';

let script = '';
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tiebreak-unit-'));
  script = await bundled(folder, { path: 'src/worker.ts' });
  return () => rmSync(folder, { recursive: true });
});
afterEach(() => useWorkerScript(undefined));

/** Runs of an airline, and trials of a terminal, of which each has its result beside it. */
function files(): readonly string[] {
  const folder = temporaryFolder();
  return Array.from({ length: 20 }, (_, at) => {
    const file = join(folder, `run-${at}`, 'results.json');
    mkdirSync(join(folder, `run-${at}`));
    writeFileSync(
      file,
      JSON.stringify(
        at % 3 === 0
          ? Array.from({ length: at % 2 === 0 ? 1 : 9 }, (__, trial) => airlineRun(at, trial, [], 'Done.'))
          : { id: at, task_id: `task-${at}`, trial_name: `trial-${at}`, is_resolved: at % 2 === 0, parser_results: {} },
      ),
    );
    return file;
  });
}

interface Read {
  readonly found: readonly (LeanRows | undefined)[];
  readonly beside: readonly string[];
}

async function read(paths: readonly string[]): Promise<Read> {
  const found: (LeanRows | undefined)[] = [];
  const beside: string[] = [];
  for await (const rows of leanRunsOf(paths, 1, {
    onBeside(path) {
      beside.push(path);
      return Promise.resolve();
    },
  }))
    found.push(rows);
  return { found, beside: [...new Set(beside)].toSorted() };
}

describe('files of runs on threads', () => {
  it('give the same in the same order, and name what lies beside them', async () => {
    const paths = files();
    const expected = await read(paths);
    expect(new Set(expected.found.map((each) => each?.rows.length))).toEqual(new Set([1, undefined]));
    expect(expected.beside.length).toBeGreaterThan(10);
    useWorkerScript(script, 0, 3);
    expect(await read(paths)).toEqual(expected);
  });

  it('end with the error of the file that cannot be read', async () => {
    const paths = files();
    rmSync(paths[13]!);
    useWorkerScript(script, 0, 3);
    await expect(read(paths)).rejects.toThrow('run-13');
  });

  it('are read here where the threads end', async () => {
    const paths = files();
    const expected = await read(paths);
    const dying = await bundled(temporaryFolder(), {
      source: `import { parentPort } from 'node:worker_threads'; parentPort.once('message', () => { throw new Error('out of memory'); });`,
    });
    useWorkerScript(dying, 0, 3);
    expect(await read(paths)).toEqual(expected);
  });

  it('give the same items, many at a time, and the error of a file that has changed', async () => {
    const folder = temporaryFolder();
    const paths = Array.from({ length: 420 }, (_, at) => {
      const file = join(folder, `run-${at}.json`);
      writeFileSync(file, JSON.stringify([airlineRun(at % 210, Math.floor(at / 210), [], `Done ${at}.`)]));
      return file;
    });
    const copy = await materializedCopy(paths, { layout: runs, mapping: {} }, temporaryFolder());
    const all = async (): Promise<ItemOrProblem[]> => {
      const items: ItemOrProblem[] = [];
      for await (const batch of scan([copy], readingOfCopy(copy))) items.push(...batch);
      return items;
    };
    const expected = await all();
    expect(expected).toHaveLength(210);
    useWorkerScript(script, 0, 3);
    expect(await all()).toEqual(expected);
    const found: number[] = [];
    const query = { text: 'done 407', regex: false, matchCase: false, wholeWord: false, metadata: false };
    for await (const { ordinals } of search(
      [copy],
      readingOfCopy(copy),
      { ...query, labelled: false, fields: [] },
      { max: 1 },
    ))
      found.push(...ordinals);
    expect(found).toEqual([197]);
    writeFileSync(paths[300]!, '[]');
    await expect(all()).rejects.toThrow(DatasetChanged);
  });
});
