// Opens a dataset of runs as a study, as the extension does, and sends what it took: seconds, megabytes.
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { measured } from './bundle.mjs';

const [dataset] = process.argv.slice(2);
const {
  createStudy,
  Study,
  Dataset,
  materializedCopy,
  mustMaterialize,
  indexCached,
  keepKindsIn,
  unpackedCopy,
  inBlindOrder,
  deskContentOf,
} = measured();

const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tiebreak-runs-'));
const projectFile = path.join(folder, 'study.tiebreak');
const cache = path.join(folder, 'cache');
keepKindsIn(cache);
const created = await timed(() => createStudy({ projectFile, datasets: [dataset], mode: 'rank' }));

const first = await timed(open);
await first.value.close();
const again = await timed(open);
const item = await timed(() => again.value.at(0));
const shown = await timed(() => JSON.stringify(deskContentOf('k', inBlindOrder(item.value.item, 1, 'ana'), false)));
const scanned = await timed(() => readAll(again.value));
await again.value.close();
process.send(
  {
    created: created.seconds,
    scanned: scanned.seconds,
    kept: await bytesIn(cache),
    first: first.seconds,
    again: again.seconds,
    item: item.seconds,
    shown: shown.seconds,
    message: shown.value.length,
    rss: process.resourceUsage().maxRSS / 1024,
  },
  async () => {
    await fs.rm(folder, { recursive: true });
    process.disconnect();
  },
);

/** Reads every item, some at a time. */
async function readAll(dataset) {
  for (let at = 0; at < dataset.count;) at += (await dataset.chunk(at, 1 << 20)).length;
}

async function bytesIn(directory) {
  let sum = 0;
  for (const name of await fs.readdir(directory)) sum += (await fs.stat(path.join(directory, name))).size;
  return sum;
}

/** The dataset with all that is known of it. */
async function open() {
  const study = await Study.open(projectFile);
  const isCopy = mustMaterialize(study.reading);
  if (isCopy) study.readFrom(await materializedCopy(study.sources, study.reading, cache));
  const opened = await Dataset.open(study.data.paths, study.data.reading, {
    isCopy,
    indexer: (file, framing, onBatch, signal) => indexCached(file, framing, cache, onBatch, signal),
    unpack: (file, signal, whole) => unpackedCopy(file, cache, { signal, ...(whole && { whole }) }),
  });
  await opened.whenComplete();
  await study.close();
  return opened;
}

async function timed(work) {
  const started = performance.now();
  const value = await work();
  return { value, seconds: (performance.now() - started) / 1000 };
}
