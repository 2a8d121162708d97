import type { RowBatch } from '../../../src/core/export/rows/rowBatch';
import { splits, type Split } from '../../../src/core/export/split/splitRatios';
import { jsonl } from './temporaryFolder';

/** Rows as they are handed over to be written. */
export function batchOf(
  rows: readonly { readonly split: Split; readonly value: object; readonly provenance: object }[],
): RowBatch {
  const lines = (values: readonly object[]): Buffer => Buffer.from(jsonl(values));
  return {
    splits: Uint8Array.from(rows, ({ split }) => splits.indexOf(split)),
    lines: lines(rows.map(({ value }) => value)),
    provenance: lines(rows.map(({ provenance }) => provenance)),
  };
}
