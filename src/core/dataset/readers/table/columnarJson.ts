import { problem, UserError } from '../../../model/problems/problem';
import { wholeFileWarning, type WholeFileProblem } from '../../records/framer';
import { openBrace, openBracket } from '../../records/syntaxBytes';
import type { RawRecord } from '../../records/rawRecord';
import { eachMember, entryAt, firstByte, membersAt, type JsonEntry } from '../json/jsonObject';

/**
 * The records are rows of a table that stands column by column in a JSON object: `{"prompt": ["…", …], "chosen": ["…",
 * …]}` (as `json.dump(dataset.to_dict())` writes it) or `{"prompt": {"0": "…", …}, …}` (`DataFrame.to_json()`, whose
 * default is `orient="columns"`): the outermost object, or the one at these keys. With `names` the rows are lists of
 * cells beside the names of their columns: `{"columns": ["prompt", …], "index": [0, …], "data": [["…", …], …]}`
 * (`orient="split"`).
 */
export interface ColumnsFraming {
  readonly kind: 'columns';
  readonly path: readonly string[];
  readonly names?: 'apart';
  /** The members that are columns, where others beside them are none: settings, counts. */
  readonly only?: readonly string[];
}

/** Rows made at a time. */
const some = 500;

/**
 * The rows of a file of columns, in batches, as JSON texts; nothing is made of the cells. Throws `UserError` where it
 * is no such file, or its columns differ in length.
 */
export function* columnRows(
  bytes: Buffer,
  { path: keys, names, only }: ColumnsFraming,
  path: string,
): Generator<readonly RawRecord[]> {
  const start = entryAt(bytes, firstByte(bytes), keys);
  if (names && start !== undefined) {
    yield* splitRows(bytes, start, path);
    return;
  }
  const columns = start === undefined || bytes[start] !== openBrace ? [] : columnsAt(bytes, start, path, only);
  const [first] = columns;
  if (!first) throw new UserError(problem('dataset.noColumnsAt', { path: keys.join('.') }, path));
  const other = columns.find(({ keys }) => keys.length !== first.keys.length);
  if (other)
    throw new UserError(
      problem(
        'dataset.columnLengthsDiffer',
        {
          first: first.name,
          firstCount: first.keys.length,
          other: other.name,
          otherCount: other.keys.length,
        },
        path,
      ),
    );
  const shifted = columns.find(({ keys }) => keys.some((key, row) => key !== first.keys[row]));
  if (shifted)
    throw new UserError(problem('dataset.columnRowsDiffer', { first: first.name, other: shifted.name }, path));
  for (let from = 0; from < first.keys.length; from += some) {
    yield first.keys.slice(from, from + some).map((key, i): RawRecord => {
      const row = from + i;
      const fields = columns.map(
        ({ name, starts, ends }) => `${JSON.stringify(name)}:${bytes.toString('utf8', starts[row], ends[row])}`,
      );
      return {
        line: row + 1,
        unit: 'row',
        text: `{${fields.join(',')}}`,
        ...(key !== '' && key !== String(row) && { id: key }),
      };
    });
  }
}

/** The rows of pandas' `orient="split"`. */
function* splitRows(bytes: Buffer, start: number, path: string): Generator<readonly RawRecord[]> {
  const { entries, end } = membersAt(bytes, start);
  const listAt = (key: string): readonly JsonEntry[] => {
    const entry = entries.find((each) => each.key === key);
    return entry && bytes[entry.start] === openBracket ? membersAt(bytes, entry.start).entries : [];
  };
  if (end === undefined) throw cutOff(path);
  const textOf = (entry: JsonEntry): string => bytes.toString('utf8', entry.start, entry.end);
  const [names, index, rows] = [listAt('columns').map(textOf), listAt('index').map(textOf), listAt('data')];
  for (let from = 0; from < rows.length; from += some) {
    yield rows.slice(from, from + some).map((row, i): RawRecord => {
      const cells = bytes[row.start] === openBracket ? membersAt(bytes, row.start).entries : [];
      if (cells.length !== names.length)
        throw new UserError(
          problem(
            'dataset.rowOfOtherLength',
            { cells: cells.length, columns: names.length },
            { file: path, line: from + i + 1, unit: 'row' },
          ),
        );
      const key = index[from + i];
      return {
        line: from + i + 1,
        unit: 'row',
        text: `{${names.map((name, column) => `${name}:${textOf(cells[column] ?? row)}`).join(',')}}`,
        ...(key !== undefined && key !== String(from + i) && /^("|-?\d)/.test(key) && { id: String(JSON.parse(key)) }),
      };
    });
  }
}

const cutOff = (path: string): UserError => new UserError(problem('dataset.columnsCutOff', {}, path));

interface Column {
  readonly name: string;
  /** What pandas' index calls each row; empty in an array. */
  readonly keys: readonly string[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** What is told of members that are no columns; undefined where all are. Those that are named stand in `only`. */
export function nonColumnWarning(bytes: Buffer, { path, only }: ColumnsFraming): WholeFileProblem | undefined {
  const start = entryAt(bytes, firstByte(bytes), path);
  const left =
    only && start !== undefined
      ? membersAt(bytes, start)
          .entries.map(({ key }) => key)
          .filter((key) => !only.includes(key))
      : [];
  return left.length === 0
    ? undefined
    : wholeFileWarning(problem('dataset.besideColumns', { columns: only ?? [], others: left }));
}

function columnsAt(bytes: Buffer, start: number, path: string, only?: readonly string[]): Column[] {
  const { entries, end } = membersAt(bytes, start);
  if (end === undefined) throw cutOff(path);
  return entries
    .filter(({ key }) => only?.includes(key) ?? true)
    .map(({ key: name, start: at }) => {
      if (bytes[at] !== openBracket && bytes[at] !== openBrace)
        throw new UserError(problem('dataset.notColumn', { name }, path));
      const column = { name, keys: [] as string[], starts: [] as number[], ends: [] as number[] };
      eachMember(bytes, at, (entry) => {
        column.keys.push(entry.key);
        column.starts.push(entry.start);
        column.ends.push(entry.end ?? entry.start);
        return true;
      });
      return column;
    });
}
