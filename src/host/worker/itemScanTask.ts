import { scanCache } from '../../core/dataset/sources/scanCache';
import type { SearchQuery } from '../../core/dataset/search/search';
import { sliceItems } from '../../core/desk/queue/slices';
import {
  leastAnnotatedItems,
  type SliceJudgements,
  type LeastAnnotatedItems,
} from '../../core/desk/queue/leastAnnotated';
import { outcomeItems, type OutcomeItems } from '../../core/desk/queue/outcomeItems';
import { uncertainItems, type UncertainItems } from '../../core/desk/queue/uncertainItems';
import { filterItems, type Filtered } from '../../core/study/planFilter';
import { readingOf, throttled, type DatasetTask } from './searchTask';

/**
 * To look at every item of a dataset once, for an order or for what the plan lets through; what follows from the
 * dataset alone is kept in the cache.
 */
export interface ItemScanTask extends DatasetTask {
  readonly kind: 'pass';
  readonly cacheFolder: string;
  readonly pass: ItemScan;
}

export type ItemScan =
  /** The places of all items, the most uncertain first. */
  | { readonly for: 'uncertain' }
  /** The places of all items, those first whose outcomes disagree most. */
  | { readonly for: 'outcomes' }
  /** The items that the plan lets through. */
  | { readonly for: 'filter'; readonly query: SearchQuery }
  /** All items, thin slices first. @param sent places of those that come at all; all where nothing is said */
  | {
      readonly for: 'thin';
      readonly slices: readonly string[];
      readonly judgements: SliceJudgements;
      readonly sent: Uint32Array | undefined;
    };

export type ItemScanResult<P extends ItemScan['for']> = {
  uncertain: UncertainItems;
  outcomes: OutcomeItems;
  filter: Filtered;
  thin: LeastAnnotatedItems;
}[P];

/** Does it on this thread; tells of the bytes read now and then. */
export async function runItemScan(
  { pass, cacheFolder, ...task }: ItemScanTask,
  signal: AbortSignal,
  tell: (bytes: number) => void,
): Promise<ItemScanResult<ItemScan['for']>> {
  const { paths } = task;
  const reading = readingOf(task);
  const onBytes = throttled(tell);
  const kept = <T>(what: unknown, find: () => Promise<T>): Promise<T> =>
    scanCache(paths, reading, what, cacheFolder, find);
  if (pass.for === 'uncertain')
    return kept(['uncertain by margins'], () => uncertainItems(paths, reading, { signal, onBytes }));
  if (pass.for === 'outcomes') return kept(['outcomes'], () => outcomeItems(paths, reading, { signal, onBytes }));
  if (pass.for === 'filter')
    return kept(['filter', pass.query], () => filterItems(paths, reading, pass.query, onBytes, signal));
  const sliced = await kept(['slices', pass.slices], () =>
    sliceItems(paths, reading, pass.slices, { signal, onBytes }),
  );
  const sent = pass.sent && new Set(pass.sent);
  return leastAnnotatedItems(sliced, pass.judgements, (ordinal) => sent?.has(ordinal) !== false);
}
