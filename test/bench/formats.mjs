import { DuckDBInstance } from '@duckdb/node-api';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { measured } from './bundle.mjs';
import { summary } from './statistics.mjs';

const run = promisify(execFile);

/**
 * The same items as JSONL, CSV and Parquet: how long one row of a Parquet file takes, near its start and far in it,
 * against DuckDB; and how fast every kind is scanned with its values, against DuckDB and, where there is one, python3.
 * Large datasets are looked into a few times, and scanned once.
 * @param {string} dataset JSONL
 * @param {string} folder
 * @param {number} items
 */
export async function measureFormats(dataset, folder, items) {
  const isLarge = items > 200_000;
  const [lookups, scans] = isLarge ? [3, 1] : [7, 3];
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const files = await makeFiles(connection, dataset, folder);
  const rows = {};
  for (const [name, file] of Object.entries({ groups: files.parquet, small: files.small }))
    rows[name] = await measureRows(connection, file, [0, Math.floor(items * 0.9)], lookups);
  const scanned = {};
  for (const kind of ['jsonl', 'csv', 'parquet'])
    scanned[kind] = await measureScan(connection, kind, files[kind], scans);
  connection.closeSync();
  return { rows, scans: scanned };
}

/**
 * CSV, Parquet as DuckDB writes it, and Parquet in row groups of 2,048 as most hubs have it; made unless they are
 * there.
 */
export async function makeFiles(connection, dataset, folder) {
  const stem = path.join(folder, path.basename(dataset, '.jsonl'));
  const files = {
    jsonl: dataset,
    csv: `${stem}.csv`,
    parquet: `${stem}.parquet`,
    small: `${stem}.small-groups.parquet`,
  };
  const source = `read_json('${dataset}', format = 'newline_delimited')`;
  const answers = [1, 2, 3, 4].map((n) => `responses[${n}].text as answer_${n}`).join(', ');
  await copy(`select id, prompt, ${answers} from ${source}`, files.csv, 'format csv, header');
  await copy(`select * from ${source}`, files.parquet, 'format parquet');
  await copy(`select * from ${source}`, files.small, 'format parquet, row_group_size 2048');
  return files;

  async function copy(query, file, options) {
    if (existsSync(file)) return;
    await connection.run(`copy (${query}) to '${file}.partial' (${options})`);
    await fs.rename(`${file}.partial`, file);
  }
}

/** Milliseconds from nothing open to the row, to the row behind it, and from there to one some thousands before. */
async function measureRows(connection, file, ordinals, lookups) {
  const { openRecords } = measured();
  const result = {};
  for (const ordinal of ordinals) {
    /** @type {Record<string, number[]>} */
    const times = { here: [], next: [], jump: [], duckdb: [] };
    for (let i = -1; i < lookups; i++) {
      const started = performance.now();
      const records = await openRecords(file, { unpack: () => Promise.reject(new Error('is not packed')) });
      await records.record(ordinal);
      const found = performance.now();
      await records.record(ordinal + 1);
      const next = performance.now();
      await records.record(Math.abs(ordinal - 7_000));
      const jumped = performance.now();
      await records.close();
      const asked = performance.now();
      const rows = await (
        await connection.run(
          `select * exclude file_row_number from read_parquet('${file}', file_row_number = true) where file_row_number = ${ordinal}`,
        )
      ).getRowObjectsJson();
      if (rows.length !== 1) throw new Error(`DuckDB finds ${rows.length} rows ${ordinal} in ${file}`);
      if (i < 0) continue;
      times.here.push(found - started);
      times.next.push(next - found);
      times.jump.push(jumped - next);
      times.duckdb.push(performance.now() - asked);
    }
    result[ordinal] = Object.fromEntries(Object.entries(times).map(([name, values]) => [name, summary(values)]));
  }
  return result;
}

const python = {
  jsonl: 'import json,sys\nfor line in open(sys.argv[1], encoding="utf-8"): json.loads(line)',
  csv: 'import csv,sys\ncsv.field_size_limit(1 << 30)\nfor row in csv.DictReader(open(sys.argv[1], encoding="utf-8", newline="")): pass',
};

/**
 * Megabytes of the file a second, taken in turn, every value read. DuckDB's parallel reader of CSV refuses texts of
 * many lines.
 */
async function measureScan(connection, kind, file, scans) {
  const { size } = await fs.stat(file);
  const { streamRecords, recordValue } = measured();
  const reader = {
    jsonl: `read_json('${file}', format = 'newline_delimited')`,
    csv: `read_csv('${file}', parallel = false)`,
    parquet: `read_parquet('${file}')`,
  }[kind];
  const contestants = {
    here: async () => {
      for await (const batch of streamRecords(file)) for (const record of batch) recordValue(record);
    },
    duckdb: async () => void (await connection.run(`select max(hash(rows)) from ${reader} rows`)),
    ...(python[kind] &&
      (await hasPython()) && { python: async () => void (await run('python3', ['-c', python[kind], file])) }),
  };
  const speeds = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  // One that is not counted warms the code, where that counts.
  for (let i = scans === 1 ? 0 : -1; i < scans; i++) {
    for (const [name, contestant] of Object.entries(contestants)) {
      const started = performance.now();
      await contestant();
      if (i >= 0) speeds[name].push(size / 1e6 / ((performance.now() - started) / 1000));
    }
  }
  return {
    bytes: size,
    megabytesPerSecond: Object.fromEntries(Object.entries(speeds).map(([name, values]) => [name, summary(values)])),
  };
}

async function hasPython() {
  return run('python3', ['--version']).then(
    () => true,
    () => false,
  );
}
