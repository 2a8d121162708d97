import { describe, expect, it } from 'vitest';
import { Study } from '../../../src/core/study/study';
import type { ItemsQuestion } from '../../../src/core/model/report/itemsQuestion';
import { people } from '../../../src/core/model/annotation/judgeKind';
import { readJudgements } from '../../../src/core/quality/judgements/readJudgements';
import { itemsBehind } from '../../../src/core/quality/items/itemsBehind';
import { qualityOf } from '../../../src/core/quality/report/qualityReport';
import type { QualityReport } from '../../../src/core/model/report/quality';
import type { QualityOptions } from '../../../src/core/quality/report/qualityReport';
import { simulatedStudy, type Simulation } from '../made/simulatedStudy';
import { temporaryFolder } from '../made/temporaryFolder';

async function reportOn(simulation: Simulation, options: QualityOptions = {}): Promise<QualityReport> {
  const study = await Study.open(await simulatedStudy(temporaryFolder(), simulation));
  try {
    await study.refresh();
    return await qualityOf(study, options);
  } finally {
    await study.close();
  }
}

const steady = (name: string, epsilon = 0.1) => ({ name, epsilon, seconds: 30 });
const plain: Simulation = {
  items: 600,
  perItem: 3,
  annotators: [steady('ana'), steady('ben'), steady('cleo'), steady('dan')],
  models: { alpha: 1, beta: 0, gamma: -0.5 },
  seed: 3,
};
const holds = ({ low, high }: { low: number | null; high: number | null }, truth: number): void => {
  expect(low).toBeLessThanOrEqual(truth);
  expect(high).toBeGreaterThanOrEqual(truth);
};

