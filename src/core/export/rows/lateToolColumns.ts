import { settledAfter } from '../validation/extraColumns';
import type { Split } from '../split/splitRatios';
import { bySplit, linesIn, type RowBatch } from './rowBatch';

const text = '"tools":"';

/** How much of a split's file is known. */
interface Watched {
  /** Bytes of the rows so far. */
  bytes: number;
  /** Whether the type of the column is settled as text. */
  isText: boolean;
}

/**
 * Counts the rows with tools that stand behind so many without any that HF datasets has settled the column as one of
 * nulls (`chunksize` of its JSON builder, with the rest of the line where it ends): it stops at the first of them,
 * unless it is told the types, as the card of a folder does. There is no other value for a row without tools
 * (`texts/messages toolsColumn`). An array is read whole. No row is looked at behind one of the first that has tools.
 */
export class LateToolColumns {
  private readonly splits = new Map<Split, Watched>();

  /** How many rows of a batch; those of a split come in the order that they have in its file. */
  in(batch: Pick<RowBatch, 'splits' | 'lines'>): number {
    let late = 0;
    for (const { split, lines } of bySplit(batch)) {
      const watched = this.splits.get(split) ?? { bytes: 0, isText: false };
      this.splits.set(split, watched);
      if (!watched.isText) late += lateIn(lines, watched);
    }
    return late;
  }
}

function lateIn(lines: Uint8Array, watched: Watched): number {
  let late = 0;
  for (const line of linesIn(lines)) {
    if (line.includes(text) && hasTools(line)) {
      if (watched.bytes > settledAfter) late++;
      else {
        watched.isText = true;
        return 0;
      }
    }
    watched.bytes += line.length + 1;
  }
  return late;
}

/** Whether a row itself has them, and not something within it. */
const hasTools = (line: Buffer): boolean =>
  typeof (JSON.parse(line.toString()) as { tools?: unknown }).tools === 'string';
