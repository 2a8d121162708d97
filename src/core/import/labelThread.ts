import { parentPort, workerData } from 'node:worker_threads';
import { layoutNamed } from '../dataset/layouts';
import { scan } from '../dataset/sources/scan';
import { UsageError, UserError } from '../model/problems/problem';
import {
  batchesAhead,
  labelledRecordOf,
  serializeBatch,
  type LabelAnswer,
  type LabelledRecordOrProblem,
  type LabelTask,
  type LabelThreadRequest,
} from './labelledRecords';

/** Records that are sent at a time: enough that a message costs little beside them. */
const perBatch = 500;

/** Reads the labels of a dataset on a thread of its own, for `labelledRecords`. */
export function serveLabels(): void {
  const { paths, layout: name, mapping, gather, pairs, rubrics } = workerData as LabelTask;
  const abort = new AbortController();
  let allowed = batchesAhead;
  let wake = (): void => undefined;

  const send = (answer: LabelAnswer): void => parentPort?.postMessage(answer);

  parentPort?.on('message', (wish: LabelThreadRequest) => {
    if (wish === 'stop') abort.abort();
    else allowed++;
    wake();
  });

  /** Sends a batch once somebody wants it. */
  async function sendBatch(batch: readonly LabelledRecordOrProblem[]): Promise<void> {
    while (allowed === 0 && !abort.signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
    abort.signal.throwIfAborted();
    allowed--;
    send({ batch: serializeBatch(batch) });
  }

  async function read(): Promise<void> {
    const layout = layoutNamed(name);
    if (!layout) throw new RangeError(`there is no layout ${name}`);
    let batch: LabelledRecordOrProblem[] = [];
    for await (const some of scan(paths, { layout, mapping, gather, pairs }, { signal: abort.signal })) {
      for (const parsed of some) batch.push(labelledRecordOf(parsed, rubrics));
      if (batch.length < perBatch) continue;
      await sendBatch(batch);
      batch = [];
    }
    if (batch.length > 0) await sendBatch(batch);
  }

  read()
    .then(() => send('end'))
    .catch((error: unknown) => {
      const kind =
        error instanceof UsageError
          ? 'usage'
          : error instanceof UserError || (error instanceof Error && 'syscall' in error)
            ? 'user'
            : 'fault';
      const problem = error instanceof UserError ? error.problem : undefined;
      send({ error: error instanceof Error ? error.message : String(error), kind, ...(problem && { problem }) });
    })
    .finally(() => parentPort?.close());
}
