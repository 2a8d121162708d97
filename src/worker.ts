/** What every worker thread and process runs: one script for all jobs, told which by its first argument. */
import { serveTable } from './core/dataset/readers/table/tableWorker';
import { serveHash } from './core/export/folder/hashThread';
import type { ThreadJob } from './core/workerScript';
import { serveIndex } from './host/worker/indexWorker';
import type { HostJob } from './host/worker/hostWorkers';
import type { StudyJob } from './studyJobs';
import { useWorkerMessages } from './workerProblemTexts';

type Job = HostJob | ThreadJob;

const jobs = {
  check: studyJob('check'),
  coverage: studyJob('coverage'),
  dataset: studyJob('dataset'),
  export: studyJob('export'),
  hash: serveHash,
  import: studyJob('import'),
  index: serveIndex,
  labels: studyJob('labels'),
  quality: studyJob('quality'),
  rows: studyJob('rows'),
  table: serveTable,
} satisfies Record<Job, () => void>;

const [, script = '', job = ''] = process.argv;
if (!isJob(job)) throw new RangeError(`a worker has no job "${job}"`);
useWorkerMessages();
jobs[job]();

function isJob(name: string): name is Job {
  return Object.hasOwn(jobs, name);
}

/**
 * A job with its code in a file of its own, which takes longer to parse than the other jobs to start: tables are opened,
 * and indexes made, for each file of a dataset.
 */
function studyJob(job: StudyJob): () => void {
  return () => void import('./studyJobs').then(({ serveStudyJob }) => serveStudyJob(job, script));
}
