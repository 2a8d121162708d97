import { describe, expect, it } from 'vitest';
import type { Finding, QualityReport, RatedFinding } from '../../../src/core/model/report/quality';
import { qualityOf } from '../../../src/core/quality/report/qualityReport';
import { Study } from '../../../src/core/study/study';
import { simulatedStudy, type Simulation } from '../made/simulatedStudy';
import { temporaryFolder } from '../made/temporaryFolder';

/** What the report says first of studies with something planted, over seeds. */

const steady = (name: string, epsilon = 0.06) => ({ name, epsilon, seconds: 30 });
const opposite = (name: string) => ({ ...steady(name), wantsOpposite: true });
const four = [steady('ana'), steady('ben'), steady('cleo'), steady('dan')];
const plain: Simulation = {
  items: 300,
  perItem: 3,
  annotators: four,
  models: { alpha: 0.5, beta: 0, gamma: -0.5 },
  seed: 1,
};

async function reportOn(simulation: Simulation): Promise<QualityReport> {
  const study = await Study.open(await simulatedStudy(temporaryFolder(), simulation));
  try {
    await study.refresh();
    return await qualityOf(study);
  } finally {
    await study.close();
  }
}

async function overSeeds(simulation: Simulation, seeds: number): Promise<QualityReport[]> {
  const reports: QualityReport[] = [];
  for (let seed = 1; seed <= seeds; seed++) reports.push(await reportOn({ ...simulation, seed }));
  return reports;
}

const isOf = <C extends Finding['code']>(
  code: C,
  finding: Finding | undefined,
): finding is Extract<Finding, { code: C }> => finding?.code === code;
const grave = ({ findings }: QualityReport): RatedFinding[] => findings.filter(({ severity }) => severity === 'high');

describe('a study of equals', () => {
  it.each([
    [60, 2, ['ana', 'ben', 'cleo', 'dan']],
    [80, 3, ['ana', 'ben', 'cleo', 'dan', 'eve']],
  ])('has nothing to be mended first in at least 95 of 100: %d items by %d', async (items, perItem, names) => {
    const reports = await overSeeds(
      { ...plain, items, perItem, annotators: names.map((name) => steady(name, 0.15)) },
      100,
    );
    expect(reports.filter((report) => grave(report).length > 0).length).toBeLessThanOrEqual(5);
  });
});

