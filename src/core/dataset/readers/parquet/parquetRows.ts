import type { SchemaTree } from 'hyparquet';
import type { JsonObject } from '../../fields/recordFields';
import * as library from '../../libraries/parquet';
import type { Column } from './parquetColumn';
import { ColumnReader } from './parquetColumn';
import { isVariant } from './parquetLeaf';
import { columnValueToJson } from '../json/columnValueToJson';
import { RowSizeCounter } from '../rowSizeCounter';

/** Puts the rows of a group together from its columns, one after the other; a page of each is held. */
export class RowReader {
  private readonly root: Part;
  private readonly rowSize = new RowSizeCounter();
  /** The row that is next. */
  private row = -1;

  constructor(tree: SchemaTree, columns: ReadonlyMap<string, Column>) {
    const readers = new Map([...columns].map(([name, column]) => [name, new ColumnReader(column)]));
    this.root = contentOf(tree, 0, 0, { readers, weight: this.rowSize });
  }

  /** What the pages that are held take in memory. */
  get bytes(): number {
    return this.root.columns.reduce((sum, column) => sum + column.bytes, 0);
  }

  /**
   * Rows of the group from `start` to before `end`, or fewer where they are about as large as `most` bytes; one at
   * least.
   */
  rows(start: number, end: number, most: number): JsonObject[] {
    if (start !== this.row) for (const column of this.root.columns) column.seek(start);
    this.row = -1;
    const rows: JsonObject[] = [];
    this.rowSize.take();
    for (let bytes = 0; start + rows.length < end && bytes < most; bytes += this.rowSize.take()) {
      if (this.root.columns.some(({ repetition }) => repetition !== 0))
        throw new RangeError('its columns do not fit each other');
      rows.push(this.root.read() as JsonObject);
    }
    this.row = start + rows.length;
    return rows;
  }
}

/** A part of the schema: its columns, and what reads it from them. */
interface Part {
  readonly columns: readonly ColumnReader[];
  read(): unknown;
}

interface Source {
  readonly readers: ReadonlyMap<string, ColumnReader>;
  readonly weight: RowSizeCounter;
}

/**
 * A part with its repetition: the levels tell whether it is there, and how often (Melnik et al., Dremel, 2010, section
 * 4).
 */
function partOf(node: SchemaTree, definition: number, repetition: number, source: Source): Part {
  const kind = node.element.repetition_type;
  const defined = kind === 'REQUIRED' ? definition : definition + 1;
  const repeated = kind === 'REPEATED' ? repetition + 1 : repetition;
  const content = contentOf(node, defined, repeated, source);
  const { columns } = content;
  const [first] = columns;
  if (!first) throw new RangeError('a part without columns');
  const pass = (): void => {
    for (const column of columns) column.next();
    source.weight.add(0);
  };
  if (kind === 'REPEATED') {
    return {
      columns,
      read: () => {
        const list: unknown[] = [];
        if (first.definition < defined) pass();
        else
          do list.push(content.read());
          while (first.repetition === repeated);
        return list;
      },
    };
  }
  // A leaf tells by itself that it is not there.
  if (kind === 'REQUIRED' || node.children.length === 0) return content;
  return {
    columns,
    read: () => {
      if (first.definition >= defined) return content.read();
      pass();
      return null;
    },
  };
}

function contentOf(node: SchemaTree, definition: number, repetition: number, source: Source): Part {
  const { readers, weight } = source;
  const below = (child: SchemaTree): Part => partOf(child, definition, repetition, source);
  const [child] = node.children;
  if (!child) {
    const reader = readers.get(node.path.join('.'));
    if (!reader) throw new RangeError(`the column ${node.path.join('.')} is missing`);
    const read = (): unknown => {
      const value = reader.next();
      weight.add(typeof value === 'string' ? value.length : 0);
      return value;
    };
    return { columns: [reader], read };
  }
  if (library.isMapLike(node)) {
    const entries = below(child);
    const [key = '', value = ''] = child.children.map(({ element }) => element.name);
    return {
      columns: entries.columns,
      read: () =>
        Object.fromEntries((entries.read() as JsonObject[]).map((entry) => [String(entry[key]), entry[value]])),
    };
  }
  if (library.isListLike(node)) {
    const items = below(child);
    const [element, ...others] = child.children;
    if (!element || others.length > 0) return items;
    const name = element.element.name;
    return { columns: items.columns, read: () => (items.read() as JsonObject[]).map((item) => item[name]) };
  }
  const parts = node.children.map((each) => ({ name: each.element.name, part: below(each) }));
  const read = (): JsonObject => {
    const object: Record<string, unknown> = {};
    for (const { name, part } of parts) {
      const value = part.read();
      if (name === '__proto__')
        Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
      else object[name] = value;
    }
    return object;
  };
  const columns = parts.flatMap(({ part }) => part.columns);
  return { columns, read: isVariant(node) ? () => columnValueToJson(library.decodeVariantColumn(read())) : read };
}
