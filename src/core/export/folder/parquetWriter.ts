import { streamJson } from '../../dataset/records/recordStream';
import { LineWriter } from '../../dataset/records/lineWriter';
import type * as Library from '../libraries/parquetWriter';
import { OutputFile, type WrittenFile } from './outputFile';
import type { ParquetColumns } from './parquetColumns';
import { linesIn } from '../rows/rowBatch';
import type { RowValue, RowWriter } from './rowValue';

/** What is put together in memory at a time: so many rows, or so many characters of their JSON. */
const groupRows = 5000;
const groupSize = 16 << 20;

/**
 * Writes rows as Parquet. Types and nulls of the columns must be known before the first row group, and are before the
 * last row only by guess; so rows are kept in a file beside the target as they come, and written from there once all
 * columns are known. What is in memory is one row group. Pages are compressed by Snappy: every reader knows it, and a
 * codec in JavaScript gives the same bytes on each machine, which Node's zlib and zstd do not.
 */
export class ParquetRowWriter implements RowWriter {
  private readonly lines: LineWriter;
  private rows = 0;

  private constructor(
    private readonly file: OutputFile,
    private readonly outputFile: OutputFile,
    private readonly columns: ParquetColumns,
    private readonly name: string,
  ) {
    this.lines = new LineWriter(outputFile);
  }

  static async make(path: string, columns: ParquetColumns, name: string): Promise<ParquetRowWriter> {
    const file = await OutputFile.make(path);
    try {
      return new ParquetRowWriter(file, await OutputFile.make(`${path}.rows`), columns, name);
    } catch (error) {
      await file.remove();
      throw error;
    }
  }

  /** Throws `UserError` where a value is of another type than in the rows before. */
  async write(lines: Uint8Array): Promise<void> {
    for (const json of linesIn(lines))
      this.columns.look(JSON.parse(json.toString()) as RowValue, { file: this.name, row: ++this.rows });
    await this.lines.block(lines);
  }

  /** Throws `UserError` where Parquet cannot hold a column. */
  async close(): Promise<WrittenFile> {
    await this.lines.close();
    const library = await import('../libraries/parquetWriter');
    const bytes = new FileBytes(library, this.file);
    const parquet = new library.ParquetWriter({
      writer: bytes.writer,
      schema: this.columns.schema(),
      statistics: false,
      createdBy: 'tiebreak',
    });
    for await (const group of this.groups()) {
      const columnData = this.columns.names.map((name) => ({
        name,
        data: group.map((row) => this.columns.valueOf(row, name)),
      }));
      // The library's promise is that of the flush below.
      await parquet.write({ columnData, rowGroupSize: group.length });
    }
    await parquet.finish();
    await this.file.close();
    await this.outputFile.remove();
    return this.file.written();
  }

  async abort(): Promise<void> {
    await this.file.remove();
    await this.outputFile.remove();
  }

  private async *groups(): AsyncGenerator<readonly RowValue[]> {
    if (this.rows === 0) return;
    let group: RowValue[] = [];
    let size = 0;
    for await (const batch of streamJson(this.outputFile.path)) {
      for (const { text } of batch) {
        group.push(JSON.parse(text) as RowValue);
        size += text.length;
        if (group.length < groupRows && size < groupSize) continue;
        yield group;
        group = [];
        size = 0;
      }
    }
    if (group.length > 0) yield group;
  }
}

/** The library's buffer, which goes to the file after each row group and at the end. */
class FileBytes {
  readonly writer: InstanceType<typeof Library.ByteWriter> & { flush(): Promise<void>; finish(): Promise<void> };

  constructor(library: typeof Library, file: OutputFile) {
    const bytes = new library.ByteWriter();
    const flush = async (): Promise<void> => {
      await file.writeFile(new Uint8Array(bytes.buffer, 0, bytes.index));
      bytes.index = 0;
    };
    this.writer = Object.assign(bytes, { flush, finish: flush });
  }
}
