import { describe, expect, it } from 'vitest';
import { Study } from '../../../src/core/study/study';
import { people } from '../../../src/core/model/annotation/judgeKind';
import { itemsBehind } from '../../../src/core/quality/items/itemsBehind';
import { readJudgements } from '../../../src/core/quality/judgements/readJudgements';
import { qualityOf, reportOf } from '../../../src/core/quality/report/qualityReport';
import type { QualityReport } from '../../../src/core/model/report/quality';
import { simulatedStudy, type Simulation } from '../made/simulatedStudy';
import { temporaryFolder } from '../made/temporaryFolder';

async function reportOn(simulation: Simulation): Promise<QualityReport> {
  const study = await Study.open(await simulatedStudy(temporaryFolder(), simulation));
  try {
    await study.refresh();
    return await qualityOf(study);
  } finally {
    await study.close();
  }
}

const steady = (name: string): Simulation['annotators'][number] => ({ name, epsilon: 0.1, seconds: 30 });
const plain: Simulation = {
  items: 400,
  perItem: 2,
  annotators: [steady('ana'), steady('ben'), steady('cleo')],
  models: { alpha: 1, beta: 0 },
  flips: 0.5,
  seed: 11,
};
const contexts = [{ context: 'For a child.' }, { context: 'For a lawyer.' }];
const turns = [{ turn: 0 }, { turn: 1 }];

describe('judgements under contexts and of single turns', () => {
  for (const [name, settings] of [
    ['contexts', contexts],
    ['turns', turns],
  ] as const)
    it(`count, and annotators are compared within the same one: ${name}`, async () => {
      const { agreement, noise, annotators, models, work, leftOut } = await reportOn({ ...plain, settings });
      const [preferences] = agreement.rows;
      // Two judges on each of two settings of an item; a half of the items says the opposite in the second.
      expect(preferences).toMatchObject({ kind: 'preferences', units: 800, values: 1600 });
      expect(preferences!.same!.items).toBe(400);
      expect(preferences!.same!.value).toBeGreaterThan(0.78);
      expect(noise.overlap!.epsilon.value).toBeLessThan(0.14);
      expect(noise.overlap!.epsilon.items).toBe(400);
      expect(annotators.annotators.reduce((sum, { judged }) => sum + judged, 0)).toBe(1600);
      expect(models.models.map(({ pairs }) => pairs)).toEqual([1600, 1600]);
      expect(models.models[0]!.winRate!.items).toBe(400);
      expect(work).toMatchObject({ annotations: 1600, judged: 400 });
      expect(work.coverage).toEqual([0, 0, 400]);
      expect(work.annotators.reduce((sum, { judged }) => sum + judged, 0)).toBe(800);
      expect(leftOut).toMatchObject({ contexts: 0, turns: name === 'turns' ? 1600 : 0 });
    });

  it('leaves single turns out of lengths and looks, whose texts are of whole responses', async () => {
    const { bias, annotators, work } = await reportOn({ ...plain, settings: turns, position: 1 });
    const byName = new Map(bias.rows.map((row) => [row.of, row]));
    expect(byName.get('length')).toMatchObject({ pairs: 0, wins: null });
    expect(byName.get('position')!.pairs).toBe(1600);
    expect(byName.get('position')!.wins!.items).toBe(400);
    expect(annotators.annotators.map(({ longerWins }) => longerWins)).toEqual([null, null, null]);
    expect(annotators.annotators[0]!.firstWins!.items).toBe(
      work.annotators.find(({ name }) => name === annotators.annotators[0]!.name)!.judged,
    );
    expect(work.lengthGap).toBeNull();
  });

  it('holds annotators against what was adjudicated under the same context, which settles no other', async () => {
    const study = await Study.open(
      await simulatedStudy(temporaryFolder(), { ...plain, settings: contexts, adjudicator: 'judy' }),
    );
    await study.refresh();
    const judgements = await readJudgements(study);
    const { annotators, leftOut } = reportOf(judgements, study);
    expect(leftOut.adjudications).toBeGreaterThan(40);
    expect(judgements.adjudicated.cases.size).toBe(leftOut.adjudications);
    // Of two who differ one is right.
    const right = annotators.annotators.map(({ adjudicated }) => adjudicated!);
    expect(right.reduce((sum, { items }) => sum + items, 0)).toBe(2 * leftOut.adjudications);
    const open = itemsBehind(judgements, people, new Map(), { of: 'unsettled' });
    const all = itemsBehind(judgements, people, new Map(), { of: 'disputed' });
    await study.close();
    // Both settings dispute about as many; those of the first are settled.
    expect(open.length).toBeGreaterThan(40);
    expect(open.length).toBeLessThan(all.length);
  });

  it('leaves out and counts what an item was judged under beside 255 contexts', async () => {
    const many = Array.from({ length: 260 }, (_, at) => ({ context: `Context ${at}` }));
    const { leftOut, work } = await reportOn({ ...plain, items: 2, settings: many });
    expect(leftOut.contexts).toBe(2 * 2 * 5);
    expect(work.annotations).toBe(2 * 2 * 255);
  });

  it('finds what comes again under the same context only', async () => {
    const { noise } = await reportOn({ ...plain, settings: contexts, repeats: 0.4 });
    expect(noise.repeats!.epsilon.low!).toBeLessThanOrEqual(0.1);
    expect(noise.repeats!.epsilon.high!).toBeGreaterThanOrEqual(0.1);
  });
});
