import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scan } from '../../../src/core/dataset/sources/scan';
import type { Annotation, JournalLine } from '../../../src/core/model/annotation/annotation';
import { random } from '../../../src/core/model/annotation/blindOrder';
import type { QualityReport } from '../../../src/core/model/report/quality';
import { alphaByItem, alphaWithoutEach, type AlphaMetric } from '../../../src/core/quality/agreement/itemAlpha';
import { cohenKappa } from '../../../src/core/quality/agreement/cohenKappa';
import { qualityOf } from '../../../src/core/quality/report/qualityReport';
import { Study } from '../../../src/core/study/study';
import { simulatedStudy, type Simulation } from '../made/simulatedStudy';
import { temporaryFolder } from '../made/temporaryFolder';

/** Preferences of three people on `units` pairs, each right in `right` of them, the better one always first in the file. */
function betterFirst(units: number, right: number, seed: number, levels = 1) {
  const next = random(seed);
  const rows = Array.from({ length: units * 3 }, (_, at) => ({
    unit: Math.floor(at / 3),
    annotator: at % 3,
    value: (next() < right ? 1 : -1) * (1 + Math.floor(next() * levels)) * (next() < 0.05 ? 0 : 1),
  }));
  return rows;
}

type Rows = ReturnType<typeof betterFirst>;

/** A number to nine places: sums in another order differ in their last bits. */
const near = (value: number | null): unknown => (value === null ? null : expect.closeTo(value, 9));

/** The same of units with their two responses swapped in the file, each with a chance of one half. */
function shuffled(rows: Rows, seed: number): Rows {
  const next = random(seed);
  const signs = rows.map(() => (next() < 0.5 ? -1 : 1));
  return rows.map((row) => ({ ...row, value: row.value * signs[row.unit]! }));
}

const columns = (rows: Rows) => ({
  items: rows.map(({ unit }) => unit),
  units: rows.map(({ unit }) => unit),
  annotators: rows.map(({ annotator }) => annotator),
  values: rows.map(({ value }) => value),
  isSigned: true,
});

describe('agreement on preferences', () => {
  it.each<[AlphaMetric, number]>([
    ['nominal', 1],
    ['ordinal', 3],
    ['ordinal', 60],
    ['interval', 1],
  ])('is the same whichever response a file lists first: %s, of %d strengths', (metric, levels) => {
    for (let seed = 0; seed < 30; seed++) {
      const rows = betterFirst(60, 0.9, seed, levels);
      const [one, other] = [rows, shuffled(rows, seed)].map((each) => alphaByItem(columns(each), metric));
      for (const figure of ['alpha', 'same', 'kappa'] as const) {
        const [a, b] = [one![figure], other![figure]];
        if (a === null) expect(b).toBeNull();
        else expect([b?.value, b?.low, b?.high]).toEqual([a.value, a.low, a.high].map(near));
      }
      const [without, withoutToo] = [rows, shuffled(rows, seed)].map((each) =>
        alphaWithoutEach(columns(each), metric, 3),
      );
      expect(withoutToo).toEqual(without!.map(near));
    }
  });

  it('is what two of three who choose the better one in 91 % of the pairs agree, and not 0, where it stands first', () => {
    const rows = betterFirst(5_000, 0.91, 1).map((row) => ({ ...row, value: row.value === 0 ? 1 : row.value }));
    const { alpha, same } = alphaByItem(columns(rows), 'nominal');
    expect(same!.value).toBeCloseTo(0.84, 1);
    expect(alpha!.value).toBeCloseTo(2 * same!.value - 1, 2);
    // As a file in random order has it, by the plain formula.
    const plain = alphaByItem({ ...columns(shuffled(rows, 2)), isSigned: false }, 'nominal');
    expect(alpha!.value).toBeCloseTo(plain.alpha!.value, 1);
    expect(alphaByItem({ ...columns(rows), isSigned: false }, 'nominal').alpha!.value).toBeLessThan(0.1);
  });

  it('is there where one side always wins', () => {
    const rows = betterFirst(20, 1, 1).map((row) => ({ ...row, value: 1 }));
    expect(alphaByItem(columns(rows), 'nominal').alpha?.value).toBeCloseTo(1, 9);
    const pairs = rows.map(({ unit }) => ({ item: unit, first: 1, second: 1 }));
    expect(cohenKappa(2, pairs).kappa).toBeNull();
    expect(cohenKappa(2, pairs, [1, 0]).kappa?.value).toBe(1);
  });
});

