/** The jobs of `worker.ts` that know what records mean; built as a file of its own beside it. */
import { useWorkerScript, type ThreadJob } from './core/workerScript';
import type { FileJob } from './fileJobs';
import type { HostJob } from './host/worker/hostWorkers';
import { useWorkerMessages } from './workerProblemTexts';

export type StudyJob = Exclude<HostJob | ThreadJob, FileJob | 'hash'>;

/** Each runs the modules that it needs and no others, which are a fraction of all. */
const jobs = {
  check: async () => (await import('./host/worker/checkWorker')).serveCheck(),
  coverage: async () => (await import('./host/worker/coverageWorker')).serveCoverage(),
  dataset: async () => (await import('./host/worker/datasetWorker')).serveDataset(),
  export: async () => (await import('./host/worker/exportWorker')).serveExport(),
  import: async () => (await import('./host/worker/importWorker')).serveImport(),
  labels: async () => (await import('./core/import/labelThread')).serveLabels(),
  quality: async () => (await import('./host/worker/qualityWorker')).serveQuality(),
  rows: async () => (await import('./core/export/rows/rowWorker')).serveRows(),
} satisfies Record<StudyJob, () => Promise<void>>;

/** Does a job, on whose way threads run `script`. */
export function serveStudyJob(job: StudyJob, script: string): Promise<void> {
  useWorkerScript(script);
  useWorkerMessages();
  return jobs[job]();
}
