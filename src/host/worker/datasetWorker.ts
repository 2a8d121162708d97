import { keepKindsIn, takeKeptKinds } from '../../core/dataset/sources/keptKinds';
import { materializedCopy } from '../../core/dataset/sources/scan';
import { layoutNamed } from '../../core/dataset/layouts';
import type { Mapping } from '../../core/dataset/fields/fieldMapping';
import type { GatherOption, Reading } from '../../core/dataset/items/parse';
import { runItemScan, type ItemScanTask } from './itemScanTask';
import { runFind, runSearch, type FindTask, type SearchTask } from './searchTask';
import { serveTask } from './serveTask';

/** To write the items of a dataset out into the cache. */
export interface PrepareTask {
  readonly kind: 'prepare';
  readonly paths: readonly string[];
  readonly layout: string;
  readonly mapping: Mapping;
  readonly gather: GatherOption;
  readonly pairs: Reading['pairs'];
  readonly cacheFolder: string;
}

/** Does one of the tasks for which a dataset is read and no study. */
export function serveDataset(): void {
  serveTask<PrepareTask | SearchTask | FindTask | ItemScanTask, unknown>((task, post, signal) => {
    if (task.kind === 'prepare') return writeOut(task, signal, (fraction) => post({ fraction }));
    if (task.kind === 'search') return runSearch(task, (found) => post({ found }));
    if (task.kind === 'find') return runFind(task, (found) => post({ found }));
    return runItemScan(task, signal, (bytes) => post({ found: bytes }));
  });
}

async function writeOut(
  { paths, layout: name, mapping, gather, pairs, cacheFolder }: PrepareTask,
  signal: AbortSignal,
  onFraction: (fraction: number) => void,
): Promise<string> {
  const layout = layoutNamed(name);
  if (!layout) throw new RangeError(`there is no layout ${name}`);
  keepKindsIn(cacheFolder);
  await takeKeptKinds(paths);
  return materializedCopy(paths, { layout, mapping, gather, pairs }, cacheFolder, { signal, onFraction });
}
