import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Annotation } from '../../../src/core/model/annotation/annotation';
import { random } from '../../../src/core/model/annotation/blindOrder';
import type { QualityReport } from '../../../src/core/model/report/quality';
import { people } from '../../../src/core/model/annotation/judgeKind';
import { itemsBehind } from '../../../src/core/quality/items/itemsBehind';
import { readJudgements } from '../../../src/core/quality/judgements/readJudgements';
import { pairUnit } from '../../../src/core/quality/judgements/units';
import { leanOf, positionFigures } from '../../../src/core/quality/machines/positionFigures';
import { reportOf } from '../../../src/core/quality/report/qualityReport';
import { findingText } from '../../../src/core/model/report/document/findings';
import { Study } from '../../../src/core/study/study';
import { simulatedStudy, type SimulatedAnnotator, type Simulation } from '../made/simulatedStudy';
import { temporaryFolder } from '../made/temporaryFolder';

const steady = (name: string): SimulatedAnnotator => ({ name, epsilon: 0.1, seconds: 30 });
const judging = (more: Partial<SimulatedAnnotator>): Simulation => ({
  items: 400,
  perItem: 4,
  annotators: [
    steady('ana'),
    steady('ben'),
    steady('cleo'),
    { name: 'judge', epsilon: 0.1, seconds: 1, isModel: true, ...more },
  ],
  models: { alpha: 0.5, beta: 0 },
  seed: 4,
});

interface Judged {
  readonly report: QualityReport;
  readonly flips: readonly number[];
  readonly firsts: readonly number[];
}

/** @param change of each line of the judge's journal, on the way */
async function judged(simulation: Simulation, change?: (line: Annotation, at: number) => Annotation): Promise<Judged> {
  const folder = temporaryFolder();
  const project = await simulatedStudy(folder, simulation);
  const journal = join(folder, 'simulated.tiebreak.d', 'annotations', 'judge.jsonl');
  if (change)
    writeFileSync(
      journal,
      readFileSync(journal, 'utf8')
        .trim()
        .split('\n')
        .map((line, at) => `${JSON.stringify(change(JSON.parse(line) as Annotation, at))}\n`)
        .join(''),
    );
  const study = await Study.open(project);
  try {
    await study.refresh();
    const judgements = await readJudgements(study);
    return {
      report: reportOf(judgements, study),
      flips: itemsBehind(judgements, people, new Map(), { of: 'flips', annotator: 'judge' }),
      firsts: itemsBehind(judgements, people, new Map(), { of: 'bias', trait: 'position', annotator: 'judge' }),
    };
  } finally {
    await study.close();
  }
}

const judgeIn = ({ report }: Judged) => report.machines.machines.find(({ name }) => name === 'judge')!;
const leaning = ({ report }: Judged) => report.findings.filter(({ finding }) => finding.code === 'machine-position');
const imported = (line: Annotation): Annotation => ({
  ...line,
  seed: null,
  origin: { kind: 'imported', from: 'annotators', by: 'judge' },
});
const comparisonOf = ({ judgement }: Annotation) => judgement.comparisons![0]!;
/** Both are compared in the order of the dataset. */
const asListed = (line: Annotation): Annotation => ({ ...line, shown: [comparisonOf(line).a, comparisonOf(line).b] });

describe('a judge that leans to what it is shown first', () => {
  it('is told with the share that was planted, and the items behind it', async () => {
    const found = await judged(judging({ firstShare: 0.3 }));
    const { firstWins, firstWinsPeople, bothOrders, shownAsListed } = judgeIn(found);
    expect(firstWins!.low).toBeLessThanOrEqual(0.65);
    expect(firstWins!.high).toBeGreaterThanOrEqual(0.65);
    expect(firstWinsPeople!.low).toBeLessThanOrEqual(0.5);
    expect(firstWinsPeople!.high).toBeGreaterThanOrEqual(0.5);
    expect(bothOrders).toBeNull();
    expect(shownAsListed).toBeGreaterThan(0.4);
    expect(found.firsts).toHaveLength(Math.round(firstWins!.value * firstWins!.items));
    const [finding] = leaning(found);
    expect(findingText(finding!.finding)).toMatch(
      /^judge takes the first shown \d+% \(\d+% to \d+%\) of the time, people the same one \d+% \(.*\)\. Ask it in both orders\.$/u,
    );
  });

  it('is reported at 100 % where it always takes it', async () => {
    const found = await judged(judging({ takesFirst: true }));
    expect(judgeIn(found).firstWins).toMatchObject({ value: 1, items: 400 });
    expect(leaning(found)).toHaveLength(1);
  });

  it('is told from what it says in both orders, which one journal holds', async () => {
    const found = await judged(judging({ firstShare: 0.3, asksBothOrders: true }));
    const { bothOrders, firstWins } = judgeIn(found);
    expect(bothOrders!.pairs).toBe(400);
    expect(firstWins).toMatchObject({ items: 400 });
    // Both times by what it says: 0.7² of 0.1² + 0.9² the same; else one of the two by the order.
    const same = 0.7 ** 2 * (0.1 ** 2 + 0.9 ** 2) + 2 * 0.3 * 0.7 * 0.5;
    expect(bothOrders!.consistent.low).toBeLessThanOrEqual(same);
    expect(bothOrders!.consistent.high).toBeGreaterThanOrEqual(same);
    expect(bothOrders!.flips.value).toBeCloseTo(1 - bothOrders!.consistent.value, 9);
    expect(bothOrders!.flipped).toBe(Math.round(bothOrders!.flips.value * 400));
    expect(found.flips).toHaveLength(bothOrders!.flipped);
    expect(bothOrders!.toFirst!.value).toBeGreaterThan(0.7);
    expect(bothOrders!.flippedToFirst).toBe(Math.round(bothOrders!.toFirst!.value * bothOrders!.flipped));
    expect(findingText(leaning(found)[0]!.finding)).toMatch(
      /Asked in both orders, it turns round on a share of the pairs: .*\. Of these for the first shown: \d+ of \d+\./u,
    );
  });

  it('is told where nobody else judged', async () => {
    const alone = { ...judging({ firstShare: 0.3 }), perItem: 1 };
    const found = await judged({ ...alone, annotators: alone.annotators.slice(3) });
    expect(judgeIn(found)).toMatchObject({ units: 0, kappa: null, firstWinsPeople: null });
    expect(leaning(found)).toHaveLength(1);
    expect(found.firsts).toHaveLength(Math.round(judgeIn(found).firstWins!.value * 400));
  });
});

