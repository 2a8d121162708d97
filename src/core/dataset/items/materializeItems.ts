import { open, rm, type FileHandle } from 'node:fs/promises';
import type { ItemGrouping } from '../grouping/itemGrouping';
import { LineWriter } from '../records/lineWriter';
import type { ItemOrProblem } from './parsedItem';
import { withoutTextsOfTurns, withTextsOfTurns } from './textsOfTurns';

/**
 * Items that are not records: several in one record (message trees), or one in several (messages of a conversation,
 * rows gathered by prompt). They are written out once, one a line, so that the same index gives random access to them.
 *
 * Message trees hold several items a record, messages of a tree and gathered rows make one item of several
 * (`grouping`): these are read from the cache like any JSONL, each with the place of its record. Copies and indexes lie
 * in the cache by the version of their sources and go when nobody has used them for a month.
 */

/**
 * Writes items, and what is wrong with records, to `copy`, one a line, after each of the groupings in turn.
 * @param options.only which of them
 */
export async function materializeItems(
  batches: AsyncIterable<readonly ItemOrProblem[]>,
  copy: string,
  options: {
    readonly groupings: readonly ItemGrouping[];
    readonly only?: (parsed: ItemOrProblem) => boolean;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<void> {
  const { groupings, only, signal } = options;
  const files = groupings.map((_, controller) => `${copy}.rows${controller}`);
  try {
    let rows = batches;
    for (const [controller, grouping] of groupings.entries()) {
      const file = files[controller] ?? '';
      rows = together(file, await writeRows(rows, file, grouping), grouping, signal);
    }
    await writeRows(only ? those(rows, only) : rows, copy);
  } finally {
    for (const file of files) await rm(file, { force: true });
  }
}

async function* those(
  batches: AsyncIterable<readonly ItemOrProblem[]>,
  only: (parsed: ItemOrProblem) => boolean,
): AsyncGenerator<readonly ItemOrProblem[]> {
  for await (const batch of batches) yield batch.filter(only);
}

/** Writes rows, one a line; tells which of them belong together. */
async function writeRows(
  batches: AsyncIterable<readonly ItemOrProblem[]>,
  path: string,
  grouping?: ItemGrouping,
): Promise<Groups> {
  const groups = new Groups();
  const rows = new LineWriter(await open(path, 'w'));
  try {
    for await (const batch of batches) {
      for (const parsed of batch) {
        if (grouping) groups.add('item' in parsed ? grouping.key(parsed) : undefined, rows.position);
        await rows.line(JSON.stringify(withoutTextsOfTurns(parsed)));
      }
    }
    groups.end(rows.position);
    return groups;
  } finally {
    await rows.close();
  }
}

/** What a grouping makes of the rows in a file, in the order in which the groups began. */
async function* together(
  path: string,
  groups: Groups,
  grouping: ItemGrouping,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly ItemOrProblem[]> {
  const source = await open(path, 'r');
  const lines = new LinesAhead(source);
  try {
    for (const group of groups.inOrder()) {
      signal?.throwIfAborted();
      const rows: ItemOrProblem[] = [];
      for (const [start, end] of group) rows.push(rowOf(await lines.at(start, end)));
      yield grouping.combine(rows);
    }
    yield grouping.end?.() ?? [];
  } finally {
    await source.close();
  }
}

function rowOf(line: string): ItemOrProblem {
  const row = JSON.parse(line) as ItemOrProblem;
  return 'item' in row ? { ...row, item: { ...row.item, responses: withTextsOfTurns(row.item) } } : row;
}

/** Which rows belong together, in 20 bytes a row and a key for each prompt. */
class Groups {
  private readonly numbers = new Map<string, number>();
  private readonly groupOf: number[] = [];
  private readonly starts: number[] = [];
  private count = 0;

  /** @param key undefined for a row that stays by itself */
  add(key: string | undefined, start: number): void {
    const known = key === undefined ? undefined : this.numbers.get(key);
    const group = known ?? this.count++;
    if (key !== undefined && known === undefined) this.numbers.set(key, group);
    this.groupOf.push(group);
    this.starts.push(start);
  }

  end(position: number): void {
    this.numbers.clear();
    this.starts.push(position);
  }

  /** Start and end of each row of each group, in the order in which the groups began. */
  *inOrder(): Generator<readonly (readonly [number, number])[]> {
    const groupOf = (row: number): number => this.groupOf[row] ?? -1;
    const rows = Uint32Array.from(this.groupOf.keys()).sort((a, b) => groupOf(a) - groupOf(b) || a - b);
    let from = 0;
    for (let at = 1; at <= rows.length; at++) {
      if (at < rows.length && groupOf(rows[at] ?? 0) === groupOf(rows[from] ?? 0)) continue;
      yield Array.from(rows.subarray(from, at), (row) => [this.starts[row] ?? 0, this.starts[row + 1] ?? 0]);
      from = at;
    }
  }
}

/** So many bytes are read at once where lines follow each other. */
const bytesAhead = 1 << 18;

/** Reads lines of a file, many at once where each is asked for behind the one before, as those of most groups are. */
class LinesAhead {
  private bytes = Buffer.alloc(0);
  private from = 0;
  private last = 0;

  constructor(private readonly file: FileHandle) {}

  async at(start: number, end: number): Promise<string> {
    if (start < this.from || end > this.from + this.bytes.length) {
      const size = Math.max(end - start, start === this.last ? bytesAhead : 0);
      const { buffer, bytesRead } = await this.file.read(Buffer.allocUnsafe(size), 0, size, start);
      this.bytes = buffer.subarray(0, bytesRead);
      this.from = start;
    }
    this.last = end;
    return this.bytes.toString('utf8', start - this.from, end - this.from);
  }
}
