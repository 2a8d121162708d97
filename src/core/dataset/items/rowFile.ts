import { open, type FileHandle } from 'node:fs/promises';
import { LineWriter } from '../records/lineWriter';

/** A row as a line, and what it has in common with others of its group; undefined for a row that stays by itself. */
export interface WrittenRow {
  readonly key: string | undefined;
  readonly line: string;
}

/** Rows that were written to a file, to be read group by group. */
export class RowFile {
  private constructor(
    private readonly path: string,
    private readonly places: GroupPlaces,
  ) {}

  static async write(path: string, batches: AsyncIterable<readonly WrittenRow[]>): Promise<RowFile> {
    const places = new GroupPlaces();
    const rows = new LineWriter(await open(path, 'w'));
    try {
      for await (const batch of batches)
        for (const { key, line } of batch) {
          places.add(key, rows.position);
          await rows.line(line);
        }
      places.end(rows.position);
      return new RowFile(path, places);
    } finally {
      await rows.close();
    }
  }

  /** The lines of each group, in the order in which the groups began. */
  async *groups(signal?: AbortSignal): AsyncGenerator<readonly string[]> {
    const source = await open(this.path, 'r');
    const lines = new LinesAhead(source);
    try {
      for (const group of this.places.inOrder()) {
        signal?.throwIfAborted();
        const rows: string[] = [];
        for (const [start, end] of group) rows.push(await lines.at(start, end));
        yield rows;
      }
    } finally {
      await source.close();
    }
  }
}

/** Which rows belong together, in 20 bytes a row and a key for each group. */
class GroupPlaces {
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
