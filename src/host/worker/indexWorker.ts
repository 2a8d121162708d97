import type { SerialFraming } from '../../core/dataset/records/framing';
import { indexCached } from '../../core/dataset/sources/indexCache';
import { serveTask } from './serveTask';

/** To index one file. */
export interface IndexTask {
  readonly kind: 'index';
  readonly path: string;
  readonly framing: SerialFraming;
  /** Where the index is kept from one session to the next. */
  readonly cacheFolder: string;
}

/** Does an `IndexTask`. One is started for every file of a study, so it loads no more than it needs. */
export function serveIndex(): void {
  serveTask<IndexTask, unknown>(({ path, framing, cacheFolder }, post, signal) =>
    indexCached(path, framing, cacheFolder, (batch) => post({ batch }, [batch.offsets.buffer]), signal),
  );
}
