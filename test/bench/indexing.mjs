import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import v8 from 'node:v8';
import vm from 'node:vm';
import { measured } from './bundle.mjs';
import { summary } from './statistics.mjs';

/**
 * Index throughput against `wc -l` on the same file, taken in turn, the file in the page cache.
 * @param {string} dataset @param {number} repetitions
 */
export async function measureIndexing(dataset, repetitions) {
  const { indexRecords, indexInWorker, OffsetIndex } = measured();
  const { size } = await fs.stat(dataset);
  const keptIn = await fs.mkdtemp(path.join(os.tmpdir(), 'tiebreak-index-'));
  /** @type {Record<string, () => Promise<void>>} */
  const contestants = {
    wc: async () => void (await promisify(execFile)('wc', ['-l', dataset])),
    here: async () => {
      const index = new OffsetIndex();
      await indexRecords(dataset, 'jsonl', (batch) => index.add(batch));
    },
    worker: async () => {
      const index = new OffsetIndex();
      const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tiebreak-index-'));
      await indexInWorker(folder)(dataset, 'jsonl', (batch) => index.add(batch), new AbortController().signal);
      await fs.rm(folder, { recursive: true });
    },
    kept: async () => {
      const index = new OffsetIndex();
      await indexInWorker(keptIn)(dataset, 'jsonl', (batch) => index.add(batch), new AbortController().signal);
    },
  };
  await contestants.wc(); // fills the page cache
  await contestants.kept();
  /** @type {Record<string, number[]>} */
  const speeds = { wc: [], here: [], worker: [], kept: [] };
  for (let i = 0; i < repetitions; i++) {
    for (const [name, run] of Object.entries(contestants)) {
      const started = performance.now();
      await run();
      speeds[name].push(size / 1e6 / ((performance.now() - started) / 1000));
    }
  }
  await fs.rm(keptIn, { recursive: true });
  const ratios = (name) => summary(speeds[name].map((speed, i) => speed / speeds.wc[i]));
  return {
    bytes: size,
    megabytesPerSecond: {
      wc: summary(speeds.wc),
      here: summary(speeds.here),
      worker: summary(speeds.worker),
      kept: summary(speeds.kept),
    },
    ratioToWc: { here: ratios('here'), worker: ratios('worker'), kept: ratios('kept') },
    indexBytesPerItem: await indexBytesPerItem(dataset),
  };
}

/** What the index keeps for each record, in array buffers and on the heap. @param {string} dataset */
async function indexBytesPerItem(dataset) {
  const { indexRecords, OffsetIndex } = measured();
  const before = await bytesInUse();
  const index = new OffsetIndex();
  await indexRecords(dataset, 'jsonl', (batch) => index.add(batch));
  const bytes = (await bytesInUse()) - before;
  return bytes / index.count;
}

async function bytesInUse() {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc');
  for (let i = 0; i < 3; i++) {
    collect();
    await sleep(50); // array buffers are given back on another thread
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
