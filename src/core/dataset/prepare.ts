import { open, rm, type FileHandle } from 'node:fs/promises';
import type { Problem } from '../model/problem';
import { LayoutError } from './fields';
import { gathered } from './gather';
import { contentHash, promptKey } from './identity';
import type { Content } from './layouts/layout';
import { LineWriter } from './lineWriter';
import type { Parsed, ParsedItem } from './parse';

/**
 * Items that are not records: several in one record (message trees), or one in several (rows gathered by prompt). They are written
 * out once, one a line, so that the same index gives random access to them.
 */

/** Writes items, and what is wrong with records, to `copy`, one a line; `gather` makes one item of rows with the same prompt. */
export async function prepare(batches: AsyncIterable<readonly Parsed[]>, copy: string, options: { readonly gather: boolean; readonly signal?: AbortSignal | undefined }): Promise<void> {
  const parts = options.gather ? `${copy}.rows` : copy;
  const groups = new Groups();
  try {
    const rows = new LineWriter(await open(parts, 'w'));
    try {
      for await (const batch of batches) {
        for (const parsed of batch) {
          if (options.gather) groups.add('item' in parsed ? promptKey(parsed.item) : undefined, rows.position);
          await rows.line(JSON.stringify(parsed));
        }
      }
      groups.end(rows.position);
    } finally {
      await rows.close();
    }
    if (options.gather) await gatherRows(parts, groups, copy, options.signal);
  } finally {
    if (options.gather) await rm(parts, { force: true });
  }
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

async function gatherRows(parts: string, groups: Groups, copy: string, signal: AbortSignal | undefined): Promise<void> {
  const source = await open(parts, 'r');
  const out = new LineWriter(await open(copy, 'w'));
  try {
    for (const group of groups.inOrder()) {
      signal?.throwIfAborted();
      const rows: Parsed[] = [];
      for (const [start, end] of group) rows.push(await parsedAt(source, start, end));
      for (const parsed of asOne(rows)) await out.line(JSON.stringify(parsed));
    }
  } finally {
    await source.close();
    await out.close();
  }
}

async function parsedAt(file: FileHandle, start: number, end: number): Promise<Parsed> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(end - start), 0, end - start, start);
  return JSON.parse(buffer.toString('utf8', 0, bytesRead)) as Parsed;
}

/** Items whose rows share a prompt as one, in the order in which they began; what cannot be one stays as it is, with the reason behind it. */
export function gatheredRows(rows: readonly Parsed[]): readonly Parsed[] {
  const groups = new Map<string, Parsed[]>();
  for (const [index, row] of rows.entries()) {
    const key = 'item' in row ? promptKey(row.item) : `row ${index}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].flatMap(asOne);
}

/** The item of some rows; the rows and what keeps them apart where they cannot be one. */
function asOne(rows: readonly Parsed[]): readonly Parsed[] {
  const [first] = rows;
  if (!first || 'problem' in first) return rows;
  try {
    const { id, labels = [], ...content } = gathered(rows.flatMap((row) => ('item' in row ? [contentOf(row)] : [])));
    const hash = contentHash(content);
    return [{ item: { ...content, id: id ?? hash, hash }, labels, file: first.file, line: first.line }];
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error;
    const problem: Problem = { severity: 'warning', file: first.file, line: first.line, message: error.message };
    return [...rows, { problem }];
  }
}

function contentOf({ item: { id, hash: _, ...content }, labels }: ParsedItem): Content {
  return { ...content, id, labels };
}
