import type { Data, DataType } from 'apache-arrow';

/**
 * Looks whether the columns of a batch hold what their lengths and offsets say: children are as long as their parents
 * need, and offsets run forwards and end within what they point into. The reader follows them wherever they lead, so
 * that a few damaged bytes would make every row a list of all values. Throws `RangeError`.
 */
export function assertColumns(columns: readonly Data[], known = new Set<unknown>()): void {
  for (const column of columns) assertColumn(column, known);
}

function assertColumn(column: Data, known: Set<unknown>): void {
  const { type, length, children } = column as Data & { readonly type: DataType; readonly children: readonly Data[] };
  const { listSize } = type as { listSize?: number };
  const offsets = column.valueOffsets as Int32Array | BigInt64Array | undefined;
  const [child] = children;
  const typeIds = column.typeIds as Int8Array | undefined;
  if (typeIds && typeIds.length < length) throw tooShort();
  if (listSize !== undefined) {
    if (!child || listSize < 0 || child.length < length * listSize) throw tooShort();
  } else if (offsets && typeIds) {
    // A dense union: each value is one of some child's.
    if (offsets.length < length) throw tooShort();
  } else if (offsets) {
    if (length > 0)
      assertOffsets(offsets, length, child ? child.length : ((column.values as Uint8Array | undefined)?.length ?? 0));
  } else if (children.some((each) => each.length < length)) throw tooShort();
  assertColumns(children, known);
  const dictionary = column.dictionary;
  if (!dictionary || known.has(dictionary)) return;
  known.add(dictionary);
  assertColumns(dictionary.data as readonly Data[], known);
}

function assertOffsets(offsets: Int32Array | BigInt64Array, length: number, end: number): void {
  if (offsets.length <= length) throw tooShort();
  let before = offsets[0] ?? 0;
  if (before < 0) throw backwards();
  for (let i = 1; i <= length; i++) {
    const at = offsets[i] ?? 0;
    if (at < before) throw backwards();
    before = at;
  }
  if (before > end) throw tooShort();
}

const tooShort = (): RangeError => new RangeError('a column is shorter than it claims');
const backwards = (): RangeError => new RangeError('the offsets of a column run backwards');
