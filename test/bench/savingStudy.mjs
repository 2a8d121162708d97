// One open study, in a process of its own: reads its journal, then saves a judgement whenever it is told to.
// usage: fork('savingStudy.mjs', [project, annotator])
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { measured } from './bundle.mjs';

const [project, annotator] = process.argv.slice(2);
const { Dataset, DraftStore, Session, Study, studyPaths } = measured();

const started = performance.now();
const study = await Study.open(project);
await study.refresh();
const milliseconds = performance.now() - started;
globalThis.gc?.();
const dataset = await Dataset.open(study.sources, study.reading, { unpack: (file) => Promise.resolve(file) });
await dataset.whenComplete();
const { folder } = studyPaths(project);
const session = new Session(
  study,
  dataset,
  new DraftStore(path.join(folder, 'drafts'), (error) => console.error(error)),
  annotator,
);

const floorFile = path.join(folder, 'floor.jsonl');
let ordinal = 0;
process.on('message', async () => process.send?.({ milliseconds: await save(), floor: await floor() }));
process.on('disconnect', async () => {
  await session.flush();
  await dataset.close();
  await study.close();
  await rm(floorFile, { force: true });
});
process.send?.({ milliseconds, heapMegabytes: process.memoryUsage().heapUsed / 1e6, judged: session.progress.judged });

/** As the desk saves: one line, durable, and replayed. In milliseconds. */
async function save() {
  const at = await session.at(ordinal++);
  if (at?.kind !== 'item') throw new Error(`item ${ordinal} cannot be read`);
  const tiers = at.open.shown.responses.map(({ id }) => [id]);
  const before = performance.now();
  await session.save(at.open, { ranking: { tiers } }, 1000);
  const after = performance.now();
  await session.flush();
  return after - before;
}

/** What the disk alone takes: open, write a line of that length, fsync, close. In milliseconds. */
async function floor() {
  const before = performance.now();
  const file = await open(floorFile, 'a');
  await file.write(`${'x'.repeat(500)}\n`);
  await file.sync();
  await file.close();
  return performance.now() - before;
}
