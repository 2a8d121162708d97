/** What every worker thread and process runs: one script for all jobs, told which by its first argument. */
import { useWorkerScript, type ThreadJob } from './core/workerScript';
import type { HostJob } from './host/worker/worker';

type Job = HostJob | ThreadJob;

/** A job loads its own modules and no others: a thread that hashes a file starts four times as fast as an export. */
const jobs = {
  check: async () => (await import('./host/worker/checkWorker')).serveCheck(),
  coverage: async () => (await import('./host/worker/coverageWorker')).serveCoverage(),
  export: async () => (await import('./host/worker/exportWorker')).serveExport(),
  hash: async () => (await import('./core/export/folder/hashThread')).serveHash(),
  import: async () => (await import('./host/worker/importWorker')).serveImport(),
  index: async () => (await import('./host/worker/indexWorker')).serveIndex(),
  labels: async () => (await import('./core/import/labelThread')).serveLabels(),
  rows: async () => (await import('./core/export/rows/rowThread')).serveRows(),
  table: async () => (await import('./core/dataset/readers/table/tableWorker')).serveTable(),
} satisfies Record<Job, () => Promise<void>>;

const [, , job = ''] = process.argv;
if (!isJob(job)) throw new RangeError(`a worker has no job "${job}"`);
useWorkerScript(__filename);
void jobs[job]();

function isJob(name: string): name is Job {
  return Object.hasOwn(jobs, name);
}
