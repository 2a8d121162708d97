import { RowBatchMaker, type RowBatch } from '../../../src/core/export/rows/rowBatch';
import type { Split } from '../../../src/core/export/split/shares';

/** Rows as they are handed over to be written. */
export function batchOf(rows: readonly { readonly split: Split; readonly value: object; readonly provenance: object }[]): RowBatch {
  const made = new RowBatchMaker(undefined);
  const json = (value: object): Buffer => Buffer.from(JSON.stringify(value));
  for (const { split, value, provenance } of rows) made.add(split, json(value), json(provenance));
  return made.batch();
}
