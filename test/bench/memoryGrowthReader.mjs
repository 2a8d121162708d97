// Reads one file as a study does and tells the highest RSS on the way, in megabytes.
// usage: fork('memoryGrowthReader.mjs', [file])
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { measured } from './bundle.mjs';

const { indexInWorker, openRecords, recordValue, streamRecords } = measured();
const [file] = process.argv.slice(2);
const cache = await fs.mkdtemp(path.join(os.tmpdir(), 'tiebreak-growth-'));

const records = await openRecords(file, {
  indexer: indexInWorker(cache),
  unpack: () => Promise.reject(new Error('is not packed')),
});
await records.whenComplete();
for (let part = 0; part < 20; part++) recordValue(await records.record(Math.floor((records.count * part) / 20)));
await records.close();
for await (const batch of streamRecords(file)) for (const record of batch) recordValue(record);

await fs.rm(cache, { recursive: true });
// Not resourceUsage(): the highest RSS that it tells may be that of the process which started this one.
const [, highest] = /^VmHWM:\s*(\d+) kB$/m.exec(await fs.readFile('/proc/self/status', 'utf8'));
process.send({ rss: Number(highest) / 1000 });
process.disconnect();
