import {
  Bool,
  Field,
  Float64,
  List,
  Struct,
  Table,
  tableToIPC,
  Utf8,
  vectorFromArray,
  type DataType,
  type Vector,
} from 'apache-arrow';
import { parquetWriteBuffer } from 'hyparquet-writer';

type Row = Readonly<Record<string, unknown>>;

export interface ParquetShape {
  readonly rowGroupSize?: number;
  /** In bytes: small ones make many pages. */
  readonly pageSize?: number;
  /** Whether the file tells where its pages are. */
  readonly offsetIndex?: boolean;
}

/** These rows (with the same fields each) as a Parquet file; lists and structs as such. */
export function parquetOf(rows: readonly Row[], { offsetIndex = true, ...shape }: ParquetShape = {}): Buffer {
  const names = Object.keys(rows[0] ?? {});
  const columnData = names.map((name) => ({ name, data: rows.map((row) => row[name]), offsetIndex }));
  return Buffer.from(parquetWriteBuffer({ columnData, ...shape }));
}

/** These rows as an Arrow file or stream in batches of so many. */
export function arrowOf(rows: readonly Row[], kind: 'file' | 'stream', batchSize = Math.max(1, rows.length)): Buffer {
  const types = Object.keys(rows[0] ?? {}).map((name): [string, DataType] => [
    name,
    typeOf(rows.map((row) => row[name])),
  ]);
  const batch = (part: readonly Row[]): Table =>
    new Table(
      Object.fromEntries(
        types.map(([name, type]): [string, Vector] => [
          name,
          vectorFromArray(
            part.map((row) => row[name]),
            type,
          ),
        ]),
      ),
    );
  const parts: Table[] = [];
  for (let at = 0; at < rows.length; at += batchSize) parts.push(batch(rows.slice(at, at + batchSize)));
  const [first] = parts;
  if (!first) throw new RangeError('no rows');
  return Buffer.from(
    tableToIPC(
      new Table(
        first.schema,
        parts.flatMap(({ batches }) => batches),
      ),
      kind,
    ),
  );
}

function typeOf(values: readonly unknown[]): DataType {
  const known = values.filter((value) => value !== null && value !== undefined);
  const first = known[0];
  if (typeof first === 'string' || first === undefined) return new Utf8();
  if (typeof first === 'number') return new Float64();
  if (typeof first === 'boolean') return new Bool();
  if (Array.isArray(first)) return new List(new Field('item', typeOf((known as unknown[][]).flat()), true));
  const objects = known as Row[];
  return new Struct(
    Object.keys(first).map((key) => new Field(key, typeOf(objects.map((object) => object[key])), true)),
  );
}
