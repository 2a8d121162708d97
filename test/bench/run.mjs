// Answers whether Tiebreak is as fast and as small as its goals say, on this machine, in one run. See README.md here.
// usage: npm run bench -- --against REVISION [--only export,validate,import,inspect] [--items N] [--rounds N]
// usage: npm run bench [-- --only
// opening,indexing,formats,growth,searching,keys,desk,saving,journals,import,reading,runs,memory,coverage,quality,next,export] [--cases
// four,eight,sixty-four,conversation] [--items N] [--clean]

import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { root } from '../harness/paths.mjs';
import { measureAgainst, measureNames } from './against.mjs';
import { bundleMeasured, measured, output } from './bundle.mjs';
import { measureCoverage } from './coverage.mjs';
import { measureQuality } from './quality.mjs';
import { assertRoom, makeDataset } from './dataset.mjs';
import { deskCases, makeDeskDataset } from './deskDataset.mjs';
import { measureExport } from './export.mjs';
import { measureFormats } from './formats.mjs';
import { measureGrowth } from './memoryGrowth.mjs';
import { measureImporting } from './importing.mjs';
import { measureJudgeNext } from './judgeNext.mjs';
import { measureIndexing } from './indexing.mjs';
import { measureJournals } from './journals.mjs';
import { measureReading } from './reading.mjs';
import { measureRuns } from './runs.mjs';
import { goals, table } from './report.mjs';
import { measureSaving } from './saving.mjs';
import { measureSearching } from './searching.mjs';
import { measureWorkbench } from './workbench.mjs';

const questions = [
  'opening',
  'indexing',
  'formats',
  'growth',
  'searching',
  'keys',
  'desk',
  'saving',
  'journals',
  'import',
  'reading',
  'runs',
  'memory',
  'coverage',
  'quality',
  'next',
  'export',
];
const caseNames = deskCases.map(({ name }) => name);
/** These need the large dataset. */
const large = questions.filter(
  (question) =>
    !['desk', 'journals', 'import', 'reading', 'runs', 'coverage', 'quality', 'next', 'export'].includes(question),
);
const { only, cases, items, exported, clean, against, rounds } = options();
const data = path.join(output, 'data');
/**
 * How busy the machine was, by step: the share of the time in which something waited for a processor.
 * @type {Record<string, number>}
 */
const noise = {};

if (clean) {
  await fs.rm(output, { recursive: true, force: true });
} else if (against !== undefined) {
  await bundleMeasured();
  await measureAgainst(against, { only, items, journals: 100, rounds });
} else {
  await run();
}

async function run() {
  await fs.mkdir(data, { recursive: true });
  const isLarge = only.some((question) => large.includes(question));
  await assertRoom(
    data,
    isLarge
      ? items * (only.includes('formats') || only.includes('growth') ? 8_000 : 3_500)
      : only.includes('export')
        ? exported * 20_000
        : 200_000_000,
  );
  await bundleMeasured();
  const datasets = isLarge
    ? {
        few: await said('1,000 items', () => makeDataset(data, 1_000)),
        many: await said(`${items.toLocaleString('en')} items`, () => makeDataset(data, items)),
      }
    : undefined;

  /** @type {Record<string, unknown>} */
  const results = {
    machine: {
      cpu: os.cpus()[0]?.model,
      cores: os.cpus().length,
      memoryGigabytes: Math.round(os.totalmem() / 2 ** 30),
      node: process.version,
      loadBefore: os.loadavg(),
    },
    items,
  };
  if (only.includes('indexing')) results.indexing = await said('indexing', () => measureIndexing(datasets.many, 7));
  if (only.includes('formats'))
    results.formats = await said('formats', () => measureFormats(datasets.many, data, items));
  if (only.includes('growth')) results.growth = await said('growth', () => measureGrowth(data, items));
  if (only.includes('searching')) results.searching = await said('searching', () => measureSearching(datasets.many, 7));
  if (only.includes('saving'))
    results.saving = await said('saving', () => measureSaving(data, datasets.few, items, 300));
  if (only.includes('journals')) {
    await promisify(execFile)(process.execPath, [path.join(root, 'scripts/build.mjs'), '--production']);
    results.journals = await said('journals', () => measureJournals(data, 100, 3000, 5));
  }
  if (only.includes('import')) results.importing = await said('import', () => measureImporting(data, 100_000, 5));
  if (only.includes('reading')) results.reading = await said('reading', () => measureReading(20_000, 9));
  if (only.includes('runs')) results.runs = await said('runs', () => measureRuns(data, 2000, 3));
  if (only.includes('coverage'))
    results.coverage = await said('coverage', () => measureCoverage(data, 10_000, 100_000, 3));
  if (only.includes('quality'))
    results.quality = await said('quality', () => measureQuality(data, [3300, 33_000, 330_000], 3));
  if (only.includes('next')) results.next = await said('next', () => measureJudgeNext(data, 20));
  if (only.includes('export')) {
    await promisify(execFile)(process.execPath, [path.join(root, 'scripts/build.mjs'), '--production']);
    results.export = await said('export', () => measureExport(data, exported, 3));
  }
  if (only.some((question) => ['opening', 'keys', 'desk', 'memory'].includes(question))) {
    const studies = {
      ...(datasets && { few: await studyOf('few', datasets.few), many: await studyOf('many', datasets.many) }),
      ...(only.includes('desk') && { desk: await deskStudies() }),
    };
    Object.assign(results, await measureWorkbench(data, studies, only, said));
  }
  Object.assign(results, { loadAfter: os.loadavg(), noise });

  await fs.writeFile(path.join(output, 'results.json'), `${JSON.stringify(results, undefined, 2)}\n`);
  console.log(
    `\n${table(goals(results))}\n\nAll figures: ${path.relative(process.cwd(), path.join(output, 'results.json'))}. The datasets stay for the next run; \`npm run bench -- --clean\` removes them.`,
  );
}

