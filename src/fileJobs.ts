/** The jobs of `worker.ts` that read files and know nothing of studies; built as a file of its own beside it. */
import { serveTable } from './core/dataset/readers/table/tableWorker';
import { serveIndex } from './host/worker/indexWorker';
import { useWorkerMessages } from './workerProblemTexts';

const jobs = {
  index: serveIndex,
  runs: async () => (await import('./core/dataset/sources/runThreads')).serveRuns(),
  table: serveTable,
};

export type FileJob = keyof typeof jobs;

export function serveFileJob(job: FileJob): void {
  useWorkerMessages();
  void jobs[job]();
}
