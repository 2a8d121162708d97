import { DuckDBInstance } from '@duckdb/node-api';
import fs from 'node:fs/promises';
import path from 'node:path';
import { measured } from './bundle.mjs';
import { makeFile } from './dataset.mjs';
import { summary } from './statistics.mjs';

const annotators = ['ana', 'ben', 'cho', 'dov'];
/** Criteria of a rubric; each item has one of its own. */
const perRubric = 10;
/** Of the rubric, those that an annotation has verdicts by. */
const perAnnotation = 5;
const models = ['alpha', 'beta', 'gamma', 'delta'];

/**
 * Coverage of a study with many criteria and annotations, against DuckDB, which reads the same journals and makes the
 * matrix (criteria by annotator and by round), rates and how often each criterion separates, and nothing else. Taken in
 * turn, the files in the page cache. The figures of both must be the same.
 * @param {string} folder
 * @param {number} criteria
 * @param {number} annotations
 * @param {number} repetitions
 */
export async function measureCoverage(folder, criteria, annotations, repetitions) {
  const study = await makeStudy(folder, criteria, annotations);
  const journals = `read_json('${path.join(study.annotations, '*.jsonl')}', format = 'newline_delimited', columns = ${columns})`;
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const { Study, coverageOf } = measured();
  /** @type {Record<string, number[]>} */
  const times = { opening: [], coverage: [], again: [], duckdb: [] };
  /** The same in processor time of this process, all its threads: what a busy machine does not change as much. */
  const processor = { opening: [], coverage: [], again: [], duckdb: [] };
  for (let i = -1; i < repetitions; i++) {
    const open = await Study.open(study.project);
    const opening = await timed(() => open.refresh());
    const covering = await timed(() => coverageOf(open, { by: ['annotator', 'round', 'model', 'kind'] }));
    // What a look at the dataset found is kept, as the editor keeps it: in the first round, which warms the code, it is
    // made.
    const again = await timed(() =>
      coverageOf(open, {
        by: ['annotator', 'round', 'model', 'kind'],
        cacheFolder: path.join(folder, 'coverage-cache'),
      }),
    );
    await open.close();
    const asking = await timed(() => byDuckDb(connection, journals));
    for (const { result } of [covering, again]) assertSame(result, asking.result);
    if (i < 0) continue; // the first one warms the code
    for (const [name, { milliseconds, cpu }] of Object.entries({
      opening,
      coverage: covering,
      again,
      duckdb: asking,
    })) {
      times[name].push(milliseconds);
      processor[name].push(cpu);
    }
  }
  connection.closeSync();
  const bytes = (
    await Promise.all(annotators.map((name) => fs.stat(path.join(study.annotations, `${name}.jsonl`))))
  ).reduce((sum, { size }) => sum + size, 0);
  const summed = (all) => Object.fromEntries(Object.entries(all).map(([name, values]) => [name, summary(values)]));
  return {
    criteria,
    annotations,
    verdicts: annotations * perAnnotation * 2,
    bytes,
    milliseconds: summed(times),
    processorMilliseconds: summed(processor),
    ratio: summary(times.coverage.map((time, i) => time / times.duckdb[i])),
    rss: process.resourceUsage().maxRSS / 1000,
  };
}

/** How long something takes. @template T @param {() => Promise<T>} work */
async function timed(work) {
  const [started, before] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, milliseconds: performance.now() - started, cpu: (user + system) / 1000 };
}

/** What of a line the queries use. */
const columns = `{annotator: 'VARCHAR', round: 'INTEGER', shown: 'VARCHAR[]', rubrics: 'STRUCT(id VARCHAR, version INTEGER)[]', judgement: 'STRUCT(ranking STRUCT(tiers VARCHAR[][]), verdicts STRUCT(response VARCHAR, criterion VARCHAR, "value" BOOLEAN)[])'}`;

/**
 * Verdicts and the share of yes by criterion and annotator, by criterion and round, and by criterion with how often it
 * separates.
 */
async function byDuckDb(connection, journals) {
  await connection.run(
    `create or replace temp table lines as select row_number() over () as line, annotator, round, judgement.ranking.tiers[1][1] as winner, judgement.verdicts as verdicts from ${journals}`,
  );
  await connection.run(
    'create or replace temp table verdicts as select line, annotator, round, winner, v.criterion as criterion, v.response as response, v."value" as met from (select line, annotator, round, winner, unnest(verdicts) as v from lines)',
  );
  const rows = async (query) => (await connection.run(query)).getRowObjectsJson();
  await rows('select criterion, annotator, count(*) as filled, avg(met::int) as yes from verdicts group by all');
  await rows('select criterion, round, count(*) as filled, avg(met::int) as yes from verdicts group by all');
  return rows(`with rates as (select criterion, count(*) as filled, sum(met::int) as yes, var_samp(met::int) as variance from verdicts group by criterion),
    pairs as (select line, criterion, bool_or(met) filter (response = winner) as above, bool_or(met) filter (response <> winner) as below from verdicts group by line, criterion),
    separations as (select criterion, sum((above and not below)::int) as same, sum((below and not above)::int) as against from pairs group by criterion)
    select * from rates join separations using (criterion)`);
}