/** A new study, without judgements. @param {string} name @param {string} dataset */
async function studyOf(name, dataset) {
  const project = path.join(data, `${name}.tiebreak`);
  await fs.rm(project, { force: true });
  await fs.rm(`${project}.d`, { recursive: true, force: true });
  await measured().createStudy({ projectFile: project, datasets: [dataset] });
  return project;
}

/** A new study for each kind of item that is judged. */
async function deskStudies() {
  const studies = {};
  for (const deskCase of deskCases.filter(({ name }) => cases.includes(name)))
    studies[deskCase.name] = await studyOf(`desk-${deskCase.name}`, await makeDeskDataset(data, deskCase));
  return studies;
}

/**
 * Says what is going on, and how long it took.
 * @template T
 * @param {string} what @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function said(what, work) {
  const started = performance.now();
  const pressure = await waitedForProcessor();
  const result = await work();
  const milliseconds = performance.now() - started;
  const share = ((await waitedForProcessor()) - pressure) / 1000 / milliseconds;
  noise[what] = share;
  console.log(
    `${what}: ${(milliseconds / 1000).toFixed(1)} s${Number.isNaN(share) ? '' : `; something waited for a processor ${Math.round(share * 100)} % of the time`}`,
  );
  return result;
}

/**
 * Microseconds in which some process of the machine, ours or another's, waited for a processor; NaN where the kernel
 * does not say.
 */
async function waitedForProcessor() {
  const text = await fs.readFile('/proc/pressure/cpu', 'utf8').catch(() => '');
  return Number(/^some .*total=(\d+)/m.exec(text)?.[1] ?? Number.NaN);
}

function options() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string' },
        against: { type: 'string' },
        rounds: { type: 'string', default: '3' },
        cases: { type: 'string', default: caseNames.join() },
        items: { type: 'string' },
        clean: { type: 'boolean', default: false },
      },
    });
    const { against } = values;
    const known = against === undefined ? questions : measureNames;
    const only = values.only?.split(',') ?? known;
    const unknown = only.find((question) => !known.includes(question));
    if (unknown !== undefined) throw new Error(`--only ${unknown}: the questions are ${known.join(', ')}.`);
    const rounds = Number(values.rounds);
    if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds ${values.rounds}: a whole number above 0.`);
    const cases = values.cases.split(',');
    const unknownCase = cases.find((name) => !caseNames.includes(name));
    if (unknownCase !== undefined)
      throw new Error(`--cases ${unknownCase}: the desk's cases are ${caseNames.join(', ')}.`);
    const items = Number(values.items ?? (against === undefined ? 1_000_000 : 100_000));
    if (!Number.isInteger(items) || items <= 1_000)
      throw new Error(`--items ${values.items}: a whole number above 1000.`);
    return {
      only,
      cases,
      items,
      exported: values.items === undefined ? 500_000 : items,
      clean: values.clean,
      against,
      rounds,
    };
  } catch (error) {
    console.error(`${error.message}\nusage: npm run bench [-- --only ${questions.join()}] [--items N] [--clean]`);
    process.exit(2);
  }
}
