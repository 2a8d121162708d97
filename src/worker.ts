/** What every worker thread and process runs: one script for all jobs, told which by its first argument. */
import { serveHash } from './core/export/folder/hashThread';
import type { ThreadJob } from './core/workerScript';
import type { FileJob } from './fileJobs';
import type { HostJob } from './host/worker/hostWorkers';
import type { StudyJob } from './studyJobs';

type Job = HostJob | ThreadJob;

const jobs = {
  check: studyJob('check'),
  coverage: studyJob('coverage'),
  dataset: studyJob('dataset'),
  export: studyJob('export'),
  hash: serveHash,
  import: studyJob('import'),
  index: fileJob('index'),
  labels: studyJob('labels'),
  quality: studyJob('quality'),
  rows: studyJob('rows'),
  runs: fileJob('runs'),
  table: fileJob('table'),
} satisfies Record<Job, () => void>;

const [, script = '', job = ''] = process.argv;
if (!isJob(job)) throw new RangeError(`a worker has no job "${job}"`);
jobs[job]();

function isJob(name: string): name is Job {
  return Object.hasOwn(jobs, name);
}

/**
 * A job with its code in a file of its own, as each thread pays for all that it parses: files are hashed, tables opened
 * and indexes made for each file of a dataset.
 */
function fileJob(job: FileJob): () => void {
  return () => void import('./fileJobs').then(({ serveFileJob }) => serveFileJob(job));
}

function studyJob(job: StudyJob): () => void {
  return () => void import('./studyJobs').then(({ serveStudyJob }) => serveStudyJob(job, script));
}
