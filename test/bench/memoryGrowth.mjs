import { DuckDBInstance } from '@duckdb/node-api';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { makeDataset } from './dataset.mjs';
import { makeFiles } from './formats.mjs';

/**
 * The highest RSS, in megabytes, of a process that opens a file, indexes it, jumps in it and scans it with all values;
 * by kind of file, for a dataset of `items` and smaller ones.
 * @param {string} folder
 * @param {number} items
 */
export async function measureGrowth(folder, items) {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  /** @type {Record<string, { bytes: number, rss: number }[]>} */
  const results = { JSONL: [], 'Parquet as DuckDB writes it': [], 'Parquet in small row groups': [] };
  for (const part of [200, 20, 4, 1]) {
    const dataset = await makeDataset(folder, Math.round(items / part));
    const { jsonl, parquet, small } = await makeFiles(connection, dataset, folder);
    for (const [i, file] of [jsonl, parquet, small].entries())
      Object.values(results)[i].push({ bytes: (await fs.stat(file)).size, rss: await highestRss(file) });
  }
  connection.closeSync();
  return results;
}

/** @param {string} file @returns {Promise<number>} */
async function highestRss(file) {
  const child = fork(path.join(import.meta.dirname, 'memoryGrowthReader.mjs'), [file]);
  const ended = once(child, 'exit');
  const [message] = await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error(`the process that reads ${file} ended`))),
  ]);
  await ended;
  return message.rss;
}