function assertSame({ criteria, matrix }, found) {
  const byId = new Map(found.map((row) => [row.criterion, row]));
  for (const [number, { id, weight, filled, separation, variance }] of criteria.entries()) {
    const row = byId.get(id) ?? { filled: 0, yes: 0, same: 0, against: 0 };
    // Of a fault it is the other way round: it speaks for the one that has it not.
    const [more, less] = weight < 0 ? [separation.against, separation.same] : [separation.same, separation.against];
    const same =
      filled === Number(row.filled) &&
      matrix.cell(number).worth === Number(row.yes) &&
      more === Number(row.same) &&
      less === Number(row.against) &&
      (variance === null || Math.abs(variance - Number(row.variance)) < 1e-9);
    if (!same)
      throw new Error(
        `coverage and DuckDB differ on ${id}: ${JSON.stringify({ filled, separation, variance })} and ${JSON.stringify(row)}`,
      );
  }
}

/** Items with a rubric of ten criteria for each, judged by four annotators by five of them. */
async function makeStudy(folder, criteria, annotations) {
  const { createStudy, formatLine, Study, studyPaths } = measured();
  const rubrics = Math.ceil(criteria / perRubric);
  const items = Math.ceil(annotations / annotators.length);
  const dataset = path.join(folder, `coverage-${criteria}-${annotations}.jsonl`);
  await makeFile(dataset, items, (n) =>
    JSON.stringify({
      id: `q${n}`,
      prompt: `Question ${n}: how is it done, and why so?`,
      kind: `kind ${n % 20}`,
      rubric: `rubric ${n % rubrics}`,
      responses: [0, 1].map((r) => ({
        id: `r${r}`,
        text: `Answer ${n}.${r}: it is done step by step, as the manual of the machine says.`,
        model: models[(n + r) % models.length],
      })),
    }),
  );
  const project = path.join(folder, `coverage-${criteria}-${annotations}.tiebreak`);
  await fs.rm(project, { force: true });
  await fs.rm(`${project}.d`, { recursive: true, force: true });
  await createStudy({ projectFile: project, datasets: [dataset] });
  const paths = studyPaths(project);
  await fs.mkdir(paths.annotations, { recursive: true });
  const all = Array.from({ length: rubrics }, (_, n) => ({
    id: `rubric ${n}`,
    title: `Rubric ${n}`,
    scope: { kind: 'slice', fields: { rubric: `rubric ${n}` } },
    versions: [
      {
        version: 1,
        criteria: Array.from({ length: perRubric }, (__, c) => ({
          id: criterionId(n, c),
          text: `Does it meet condition ${c} of ${n}?`,
          weight: c % 7 === 6 ? -1 : 1 + (c % 3),
        })),
      },
    ],
  }));
  await fs.writeFile(paths.rubrics, JSON.stringify({ version: 1, rubrics: all }));
  const study = await Study.open(project);
  const hashes = await hashesOf(study);
  await study.close();
  for (const [who, annotator] of annotators.entries()) {
    await makeFile(
      path.join(paths.annotations, `${annotator}.jsonl`),
      Math.min(items, Math.max(0, annotations - who * items)),
      (n) => formatLine(annotation(n, who, annotator, n % rubrics, hashes[n])).trimEnd(),
    );
  }
  return { project, annotations: paths.annotations };
}

const criterionId = (rubric, at) => `criterion ${rubric}.${at}`;

async function hashesOf(study) {
  const { scan } = measured();
  const hashes = [];
  for await (const batch of scan(study.data.paths, study.data.reading))
    for (const { item } of batch) hashes.push(item.hash);
  return hashes;
}

/** A judgement drawn by its number: verdicts on both responses by five criteria. */
function annotation(n, who, annotator, rubric, hash) {
  let state = (n * 4 + who + 1) * 2654435761;
  const chance = () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0;
    return state / 2 ** 32;
  };
  const first = Math.floor(chance() * perRubric);
  const verdicts = [];
  for (let c = 0; c < perAnnotation; c++)
    for (const response of ['r0', 'r1'])
      verdicts.push({ response, criterion: criterionId(rubric, (first + c) % perRubric), value: chance() < 0.6 });
  const winner = chance() < 0.5 ? ['r0', 'r1'] : ['r1', 'r0'];
  return {
    v: 1,
    type: 'annotation',
    id: `01J0000000${(n * 4 + who).toString().padStart(16, '0')}`,
    item: `q${n}`,
    hash,
    annotator,
    time: '2026-01-01T00:00:00.000Z',
    duration: 41_000,
    origin: { kind: 'human' },
    round: 1 + (n % 3),
    question: { version: 1 },
    rubrics: [{ id: `rubric ${rubric}`, version: 1 }],
    shown: who % 2 === 0 ? ['r0', 'r1'] : ['r1', 'r0'],
    seed: n,
    judgement: { ranking: { tiers: winner.map((id) => [id]) }, verdicts },
  };
}
