import type { SearchQuery } from '../../core/dataset/search/search';
import type { ItemStatus } from '../../core/desk/item/itemStatus';
import type { RuleFilter } from '../../core/desk/rules/markedItems';

/** What a person looks for in a study: texts, and how far they are with the items. */
export interface StudyQuery extends SearchQuery {
  /** Only items with one of these; all items where none is named. */
  readonly statuses: readonly ItemStatus[];
  /** Only items that the person flagged so; `''` for any flag. */
  readonly flag: string | undefined;
  /** Only items that the person marked so by a rule, which is named for people by its feedback. */
  readonly rule?: (RuleFilter & { readonly feedback: string }) | undefined;
}

export const emptyQuery: StudyQuery = {
  text: '',
  regex: false,
  matchCase: false,
  wholeWord: false,
  metadata: false,
  labelled: false,
  fields: [],
  statuses: [],
  flag: undefined,
};

/** Whether a query asks for more than a text. */
export const isFiltered = ({ labelled, fields, statuses, flag, rule }: StudyQuery): boolean =>
  rule !== undefined || labelled || fields.length > 0 || statuses.length > 0 || flag !== undefined;

/** Whether a query asks for anything; all items are no result. */
export const isSomething = (query: StudyQuery): boolean => query.text !== '' || isFiltered(query);
