import { materializedCopy } from '../../core/dataset/sources/scan';
import type { SerialFraming } from '../../core/dataset/records/framing';
import { layoutNamed } from '../../core/dataset/layouts';
import type { Mapping } from '../../core/dataset/fields/fieldMapping';
import type { Gather } from '../../core/dataset/items/parse';
import { indexCached } from '../../core/dataset/sources/indexCache';
import { runPass, type PassTask } from './passTask';
import { runFind, runSearch, type FindTask, type SearchTask } from './searchTask';
import { serve } from './workerSide';

/** To index one file. */
export interface IndexTask {
  readonly kind: 'index';
  readonly path: string;
  readonly framing: SerialFraming;
  /** Where the index is kept from one session to the next. */
  readonly cacheFolder: string;
}

/** To write the items of a dataset out into the cache. */
export interface PrepareTask {
  readonly kind: 'prepare';
  readonly paths: readonly string[];
  readonly layout: string;
  readonly mapping: Mapping;
  readonly gather: Gather;
  readonly cacheFolder: string;
}

/** Indexes a file, or reads a dataset for one of the other tasks here. One is started for every file of a study. */
export function serveIndex(): void {
  serve<IndexTask | PrepareTask | SearchTask | FindTask | PassTask, unknown>((task, post, signal) => {
    if (task.kind === 'prepare') return writeOut(task, signal, (fraction) => post({ fraction }));
    if (task.kind === 'search') return runSearch(task, (found) => post({ found }));
    if (task.kind === 'find') return runFind(task, (found) => post({ found }));
    if (task.kind === 'pass') return runPass(task, signal, (bytes) => post({ found: bytes }));
    return indexCached(
      task.path,
      task.framing,
      task.cacheFolder,
      (batch) => post({ batch }, [batch.offsets.buffer]),
      signal,
    );
  });
}

function writeOut(
  { paths, layout: name, mapping, gather, cacheFolder }: PrepareTask,
  signal: AbortSignal,
  onFraction: (fraction: number) => void,
): Promise<string> {
  const layout = layoutNamed(name);
  if (!layout) throw new RangeError(`there is no layout ${name}`);
  return materializedCopy(paths, { layout, mapping, gather }, cacheFolder, { signal, onFraction });
}
