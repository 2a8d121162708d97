import { problem } from '../../../model/problems/problem';
import { LayoutError, valueKind, type JsonObject } from '../../fields/recordFields';
import { idOf, type RecordReader } from '../../records/recordReader';
import type { Content, RecordJoin, Label, JoinedRecord } from '../layout';
import { judgeOfOrigin } from './whoJudged';
import { meaningfulText } from '../texts/nestedValues';

/**
 * Tables of which each row is a part of somebody's judgement and names item and responses by their ids: the rows of an
 * annotation are put together to a label.
 */

/** Columns that such tables share. A table without `annotation` has one judgement of each annotator on an item. */
export const tableFields = {
  annotation: 'annotation',
  annotator: 'annotator',
  group: 'group',
  item: 'item',
  context: 'context',
  repeat: 'repeat',
  turn: 'turn',
  annotatorRole: 'annotator_role',
  origin: 'origin',
} as const;

/** What a row says, until those of its annotation are there. */
export interface TableRow extends Pick<
  Label,
  'annotator' | 'judge' | 'judgeByName' | 'group' | 'context' | 'repeat' | 'turn' | 'role'
> {
  readonly annotation?: string;
  /** Ids, in the order in which the row names them. */
  readonly responses: readonly string[];
  readonly values: JsonObject;
}

/** The item of a row, without any text. Throws `LayoutError` where the row names none. */
export function tableRowContent(
  record: RecordReader,
  { responses, values }: Pick<TableRow, 'responses' | 'values'>,
): Content {
  const id = idOf(record.value('item'));
  if (id === undefined) throw record.wrong('item', record.value('item'), 'itemId');
  const [annotation, name, group, context] = [
    idOf(record.value('annotation')),
    idOf(record.value('annotator')),
    meaningfulText(record.value('group')),
    meaningfulText(record.value('context')),
  ];
  const row: TableRow = {
    responses,
    values,
    ...(annotation !== undefined && { annotation }),
    ...judgeOfOrigin(record, name, record.value('origin')),
    ...(group !== undefined && { group }),
    ...(context !== undefined && { context }),
    ...numberFrom(record, 'repeat', 1),
    ...numberFrom(record, 'turn', 0),
    ...(record.value('annotatorRole') === 'adjudicator' && { role: 'adjudicator' as const }),
  };
  return { id, prompt: [], responses: named(responses), metadata: { row } };
}

/** Which time, or which turn, a row is of; nothing where it says neither. */
function numberFrom(record: RecordReader, name: 'repeat' | 'turn', least: number): Pick<TableRow, 'repeat' | 'turn'> {
  const value = record.maybeNumber(name);
  if (value === undefined) return {};
  if (!Number.isInteger(value) || value < least)
    throw new LayoutError(
      problem('layouts.notWholeNumber', { path: record.path(name), kind: valueKind(value), least }),
      { field: name },
    );
  return { [name]: value };
}

const named = (ids: Iterable<string>): Content['responses'] => [...new Set(ids)].map((id) => ({ id, text: '' }));

/** How rows become items with a label for each annotation. @param made what the rows of one annotation say */
export function joinByIds(made: (rows: readonly TableRow[]) => Pick<Label, 'duration' | 'judgement'>): RecordJoin {
  return { key: ({ id }) => id, join: (parts) => ({ items: itemOf(parts, made), faults: [] }) };
}

const annotationKey = ({ annotation, annotator, judge, context, repeat, turn, role }: TableRow): string =>
  JSON.stringify([annotation, annotator, judge, context, repeat, turn, role]);

/** Whether two rows are of the same two responses, in other orders. */
const isTurned = ([a, b]: readonly string[], [first, second]: readonly string[]): boolean =>
  b !== undefined && a !== b && a === second && b === first;

function itemOf(
  parts: readonly JoinedRecord[],
  made: (rows: readonly TableRow[]) => Pick<Label, 'duration' | 'judgement'>,
): Content[] {
  const [first] = parts;
  if (!first) return [];
  const rows = parts.map(({ item }) => item.metadata?.row as TableRow);
  const annotations = new Map<string, TableRow[]>();
  for (const read of rows) {
    let [row, own] = [read, annotations.get(annotationKey(read))];
    // A judge that was asked in both orders gave two judgements.
    while (own && row.judge !== undefined && own.some(({ responses }) => isTurned(responses, row.responses))) {
      row = { ...row, repeat: (row.repeat ?? 0) + 1 };
      own = annotations.get(annotationKey(row));
    }
    if (own) own.push(row);
    else annotations.set(annotationKey(row), [row]);
  }
  const labels = [...annotations.values()].map((own): Label => {
    const {
      annotation: _annotation,
      responses: _responses,
      values: _values,
      ...by
    } = own[0] ?? { responses: [], values: {} };
    return { ...by, shown: [...new Set(own.flatMap(({ responses }) => responses))], ...made(own) };
  });
  return [{ id: first.item.id, prompt: [], responses: named(rows.flatMap(({ responses }) => responses)), labels }];
}
