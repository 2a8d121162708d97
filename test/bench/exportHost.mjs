// What stands for an extension host: has its worker export a study, and tells how late its own loop was, in
// milliseconds, at rest and meanwhile. usage: fork('exportHost.mjs', [project, folder])
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { measured } from './bundle.mjs';

const { exportInWorker } = measured();
const [project, folder] = process.argv.slice(2);

const rest = await delayDuring(() => sleep(3000));
const started = performance.now();
let tally;
const exporting = await delayDuring(
  async () =>
    ({ tally } = await exportInWorker(
      { kind: 'export', project, recipe: { format: 'trl-dpo-text' }, folder, isBlind: false },
      new AbortController().signal,
    )),
);
process.send({
  rest,
  exporting,
  seconds: (performance.now() - started) / 1000,
  rows: tally.rows.train,
  rss: process.resourceUsage().maxRSS / 1000,
});
process.disconnect();

/** How late a timer of 1 ms fires. @param {() => Promise<unknown>} work */
async function delayDuring(work) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  const milliseconds = (nanoseconds) => nanoseconds / 1e6;
  return {
    p50: milliseconds(delay.percentile(50)),
    p99: milliseconds(delay.percentile(99)),
    max: milliseconds(delay.max),
  };
}
