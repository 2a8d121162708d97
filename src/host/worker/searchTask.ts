import { judgementsOf, statusOf, type ItemStatus, type JudgementsData } from '../../core/desk/item/itemStatus';
import type { ItemIds } from '../../core/desk/rules/markedItems';
import { layoutNamed } from '../../core/dataset/layouts';
import { references } from '../../core/dataset/sources/references';
import type { Mapping } from '../../core/dataset/fields/fieldMapping';
import type { Reading } from '../../core/dataset/items/parse';
import {
  findId,
  search,
  type ItemIdentity,
  type SearchBatch,
  type SearchQuery,
} from '../../core/dataset/search/search';

/** A dataset as another thread reads it. */
export interface DatasetTask {
  readonly paths: readonly string[];
  readonly layout: string;
  readonly mapping: Mapping;
}

export interface SearchTask extends DatasetTask {
  readonly kind: 'search';
  readonly query: SearchQuery;
  /** So many hits come with their snippets. */
  readonly max: number;
  /** Only items with one of these statuses. */
  readonly statuses?: { readonly wanted: readonly ItemStatus[]; readonly judgements: JudgementsData } | undefined;
  /** Only items with one of these ids. */
  readonly ids?: ReadonlySet<string> | undefined;
  /** Only items among these, or (`except`) none of them. */
  readonly marked?: ItemIds | undefined;
}

export interface FindTask extends DatasetTask {
  readonly kind: 'find';
  readonly id: string;
}

/** Progress is told this often, in milliseconds, where nothing was found. */
const pause = 100;

/** Searches on this thread; what is found is told as it is. */
export async function runSearch(task: SearchTask, tell: (batch: SearchBatch) => void): Promise<void> {
  let reportedAt = 0;
  for await (const batch of search(task.paths, readingOf(task), task.query, {
    max: task.max,
    accepts: accepts(task),
  })) {
    const now = performance.now();
    if (batch.ordinals.length === 0 && now - reportedAt < pause) continue;
    reportedAt = now;
    tell(batch);
  }
}

/** Looks for an id on this thread. */
export async function runFind(task: FindTask, tell: (bytes: number) => void): Promise<number | undefined> {
  return findId(task.paths, readingOf(task), task.id, throttled(tell));
}

/** Tells of bytes now and then only. */
export function throttled(tell: (bytes: number) => void): (bytes: number) => void {
  let reportedAt = 0;
  return (bytes) => {
    const now = performance.now();
    if (now - reportedAt < pause) return;
    reportedAt = now;
    tell(bytes);
  };
}

/** How a dataset is read, on this thread. */
export function readingOf({ layout, mapping }: DatasetTask): Reading {
  const named = layout === references.name ? references : layoutNamed(layout);
  if (!named) throw new Error(`there is no layout ${layout}`);
  return { layout: named, mapping };
}

function accepts({ statuses, ids, marked }: SearchTask): ((item: ItemIdentity) => boolean) | undefined {
  if (!statuses && !ids && !marked) return undefined;
  const judgements = statuses && judgementsOf(statuses.judgements);
  const wanted = new Set(statuses?.wanted);
  return (item) =>
    (!ids || ids.has(item.id)) &&
    (!marked || marked.ids.has(item.id) !== marked.except) &&
    (!judgements || wanted.has(statusOf(judgements, item)));
}