describe('what is planted is said first, with its reason', () => {
  it('somebody who takes the longer response', async () => {
    const eve = { ...steady('eve'), takesLonger: true };
    for (const { findings } of await overSeeds({ ...plain, annotators: [...four, eve], controls: 40 }, 4)) {
      const { finding } = findings[0]!;
      expect(finding).toMatchObject({ code: 'annotator-differs', annotator: 'eve' });
      if (!isOf('annotator-differs', finding)) continue;
      expect(finding.signs[0]).toMatchObject({ sign: 'trait', trait: 'length', share: 1 });
      const controls = finding.signs.flatMap((sign) => (sign.sign === 'controls' ? [sign] : []));
      expect(controls[0]!.others![0]).toBeGreaterThan(controls[0]!.right);
      expect(findings.map((each) => each.finding)).toContainEqual(
        expect.objectContaining({
          code: 'low-agreement',
          why: expect.objectContaining({ annotator: 'eve' }) as unknown,
        }),
      );
    }
  });

  it.each([
    [
      'three and three',
      [...four.slice(0, 3), opposite('dan'), opposite('eve'), opposite('fay')],
      'ana,ben,cleo|dan,eve,fay',
    ],
    ['four and two', [...four, opposite('eve'), opposite('fay')], 'ana,ben,cleo,dan|eve,fay'],
  ])(
    'groups of %s: nobody of them is accused, and noise and accuracy are those inside',
    async (_, annotators, named) => {
      for (const { findings, noise, annotators: figures } of await overSeeds({ ...plain, annotators }, 4)) {
        const { finding } = findings[0]!;
        expect(finding.code).toBe('groups');
        if (!isOf('groups', finding)) continue;
        const names = finding.groups.map((group) => group.annotators.toSorted().join());
        expect(names.toSorted().join('|')).toBe(named);
        expect(findings.filter((each) => each.finding.code.startsWith('annotator-'))).toEqual([]);
        expect(noise.overlap!.epsilon.low).toBeLessThanOrEqual(0.06);
        expect(noise.overlap!.epsilon.high).toBeLessThan(0.13);
        for (const { accuracy } of figures.annotators) expect(accuracy).toBeGreaterThan(0.8);
      }
    },
  );

  it('groups that part on length, and only on that', async () => {
    const longer = (name: string) => ({ ...steady(name), takesLonger: true });
    const annotators = [...four.slice(0, 3), longer('dan'), longer('eve'), longer('fay')];
    for (const { findings } of await overSeeds({ ...plain, annotators, models: { alpha: 2, beta: -2 } }, 3)) {
      const { finding } = findings[0]!;
      expect(finding).toMatchObject({ code: 'groups', part: { on: 'trait', trait: 'length' } });
    }
  });

  it('two who copy', async () => {
    const annotators = [
      steady('ana', 0.15),
      { ...steady('ben', 0.15), copies: 'ana' },
      steady('cleo', 0.15),
      steady('dan', 0.15),
    ];
    for (const { findings } of await overSeeds({ ...plain, items: 156, perItem: 4, annotators }, 4)) {
      const { finding } = findings[0]!;
      expect(finding).toMatchObject({ code: 'copies', copies: { a: 'ana', b: 'ben', all: 156, same: 156 } });
      if (isOf('copies', finding)) expect(finding.copies.errors.same).toBe(finding.copies.errors.all);
    }
  });

  it('three of five who answer at random', async () => {
    const annotators = [...four.slice(0, 2), steady('cleo', 0.5), steady('dan', 0.5), steady('eve', 0.5)];
    for (const report of await overSeeds({ ...plain, items: 500, annotators }, 4)) {
      const named = grave(report).flatMap(({ finding }) =>
        finding.code.startsWith('annotator-') && 'annotator' in finding ? [finding.annotator] : [],
      );
      expect(named.filter((name) => ['ana', 'ben'].includes(name))).toEqual([]);
      expect([...new Set(named)].toSorted()).toEqual(['cleo', 'dan', 'eve']);
    }
  });

  it('models that beat each other in a circle, and not that more pairs would tell', async () => {
    for (const { findings } of await overSeeds({ ...plain, items: 600, cycle: 0.7 }, 4)) {
      const codes = findings.map(({ finding }) => finding.code);
      expect(codes[0]).toBe('models-cycle');
      expect(codes).not.toContain('models-close');
    }
    for (const { models } of await overSeeds({ ...plain, models: { alpha: 0, beta: 0, gamma: 0 } }, 5))
      expect(models.sureCycles).toEqual([]);
  });

  it('a criterion that is read in two ways, though nobody is careless', async () => {
    for (const { findings, agreement } of await overSeeds({ ...plain, withVerdicts: true, withUnclear: true }, 3)) {
      const unclear = findings.flatMap(({ finding }) =>
        isOf('criterion-unclear', finding) ? [finding.criterion] : [],
      );
      expect(unclear.map(({ criterion }) => criterion)).toEqual(['unclear']);
      expect(agreement.criterionNoise.find(({ criterion }) => criterion === 'idle')!.differ.value).toBe(0);
    }
  });

  it('what a majority of three is worth where half of the pairs are hard', async () => {
    const annotators = ['ana', 'ben', 'cleo', 'dan', 'eve'].map((name) => steady(name, 0.02));
    for (const { noise } of await overSeeds({ ...plain, perItem: 5, annotators, hard: 0.4 }, 4)) {
      const { right, low, high } = noise.majority.find((each) => each.annotators === 3)!;
      expect(noise.majorityBy).toBe('difficulty');
      expect(noise.heldOut!.difficulty).toBeLessThan(noise.heldOut!.equal);
      expect(right).toBeLessThan(0.89);
      expect(low).toBeLessThan(0.823);
      expect(high).toBeGreaterThan(0.823);
    }
  });
});
