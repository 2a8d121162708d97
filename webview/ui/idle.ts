/**
 * Work for later, in order: one piece at a time, whenever the page has nothing else to do, so that keys are heard in
 * between.
 */
const jobs = new Set<() => void>();
/** An idle page comes soon; a busy one is not waited for longer than this. In milliseconds. */
const patience = 500;

/**
 * Whether the page was asked to tell when it is idle. Asked twice at a time it would run two pieces for one, more and
 * more of them, and hear no key in between.
 */
let isAsked = false;

/** Runs `job` once the page is idle; returns what calls it off. */
export function whenIdle(job: () => void): () => void {
  jobs.add(job);
  ask();
  return () => jobs.delete(job);
}

function ask(): void {
  if (isAsked) return;
  isAsked = true;
  requestIdleCallback(next, { timeout: patience });
}

function next(): void {
  isAsked = false;
  const [job] = jobs;
  if (!job) return;
  jobs.delete(job);
  try {
    job();
  } finally {
    if (jobs.size > 0) ask();
  }
}
