import { ownValue } from '../../model/text/ownValue';
import type { SchemaElement } from 'hyparquet';
import type { ParquetKind } from '../../model/problems/export/rows';
import { problem, UserError } from '../../model/problems/problem';
import { callsField } from '../rows/columnShapes';
import { floatColumns, floatsOf, type FloatColumns } from '../rows/floatColumns';
import type { RowValue } from './rowValue';

/** Where a row stands, counted from 1. */
export interface RowInFile {
  readonly file: string;
  readonly row: number;
}

/** What a place is in a file; "json" are objects that are kept as JSON text. */
type PlaceKind = ParquetKind | 'json';

/** The list of a turn's calls of tools, and one of them. */
type CallPlace = 'calls' | 'call';

/** What all values at one place of the rows have in common. */
interface Shape {
  /** Undefined while no value was met there. */
  kind: PlaceKind | undefined;
  /** Values that are not null. */
  present: number;
  /** Where the first value was met. */
  first: RowInFile;
  /** A list's items, of all lists together. */
  items: Shape | undefined;
  readonly fields: Map<string, Shape>;
  /** A list's items that are there, null or not. */
  itemsSeen: number;
  /** Where numbers are real, whole ones too. */
  readonly reals: FloatColumns | undefined;
  readonly calls: CallPlace | undefined;
}

/**
 * The columns of a dataset in Parquet, as all its rows have them: texts as UTF-8, whole numbers as INT64 and others
 * (with all that are said to be real) as DOUBLE, lists and structs as such, so that messages come out of HF `datasets`
 * as `list<struct<role, content>>`. A place is nullable where some row has no value there; of one that is empty in
 * every row (an empty list, only nulls) texts are expected, unless it is one of real numbers.
 *
 * Calls of tools are JSON (`JSON` of apache/parquet-format, LogicalTypes.md), which pyarrow reads as `arrow.json` and HF
 * `datasets` (4.7 and later) as `Json`: each call comes out as it is. As a struct it would have every argument of every
 * tool, those of the others as null, and chat templates would write these.
 */
export class ParquetColumns {
  private readonly root: Shape;

  /** @param reals where numbers are real (`ExportFormat.reals`) */
  constructor(reals: readonly string[] = []) {
    this.root = { ...newShape(nowhere, floatColumns(reals)), kind: 'struct' };
  }

  /** Takes a row into account. Throws `UserError` where a value is of another type than in the rows before. */
  look(row: RowValue, where: RowInFile): void {
    this.lookAt(this.root, row, '', where);
  }

  /**
   * Every column as Parquet's schema lists it, depth first. Throws `UserError` where an object has no fields in any
   * row.
   */
  schema(): SchemaElement[] {
    return [
      { name: 'schema', num_children: this.root.fields.size },
      ...[...this.root.fields].flatMap(([name, shape]) =>
        elementsOf(name, shape, shape.present < this.root.present, name),
      ),
    ];
  }

  get names(): readonly string[] {
    return [...this.root.fields.keys()];
  }

  /** A row's value of a column as the writer takes it: whole numbers of INT64 as bigint. */
  valueOf(row: RowValue, name: string): unknown {
    return written(this.root.fields.get(name), ownValue(row, name));
  }