describe('the order in which a judge was shown two responses', () => {
  it('is known of imported labels that come in both orders', async () => {
    const found = await judged(judging({ firstShare: 0.3 }), imported);
    expect(judgeIn(found).firstWins!.value).toBeGreaterThan(0.58);
    expect(leaning(found)).toHaveLength(1);
  });

  it('is not where all of them are in the order of the dataset', async () => {
    const found = await judged(judging({ firstShare: 0.3 }), (line) => asListed(imported(line)));
    expect(judgeIn(found)).toMatchObject({ shownAsListed: null, firstWins: null, bothOrders: null });
    expect(judgeIn(found).confirmed).not.toBeNull();
    expect(leaning(found)).toEqual([]);
  });

  it('is not where each has the better one first, as files of chosen and rejected have', async () => {
    const found = await judged(judging({}), (line) => {
      const { a, b, outcome } = comparisonOf(line);
      return { ...imported(line), shown: outcome === 'a' ? [a, b] : [b, a] };
    });
    expect(judgeIn(found)).toMatchObject({ shownAsListed: null, firstWins: null });
    expect(leaning(found)).toEqual([]);
  });
});

describe('the share of the first shown, over many judges', () => {
  /** Figures of a judge who takes the first shown with a chance, else mostly the better one, which is shown first with a chance. */
  function drawn(seed: number, firstShare: number, betterFirst: number, bothOrders = false) {
    const next = random(seed);
    const [rows, units, outcomes, orders]: number[][] = [[], [], [], []];
    const majority = new Map<number, { value: number; item: number }>();
    for (let row = 0; row < (bothOrders ? 500 : 300); row++) {
      const unit = pairUnit(2 * row, 2 * row + 1);
      const better = next() < 0.5 ? 1 : -1;
      majority.set(unit, { value: next() < 0.95 ? better : -better, item: row });
      const first = next() < betterFirst ? better : -better;
      for (const order of bothOrders ? [first, -first] : [first]) {
        rows!.push(row);
        units!.push(unit);
        orders!.push(order);
        outcomes!.push(next() < firstShare ? order : next() < 0.8 ? better : -better);
      }
    }
    return positionFigures(
      {
        rows: Uint32Array.from(rows!),
        units: Float64Array.from(units!),
        outcomes: Int8Array.from(outcomes!),
        orders: Int8Array.from(orders!),
      },
      majority,
    );
  }
  const seeds = Array.from({ length: 500 }, (_, seed) => seed);
  const shareOf = (isSo: (seed: number) => boolean): number => seeds.filter(isSo).length / seeds.length;
  const covers = (
    estimate: { readonly low: number | null; readonly high: number | null } | null,
    truth: number,
  ): boolean => estimate !== null && (estimate.low ?? 1) <= truth && (estimate.high ?? 0) >= truth;

  it('holds what was planted in 92 to 98 of 100', () => {
    for (const rate of [
      shareOf((seed) => covers(drawn(seed, 0.3, 0.5).firstWins, 0.65)),
      shareOf((seed) => covers(drawn(seed, 0, 0.5).firstOverPeople, 0)),
      // Both times the first, or both times the last: 0.86 · 0.44 and 0.14 · 0.56.
      shareOf((seed) => covers(drawn(seed, 0.3, 0.5, true).bothOrders!.toFirst, 0.3784 / (0.3784 + 0.0784))),
      shareOf((seed) => covers(drawn(seed, 0.3, 0.5, true).bothOrders!.flips, 0.3784 + 0.0784)),
    ]) {
      expect(rate).toBeGreaterThanOrEqual(0.92);
      expect(rate).toBeLessThanOrEqual(0.98);
    }
  });

  const leans = (...drawnAs: [firstShare: number, betterFirst: number, bothOrders?: boolean]): number =>
    shareOf((seed) => leanOf(drawn(seed, ...drawnAs), 0.05) >= 0.05);

  it('accuses at most 5 of 100 judges who go by what is better, also where that was mostly shown first', () => {
    expect(leans(0, 0.5)).toBeLessThanOrEqual(0.05);
    expect(leans(0, 0.9)).toBeLessThanOrEqual(0.05);
    expect(leans(0, 0.5, true)).toBeLessThanOrEqual(0.05);
    expect(leans(0, 0.9, true)).toBeLessThanOrEqual(0.05);
  });

  it('names a judge who takes it in 65 of 100, in 99 of 100 studies of 300 pairs', () => {
    expect(leans(0.3, 0.5)).toBeGreaterThanOrEqual(0.99);
    expect(leans(0.3, 0.9, true)).toBeGreaterThanOrEqual(0.99);
  });
});