/** The report on a study, and on the same one whose file lists the response first that more preferred. */
async function bothOrders(simulation: Simulation): Promise<readonly [QualityReport, QualityReport]> {
  const folder = temporaryFolder();
  const project = await simulatedStudy(folder, simulation);
  const asDrawn = await reportOf(project);
  const journals = join(folder, 'simulated.tiebreak.d', 'annotations');
  const linesOf = (name: string): JournalLine[] =>
    readFileSync(join(journals, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as JournalLine);
  const wins = new Map<string, number>();
  for (const name of readdirSync(journals))
    for (const line of linesOf(name)) {
      const best = (line as Annotation).judgement.comparisons?.[0];
      if (best === undefined || best.outcome === 'tie') continue;
      const key = `${(line as Annotation).item} ${best.outcome === 'a' ? best.a : best.b}`;
      wins.set(key, (wins.get(key) ?? 0) + 1);
    }
  const dataset = join(folder, 'simulated.jsonl');
  const records = readFileSync(dataset, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; responses: { id: string }[] });
  const won = (item: string, response: string): number => wins.get(`${item} ${response}`) ?? 0;
  for (const { id, responses } of records) responses.sort((a, b) => won(id, b.id) - won(id, a.id));
  writeFileSync(dataset, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const study = await Study.open(project);
  const hashes = new Map<string, string>();
  for await (const batch of scan(study.data.paths, study.data.reading))
    for (const parsed of batch) if ('item' in parsed) hashes.set(parsed.item.id, parsed.item.hash);
  await study.close();
  for (const name of readdirSync(journals))
    writeFileSync(
      join(journals, name),
      linesOf(name)
        .map((line) => `${JSON.stringify({ ...line, hash: hashes.get((line as Annotation).item) })}\n`)
        .join(''),
    );
  return [asDrawn, await reportOf(project)];
}

async function reportOf(project: string): Promise<QualityReport> {
  const study = await Study.open(project);
  try {
    await study.refresh();
    return await qualityOf(study, {});
  } finally {
    await study.close();
  }
}

/** Figures to nine places: sums in another order differ in their last bits. */
const rounded = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, each: unknown) => (typeof each === 'number' ? Number(each.toPrecision(9)) : each)),
  );

it.each([1, 2, 3])('a report says the same whichever response the file lists first (%d)', async (seed) => {
  const [one, other] = await bothOrders({
    items: 300,
    perItem: 3,
    annotators: [
      { name: 'ana', epsilon: 0.1, seconds: 30 },
      { name: 'ben', epsilon: 0.2, seconds: 30 },
      { name: 'cleo', epsilon: 0.1, seconds: 30 },
      { name: 'judge', epsilon: 0.15, seconds: 1, isModel: true },
    ],
    models: { alpha: 1, beta: 0, gamma: -0.5 },
    ties: 0.05,
    seed,
  });
  expect(one.agreement.rows[0]!.alpha!.value).toBeGreaterThan(0.3);
  for (const part of ['agreement', 'annotators', 'noise', 'findings', 'models'] as const)
    expect([part, rounded(other[part])]).toEqual([part, rounded(one[part])]);
  // But for how many pairs a judge saw in the order of the file.
  const machines = ({ machines: { machines: all } }: QualityReport): unknown =>
    rounded(all.map((each) => ({ ...each, shownAsListed: 0 })));
  expect(one.machines.machines[0]!.firstWins!.items).toBeGreaterThan(100);
  expect(machines(other)).toEqual(machines(one));
});