  private lookAt(shape: Shape, value: unknown, path: string, where: RowInFile): void {
    if (value === null || value === undefined) return;
    const found = shape.calls === 'call' ? callKind(value, path) : kindOf(value, path);
    const kind = found === 'integer' && shape.reals?.isReal ? 'number' : found;
    if (shape.kind === undefined) Object.assign(shape, { kind, first: where });
    else if (shape.kind !== kind) {
      if (!isNumber(kind) || !isNumber(shape.kind))
        throw new UserError(
          problem('export.columnOfSeveralTypes', {
            column: path,
            at: where,
            kind: saidKind(kind),
            first: shape.first,
            firstKind: saidKind(shape.kind),
          }),
        );
      shape.kind = 'number';
    }
    shape.present++;
    if (kind === 'list') {
      const items = (shape.items ??= newShape(where, shape.reals?.items, shape.calls === 'calls' ? 'call' : undefined));
      for (const item of value as readonly unknown[]) {
        shape.itemsSeen++;
        this.lookAt(items, item, `${path}[]`, where);
      }
    } else if (kind === 'struct') {
      for (const [name, field] of Object.entries(value)) {
        if (field === undefined) continue;
        let known = shape.fields.get(name);
        if (!known) {
          known = newShape(
            where,
            shape.reals && floatsOf(shape.reals, name),
            name === callsField ? 'calls' : undefined,
          );
          shape.fields.set(name, known);
        }
        this.lookAt(known, field, path === '' ? name : `${path}.${name}`, where);
      }
    }
  }
}

const nowhere: RowInFile = { file: '', row: 0 };

const newShape = (first: RowInFile, reals: FloatColumns | undefined, calls?: CallPlace): Shape => ({
  kind: undefined,
  present: 0,
  first,
  items: undefined,
  fields: new Map(),
  itemsSeen: 0,
  reals,
  calls,
});

const callKind = (value: unknown, path: string): PlaceKind => {
  const kind = kindOf(value, path);
  return kind === 'struct' ? 'json' : kind;
};

const saidKind = (kind: PlaceKind): ParquetKind => (kind === 'json' ? 'struct' : kind);

const isNumber = (kind: PlaceKind): boolean => kind === 'integer' || kind === 'number';

function kindOf(value: unknown, path: string): ParquetKind {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'number';
  if (typeof value === 'object') return Array.isArray(value) ? 'list' : 'struct';
  throw new RangeError(`"${path}" is a ${typeof value}, which JSON does not have`);
}

/**
 * A place and what lies below it. Lists as the format's specification has them: a group LIST of one repeated group
 * "list" of one "element" (apache/parquet-format, LogicalTypes.md).
 */
function elementsOf(name: string, shape: Shape, nullable: boolean, path: string): SchemaElement[] {
  const repetition_type = nullable ? 'OPTIONAL' : 'REQUIRED';
  switch (shape.kind ?? (shape.reals?.isReal ? 'number' : undefined)) {
    case 'list': {
      const items = shape.items ?? newShape(nowhere, shape.reals?.items);
      return [
        { name, repetition_type, converted_type: 'LIST', num_children: 1 },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        ...elementsOf('element', items, items.present < shape.itemsSeen, `${path}[]`),
      ];
    }
    case 'struct':
      if (shape.fields.size === 0)
        throw new UserError(problem('export.objectWithoutFields', { column: path, at: shape.first }));
      return [
        { name, repetition_type, num_children: shape.fields.size },
        ...[...shape.fields].flatMap(([field, below]) =>
          elementsOf(field, below, below.present < shape.present, `${path}.${field}`),
        ),
      ];
    case 'boolean':
      return [{ name, repetition_type, type: 'BOOLEAN' }];
    case 'integer':
      return [{ name, repetition_type, type: 'INT64' }];
    case 'number':
      return [{ name, repetition_type, type: 'DOUBLE' }];
    case 'json':
      return [{ name, repetition_type, type: 'BYTE_ARRAY', converted_type: 'JSON', logical_type: { type: 'JSON' } }];
    case 'text':
    case undefined:
      return [{ name, repetition_type, type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } }];
  }
}

function written(shape: Shape | undefined, value: unknown): unknown {
  if (value === null || value === undefined || !shape) return undefined;
  if (shape.kind === 'integer') return BigInt(value as number);
  if (shape.kind === 'list') return (value as readonly unknown[]).map((item) => written(shape.items, item));
  if (shape.kind !== 'struct') return value;
  const fields = value as RowValue;
  return Object.fromEntries([...shape.fields].map(([name, field]) => [name, written(field, ownValue(fields, name))]));
}
