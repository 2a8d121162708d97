import { columnFormat, type ColumnFormat, type Refusal, type ExportSetting } from '../columns';
import type { ExportFormat, FormatOption } from '../format';
import { promptOf } from '../../model/item/run';
import { listsOf, type Listed, type OrderedList } from '../derive/lists';
import { withDefaults } from './defaults';
import { RowNotes, formOf } from './rowNotes';
import { rowOrigin, needsTools } from './pairFormat';

/** What a format of whole orders says of itself. */
export interface ListFormat<Row> extends Omit<ColumnFormat<OrderedList, ExportSetting, Row>, 'takes' | 'family'> {
  /** Whether its reader needs the same number of responses in every row. */
  readonly sameSize?: true;
  /** Whether the good ones and the bad ones are all it needs of an order (`sidesOf`); rows need one of each. */
  readonly sides?: true;
  readonly refuses?: Refusal<OrderedList>;
}

const listOptions: readonly FormatOption[] = ['criterion', 'aggregate', 'context', 'evidence', 'media'];

/** A format whose rows are an item's responses in their order. */
export function listFormat<Row>({ refuses, sameSize, sides, ...format }: ListFormat<Row>): ExportFormat {
  const takes: readonly FormatOption[] = sameSize ? [...listOptions, 'listSize'] : listOptions;
  const { row, base } = columnFormat({ ...format, family: 'lists', takes, takesTurns: true });
  return {
    ...base,
    *rows(judged, options, file, notify) {
      const by = { file, options };
      const size = sameSize && (withDefaults(options, base.defaults).listSize ?? file.listSize);
      const notes = new RowNotes(judged.item, formOf(base), notify, true);
      for (const list of listsOf(judged, options, notify, sides ? 'sides' : 'order')) {
        const responses = list.listed.map(({ response }) => response);
        const needs = base.shape === 'text' && responses.some((response) => needsTools(list.item, response));
        const refusal = needs
          ? 'tool-calls'
          : areToldApart(list)
            ? 'runs-told-apart'
            : size !== undefined && responses.length !== size
              ? 'list-size'
              : ((sides && oneSided(list)) ?? refuses?.(list, by));
        if (refusal) {
          notify.drop(refusal);
          continue;
        }
        notes.notify(responses);
        if (judged.context !== undefined) notify.note('under-context');
        const value = row(list, by);
        if (isTied(list) && base.rules.silent?.(value) !== undefined) notify.note('tied-list');
        yield { value, from: { ...rowOrigin(list), responses: responses.map(({ id }) => id) } };
      }
    },
  };
}

/**
 * The responses of a list as good ones and bad ones: what was called acceptable and what was not, where anything was;
 * else the best, with what is tied with it, and all others. What was not called either stands on neither side.
 */
export function sidesOf({ listed }: OrderedList): {
  readonly good: readonly Listed[];
  readonly bad: readonly Listed[];
} {
  const isSaid = listed.some(({ good }) => good !== undefined);
  return isSaid
    ? { good: listed.filter(({ good }) => good === true), bad: listed.filter(({ good }) => good === false) }
    : { good: listed.filter(({ rank }) => rank === 1), bad: listed.filter(({ rank }) => rank > 1) };
}

const isTied = ({ listed }: OrderedList): boolean => new Set(listed.map(({ rank }) => rank)).size < listed.length;

/** Whether its responses are runs that were told different things at their beginning. */
function areToldApart({ item, listed }: OrderedList): boolean {
  if (!listed.some(({ response: { run } }) => run?.prompt)) return false;
  return new Set(listed.map(({ response }) => JSON.stringify(promptOf(item, response)))).size > 1;
}

/** Why a list has no two sides. */
function oneSided(list: OrderedList): 'one-sided' | undefined {
  const { good, bad } = sidesOf(list);
  return good.length === 0 || bad.length === 0 ? 'one-sided' : undefined;
}
