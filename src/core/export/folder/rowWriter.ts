import { LineWriter } from '../../dataset/records/lineWriter';
import type { FileKind } from '../../model/study/recipe';
import { linesIn } from '../rows/rowBatch';
import { OutputFile, type WrittenFile } from './outputFile';
import { ParquetRowWriter } from './parquetWriter';
import type { ParquetColumns } from './parquetColumns';
import { type RowWriter } from './rowValue';

/**
 * A new file of rows at `path`. JSON is one array with a row a line.
 * @param columns of a Parquet file: shared by all files of a dataset, so that each has the same columns in the same
 *   types
 * @param name of the file, as messages say it
 */
export async function rowWriter(
  kind: FileKind,
  path: string,
  columns: ParquetColumns,
  name: string,
): Promise<RowWriter> {
  if (kind === 'parquet') return ParquetRowWriter.make(path, columns, name);
  const file = await OutputFile.make(path);
  return kind === 'json' ? new ArrayWriter(file) : new JsonlWriter(file);
}

/** One row a line. */
class JsonlWriter implements RowWriter {
  private readonly lines: LineWriter;

  constructor(private readonly file: OutputFile) {
    this.lines = new LineWriter(file);
  }

  write(lines: Uint8Array): Promise<void> {
    return this.lines.block(lines);
  }

  async close(): Promise<WrittenFile> {
    await this.lines.close();
    return this.file.written();
  }

  abort(): Promise<void> {
    return this.file.remove();
  }
}

const comma = Buffer.from(',');

/** One array; a comma ends each row's line but the last. */
class ArrayWriter implements RowWriter {
  private readonly lines: LineWriter;
  private last: Uint8Array | undefined;

  constructor(private readonly file: OutputFile) {
    this.lines = new LineWriter(file);
  }

  async write(lines: Uint8Array): Promise<void> {
    for (const json of linesIn(lines)) {
      await this.lines.line(this.last === undefined ? '[' : Buffer.concat([this.last, comma]));
      this.last = Buffer.from(json);
    }
  }

  async close(): Promise<WrittenFile> {
    if (this.last === undefined) await this.lines.line('[');
    else await this.lines.line(this.last);
    await this.lines.line(']');
    await this.lines.close();
    return this.file.written();
  }

  abort(): Promise<void> {
    return this.file.remove();
  }
}
