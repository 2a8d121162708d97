import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, it } from 'vitest';
import { random } from '../../../../src/core/model/annotation/blindOrder';
import { UserError } from '../../../../src/core/model/problems/problem';
import { temporaryFile, temporaryFolder } from '../../made/temporaryFolder';
import { streamRecordsOf } from '../../made/readRecords';
import { parquetOf } from '../../made/tables';
import { processorTime } from '../../made/processorTime';

const rows = [...Array(200).keys()].map((n) => ({
  id: n,
  prompt: `Question ${n}`,
  tags: [`a${n}`, 'b'],
  best: { text: 'x'.repeat(n), score: n / 3 },
}));

/** As DuckDB writes it: several pages and codecs. */
async function byDuckdb(): Promise<Buffer> {
  const path = join(temporaryFolder(), 'a.parquet');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(
    `copy (select n as id, 'Question ' || n as prompt, [n::varchar, 'b'] as tags, {text: repeat('x', (n % 50)::int), score: n / 3} as best from range(3000) t(n)) to '${path}' (format parquet, compression zstd, row_group_size 2048)`,
  );
  connection.closeSync();
  return readFileSync(path);
}

/** Damages a file: cuts it, writes over bytes of its footer or of its pages, or claims another length of the footer. */
function damaged(bytes: Buffer, next: () => number): Buffer {
  const at = (from: number, to: number): number => from + Math.floor(next() * (to - from));
  const footer = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8);
  const kind = Math.floor(next() * 5);
  if (kind === 0) return Buffer.from(bytes.subarray(0, at(4, bytes.length)));
  const copy = Buffer.from(bytes);
  if (kind === 1) copy.writeUInt32LE(next() < 0.5 ? at(0, bytes.length * 2) : at(0, 2 ** 32), bytes.length - 8);
  else if (kind === 2) return Buffer.concat([bytes.subarray(0, at(4, footer)), bytes.subarray(footer)]);
  else
    for (let count = at(1, 5); count > 0; count--)
      copy[kind === 3 ? at(footer, bytes.length - 8) : at(4, footer)] = Math.floor(next() * 256);
  return copy;
}

describe('a damaged Parquet file', () => {
  it.each<[string, () => Buffer | Promise<Buffer>, number]>([
    ['of one row group', () => parquetOf(rows), 1],
    ['of several, packed', byDuckdb, 2],
  ])('is read, or refused with its name and why, %s', async (_, make, seed) => {
    const bytes = await make();
    const next = random(seed);
    const wrong: string[] = [];
    for (let variant = 0; variant < Number(process.env.FUZZ_PARQUET ?? 250); variant++) {
      const path = temporaryFile('damaged.parquet', damaged(bytes, next));
      const taken = processorTime();
      try {
        await streamRecordsOf(path);
      } catch (error) {
        if (
          !(error instanceof UserError) ||
          !error.message.includes('damaged.parquet') ||
          /Cannot read prop|undefined|is not a function|is not iterable|Invalid (array|typed)/.test(error.message)
        )
          wrong.push(`${variant}: ${String(error)}`);
      }
      if (taken() > 10_000) wrong.push(`${variant}: took ${Math.round(taken())} ms`);
    }
    expect(wrong).toEqual([]);
  });
});