describe('the quality report of a study with planted truth', () => {
  it('finds the noise by overlap, repeats and controls, and what a majority is worth', async () => {
    const { noise, findings } = await reportOn({ ...plain, repeats: 0.3, controls: 80 });
    holds(noise.overlap!.epsilon, 0.1);
    holds(noise.repeats!.epsilon, 0.1);
    holds(noise.controls!.epsilon, 0.1);
    const right = noise.majority.find(({ annotators }) => annotators === 3)!.right;
    expect(right).toBeCloseTo(1 - 3 * 0.1 ** 2 * 0.9 - 0.1 ** 3, 1);
    expect(noise.now!.withOneMore).toBeGreaterThanOrEqual(noise.now!.right);
    expect(findings.filter(({ section }) => section === 'annotators')).toEqual([]);
  });

  it('names a careless annotator first, by what is different, and what α is without them', async () => {
    const careless = { name: 'eve', epsilon: 0.5, seconds: 4, takesFirst: true };
    const { annotators, findings, agreement } = await reportOn({
      ...plain,
      annotators: [...plain.annotators, careless],
    });
    const { finding } = findings[0]!;
    expect(finding).toMatchObject({ code: 'annotator-differs', annotator: 'eve' });
    if (finding.code !== 'annotator-differs') return;
    expect(finding.signs.map(({ sign }) => sign)).toEqual(expect.arrayContaining(['fast', 'run']));
    const eve = annotators.annotators.find(({ name }) => name === 'eve')!;
    expect(eve.epsilon!.value).toBeGreaterThan(0.38);
    expect(eve.firstWins).toMatchObject({ value: 1 });
    expect(eve.accuracy).toBeLessThan(0.6);
    expect(eve.alphaWithout! - agreement.rows[0]!.alpha!.value).toBeGreaterThan(0.15);
    expect(findings.filter((each) => JSON.stringify(each).includes('"ana"'))).toEqual([]);
  });

  it('is counted anew without somebody, and of some only', async () => {
    const careless = { name: 'eve', epsilon: 0.5, seconds: 30 };
    const simulation = { ...plain, annotators: [...plain.annotators, careless] };
    const [all, without] = [await reportOn(simulation), await reportOn(simulation, { without: ['eve'] })];
    expect(without.noise.overlap!.epsilon.value).toBeLessThan(all.noise.overlap!.epsilon.value - 0.05);
    expect(without.annotators.annotators.map(({ name }) => name).sort()).toEqual(['ana', 'ben', 'cleo', 'dan']);
    const two = await reportOn(simulation, { annotators: ['ana', 'ben'] });
    expect(two.agreement.pairs).toHaveLength(1);
    expect(two.only).toEqual({ annotators: ['ana', 'ben'], without: [] });
  });

  it('tells when somebody changes', async () => {
    const { findings } = await reportOn({
      ...plain,
      items: 900,
      annotators: [
        ...plain.annotators,
        { name: 'eve', epsilon: 0.05, seconds: 30, drift: { from: 0.6, epsilon: 0.5 } },
      ],
    });
    const drifts = findings.flatMap(({ finding }) => (finding.code === 'annotator-drifts' ? [finding] : []));
    expect(drifts.map(({ annotator }) => annotator)).toEqual(['eve']);
    expect(drifts[0]!.drift.before - drifts[0]!.drift.after).toBeGreaterThan(0.25);
  });

  it('finds biases to length and position of the size that was planted, and no other', async () => {
    const { bias } = await reportOn({
      ...plain,
      items: 1500,
      models: { alpha: 0, beta: 0 },
      annotators: [steady('ana', 0), steady('ben', 0), steady('cleo', 0)],
      length: 0.6,
      position: 0.4,
    });
    const of = (name: string) => bias.rows.find((row) => row.of === name)!;
    holds(of('length').logOdds!, 0.6);
    holds(of('position').logOdds!, 0.4);
    expect(of('list')).toMatchObject({ pairs: 0, wins: null, chance: null });
    expect(bias.ordered).toBe(bias.preferences);
  });

  it('finds the strengths of models, with ties, and what cannot be told apart', async () => {
    const strengths = { alpha: 0.9, beta: 0.1, gamma: -1 };
    const { models } = await reportOn({
      ...plain,
      items: 2000,
      perItem: 1,
      models: strengths,
      annotators: [steady('ana', 0)],
    });
    expect(models.models.map(({ model }) => model)).toEqual(['alpha', 'beta', 'gamma']);
    for (const { model, low, high } of models.models) holds({ low, high }, strengths[model as keyof typeof strengths]);
    expect(models.models[0]).toMatchObject({ rank: 1, bestRank: 1, worstRank: 1 });
    expect(models.components).toHaveLength(1);
    expect(models.wins[0]![2]).toBeGreaterThan(models.wins[2]![0]!);
    expect(models).toMatchObject({ reference: null, tieModels: null });
    const tied = await reportOn(
      { ...plain, items: 2000, perItem: 1, models: strengths, ties: 0.2, annotators: [steady('ana', 0)] },
      { reference: 'gamma' },
    );
    const [alpha, , gamma] = tied.models.models;
    expect(tied.models.reference).toEqual({ model: 'gamma', pairs: gamma!.pairs });
    // A fifth are ties, which count half.
    holds(alpha!.referenceWinRate!, 0.8 / (1 + Math.exp(-1.9)) + 0.1);
    expect(gamma!.referenceWinRate).toBeNull();
    expect(tied.models.tieModels!.threshold).toBeGreaterThan(1.2);
    expect(tied.models.models.map(({ raoKupper }) => raoKupper!.value)).toEqual(
      tied.models.models.map(({ raoKupper }) => raoKupper!.value).sort((a, b) => b - a),
    );
    const close = await reportOn({ ...plain, items: 60, models: { alpha: 0.05, beta: 0 } });
    expect(close.findings.map(({ finding }) => finding.code)).toContain('models-close');
  });

  it('holds models that judge against people, and never counts them as people', async () => {
    const judge = { name: 'judge', epsilon: 0.3, seconds: 1, isModel: true };
    const { machines, annotators, work } = await reportOn({
      ...plain,
      perItem: 4,
      annotators: [...plain.annotators, judge],
    });
    expect(annotators.annotators.map(({ name }) => name)).not.toContain('judge');
    const [machine] = machines.machines;
    expect(machine).toMatchObject({ name: 'judge', kind: 'model' });
    // It is right with chance .7, and so nearly is the majority of people.
    holds(machine!.confirmed!, 0.69);
    expect(work.annotators.map(({ name }) => name).sort()).toEqual(['ana', 'ben', 'cleo', 'dan']);
  });

  it('finds the criterion on which disputes turn, and holds annotators against what was adjudicated', async () => {
    const careless = { name: 'eve', epsilon: 0.35, seconds: 30 };
    const { agreement, annotators, findings, leftOut } = await reportOn({
      ...plain,
      annotators: [...plain.annotators, careless],
      withVerdicts: true,
      adjudicator: 'lea',
    });
    const [decisive, idle] = agreement.criteria;
    expect(agreement.disputed).toBeGreaterThan(100);
    expect(agreement.several).toBe(600);
    expect(decisive).toMatchObject({ criterion: 'decisive', items: agreement.disputed, of: agreement.disputed });
    expect(decisive!.whereAgreed!.value).toBe(0);
    expect(idle).toMatchObject({ criterion: 'idle', items: 0, of: agreement.disputed });
    expect(findings.map(({ finding }) => finding)).toContainEqual({
      code: 'disputed',
      items: agreement.disputed,
      of: 600,
      criterion: { id: 'decisive', items: agreement.disputed },
      because: [],
    });
    expect(leftOut.adjudications).toBe(agreement.disputed);
    const of = (name: string) => annotators.annotators.find((own) => own.name === name)!;
    // Of disputed items only: who is seldom wrong is right on most, who is often wrong on few.
    expect(of('ana').adjudicated!.low).toBeGreaterThan(of('eve').adjudicated!.high!);
    expect(of('eve').adjudicated!.high).toBeLessThan(0.5);
    expect(findings[0]!.finding).toMatchObject({ code: 'annotator-differs', annotator: 'eve' });
    expect(JSON.stringify(findings[0])).toContain('"adjudicated"');
  });

  it('tells who passed the qualification test, by the first control items that each judged', async () => {
    const careless = { name: 'eve', epsilon: 0.5, seconds: 30 };
    const { annotators, findings } = await reportOn({
      ...plain,
      annotators: [steady('ana', 0), steady('ben', 0), careless],
      controls: 60,
      test: { first: 20, pass: 0.9 },
    });
    const of = (name: string) => annotators.annotators.find((own) => own.name === name)!.test!;
    expect(of('ana')).toEqual({ of: 20, done: 20, right: 20, passed: true });
    expect(of('eve')).toMatchObject({ of: 20, done: 20, passed: false });
    expect(of('eve').right).toBeLessThan(17);
    expect(findings.flatMap(({ finding }) => (finding.code === 'test-failed' ? [finding.annotator] : []))).toEqual([
      'eve',
    ]);
  });

  it('finds where the values of two fields cross and nobody judged', async () => {
    const { work, findings } = await reportOn({ ...plain, withEmptyCell: true });
    const [table] = work.crossed;
    expect(work.crossed).toHaveLength(1);
    expect(table!.rows).toEqual({ by: 'metadata.level', values: ['easy', 'hard'] });
    const law = table!.columns.values.indexOf('law');
    expect(table!.items.flat()).toEqual(Array(6).fill(100));
    for (const [row, cells] of table!.judged.entries())
      expect(cells.map((count) => count > 0)).toEqual([0, 1, 2].map((column) => row === 0 || column !== law));
    expect(findings.map(({ finding }) => finding)).toContainEqual({
      code: 'empty-cells',
      cells: [
        { row: { by: 'metadata.level', value: 'hard' }, column: { by: 'metadata.domain', value: 'law' }, items: 100 },
      ],
      count: 1,
    });
  });

  it('finds the items behind biases, wins of models and slices', async () => {
    const study = await Study.open(
      await simulatedStudy(temporaryFolder(), {
        ...plain,
        items: 90,
        annotators: [steady('ana', 0), steady('ben', 0.4)],
        perItem: 2,
      }),
    );
    await study.refresh();
    const judgements = await readJudgements(study);
    const { bias, models } = await qualityOf(study);
    await study.close();
    const behind = (question: ItemsQuestion) => itemsBehind(judgements, people, new Map(), question);
    const longer = bias.rows.find(({ of }) => of === 'length')!;
    // Two judge each item, so that there are at most as many items as wins, and at least half as many.
    const wins = longer.wins!.value * longer.pairs;
    expect(behind({ of: 'bias', trait: 'length' }).length).toBeLessThanOrEqual(wins + 1e-9);
    expect(behind({ of: 'bias', trait: 'length' }).length).toBeGreaterThanOrEqual(wins / 2 - 1e-9);
    const [first, last] = [models.models[0]!.model, models.models.at(-1)!.model];
    const won = behind({ of: 'wins', model: first, over: last });
    const lost = behind({ of: 'wins', model: last, over: first });
    expect(won.length).toBeGreaterThan(lost.length);
    const disputed = behind({ of: 'disputed' });
    expect(won.filter((each) => lost.includes(each)).every((each) => disputed.includes(each))).toBe(true);
    const law = behind({ of: 'disputed', within: { by: 'metadata.domain', value: 'law' } });
    expect(law).toEqual(disputed.filter((ordinal) => ordinal % 3 === 1));
    expect(law.length).toBeGreaterThan(3);
    expect(behind({ of: 'wins', model: 'nobody', over: first })).toEqual([]);
  });

  it('holds labels of the source against those who judged here, and tells the balance of labels', async () => {
    const source = { name: 'source', epsilon: 0.3, seconds: 1, isImported: true };
    const { machines, work } = await reportOn({
      ...plain,
      perItem: 4,
      annotators: [steady('ana'), steady('ben'), steady('cleo'), source],
    });
    const [machine] = machines.machines;
    expect(machine).toMatchObject({ name: 'source', kind: 'source' });
    holds(machine!.confirmed!, 0.69);
    holds(work.balance.first!, 0.5);
    expect(work.balance.acceptable).toBeNull();
    const { lengthHistogram: bins, preferences } = work;
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(0.88 * preferences.strict);
    expect(new Set(bins.map(({ from, to }) => to - from)).size).toBe(1);
  });

  it('says why there is nothing where one person judged once', async () => {
    const { agreement, noise, findings, annotators } = await reportOn({
      ...plain,
      perItem: 1,
      annotators: [steady('ana')],
    });
    expect(agreement.rows[0]).toMatchObject({ kind: 'preferences', alpha: null, why: 'no-overlap' });
    expect(noise).toMatchObject({ overlap: null, repeats: null, controls: null, majority: [], now: null });
    expect(annotators.annotators[0]).toMatchObject({ withOthers: null, epsilon: null, alphaWithout: null });
    expect(findings.map(({ finding }) => finding.code)).toContain('no-overlap');
  });
});
