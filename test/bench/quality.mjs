import fs from 'node:fs/promises';
import path from 'node:path';
import { measured } from './bundle.mjs';
import { summary } from './statistics.mjs';

/** Annotators of an item, of whom some more are careless. */
const perItem = 3;
const annotators = 50;

/**
 * The quality report of a simulated study (`test/unit/made/simulatedStudy.ts`): three annotators of fifty on each item,
 * four models, ties, repeats and control items; all sections, of a study of three sizes, the files in the page cache.
 * @param {string} folder
 * @param {readonly number[]} sizes items
 * @param {number} repetitions of the middle one; the others are looked at once, as they are for growth
 */
export async function measureQuality(folder, sizes, repetitions) {
  const { Study, qualityOf } = measured();
  const found = [];
  for (const [at, items] of sizes.entries()) {
    const project = await studyOf(path.join(folder, `quality-${items}`), items);
    const [opening, report] = [[], []];
    let annotations = 0;
    for (let i = -1; i < (at === 1 ? repetitions : 1); i++) {
      // The largest is not worth warming for.
      if (i < 0 && at === sizes.length - 1) continue;
      const study = await Study.open(project);
      const opened = await timed(() => study.refresh());
      const reported = await timed(() => qualityOf(study));
      await study.close();
      annotations = reported.result.work.annotations;
      if (i < 0) continue;
      opening.push(opened.milliseconds);
      report.push(reported.milliseconds);
    }
    found.push({ items, annotations, opening: summary(opening), report: summary(report) });
  }
  return { sizes: found, rss: process.resourceUsage().maxRSS / 1000 };
}

async function studyOf(folder, items) {
  const project = path.join(folder, 'simulated.tiebreak');
  const isThere = await fs.stat(project).then(
    () => true,
    () => false,
  );
  if (isThere) return project;
  return measured().simulatedStudy(folder, {
    items,
    perItem,
    seed: 7,
    annotators: Array.from({ length: annotators }, (_, at) => ({
      name: `annotator-${at}`,
      epsilon: at % 10 === 0 ? 0.5 : 0.1,
      seconds: 30,
    })),
    models: { alpha: 1, beta: 0.2, gamma: 0, delta: -1 },
    length: 0.5,
    ties: 0.08,
    repeats: 0.02,
    controls: 40,
  });
}

/** How long something takes. @template T @param {() => Promise<T>} work */
async function timed(work) {
  const started = performance.now();
  const result = await work();
  return { result, milliseconds: performance.now() - started };
}
