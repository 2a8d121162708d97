import { describe, expect, it } from 'vitest';
import { people } from '../../../src/core/model/annotation/judgeKind';
import type { ItemsQuestion } from '../../../src/core/model/report/itemsQuestion';
import type { QualityReport } from '../../../src/core/model/report/quality';
import { itemsBehind } from '../../../src/core/quality/items/itemsBehind';
import { knownPreferences } from '../../../src/core/quality/judgements/knownPreferences';
import { readJudgements } from '../../../src/core/quality/judgements/readJudgements';
import type { StudyJudgements } from '../../../src/core/quality/judgements/studyJudgements';
import { qualityOf } from '../../../src/core/quality/report/qualityReport';
import { Study } from '../../../src/core/study/study';
import { simulatedStudy, type Simulation } from '../made/simulatedStudy';
import { temporaryFolder } from '../made/temporaryFolder';

const steady = (name: string, epsilon: number) => ({ name, epsilon, seconds: 30 });
const simulation: Simulation = {
  items: 240,
  perItem: 1,
  annotators: [steady('ana', 0.1), steady('ben', 0.3), steady('cleo', 0.2)],
  models: { alpha: 1, beta: 0, gamma: -0.5 },
  ties: 0.1,
  seed: 5,
};

interface Opened {
  readonly judgements: StudyJudgements;
  readonly report: QualityReport;
  readonly behind: (question: ItemsQuestion) => number[];
}

async function open(of: Simulation): Promise<Opened> {
  const study = await Study.open(await simulatedStudy(temporaryFolder(), of));
  await study.refresh();
  const judgements = await readJudgements(study);
  const known = knownPreferences(judgements, study.project.plan?.controls?.answers);
  const report = await qualityOf(study);
  await study.close();
  return {
    judgements,
    report,
    behind: (question) => itemsBehind(judgements, people, known, question),
  };
}

/** Of one annotator per item a figure of preferences is one of items: both must be the same. */
describe('items behind the figures of a study whose items are judged once', () => {
  it('are as many as a model won, lost and tied', async () => {
    const { report, behind } = await open(simulation);
    for (const { model, wins, losses, ties, pairs } of report.models.models) {
      expect(behind({ of: 'wins', model, over: null })).toHaveLength(wins);
      expect(behind({ of: 'wins', model: null, over: model })).toHaveLength(losses);
      expect(behind({ of: 'ties', model })).toHaveLength(ties);
      expect(behind({ of: 'compared', model, other: null })).toHaveLength(pairs);
    }
    expect(behind({ of: 'compared', model: 'alpha', other: 'beta' })).toEqual(
      behind({ of: 'compared', model: 'beta', other: 'alpha' }),
    );
    expect(behind({ of: 'wins', model: 'nobody', over: null })).toEqual([]);
  });

  it('are the share of a slice that a model won there', async () => {
    const { report, behind } = await open(simulation);
    for (const { by, value, winRates } of report.models.slices) {
      const within = { by, value };
      for (const [at, { model }] of report.models.models.entries()) {
        const won = behind({ of: 'wins', model, over: null, within });
        const all = behind({ of: 'compared', model, other: null }).filter((ordinal) =>
          behind({ of: 'judged', within }).includes(ordinal),
        );
        const tied = behind({ of: 'ties', model }).filter((ordinal) => all.includes(ordinal));
        expect((won.length + tied.length / 2) / all.length).toBeCloseTo(winRates[at]!.value, 10);
      }
    }
    expect(report.models.slices.length).toBeGreaterThan(2);
  });

  it('are as many as the winner is longer by so much, and as the first in the dataset wins', async () => {
    const { report, behind } = await open(simulation);
    for (const { from, to, count } of report.work.lengthHistogram)
      expect(behind({ of: 'longer-by', from, to })).toHaveLength(count);
    const { strict } = report.work.preferences;
    expect(behind({ of: 'bias', trait: 'first' }).length / strict).toBeCloseTo(report.work.balance.first!.value, 10);
    const own = report.annotators.annotators.map(({ name }) => behind({ of: 'bias', trait: 'first', annotator: name }));
    expect(own.flat().sort((a, b) => a - b)).toEqual(behind({ of: 'bias', trait: 'first' }));
  });

  it('come the quickest or the longest first', async () => {
    const { judgements, behind } = await open(simulation);
    const durations = (ordinals: readonly number[]): number[] =>
      ordinals.map((ordinal) => judgements.annotations.duration[judgements.annotations.row.indexOf(ordinal)]!);
    const quickest = durations(behind({ of: 'judged', annotator: 'ana', first: 'quickest' }));
    expect(quickest.length).toBeGreaterThan(50);
    expect(quickest).toEqual(quickest.toSorted((a, b) => a - b));
    const longest = durations(behind({ of: 'judged', first: 'longest' }));
    expect(longest).toHaveLength(240);
    expect(longest).toEqual(longest.toSorted((a, b) => b - a));
  });

  it('are none where nothing repeats or was skipped', async () => {
    const { behind } = await open(simulation);
    for (const what of ['prompt', 'response'] as const) expect(behind({ of: 'repeated', what })).toEqual([]);
    expect(behind({ of: 'skipped' })).toEqual([]);
    expect(behind({ of: 'verifiers', wrongly: 'pass' })).toEqual([]);
    expect(behind({ of: 'wins-over-reference', model: 'alpha' })).toEqual([]);
  });
});

const withOverlap: Simulation = { ...simulation, perItem: 2, ties: 0, repeats: 0.3, controls: 40, withEmptyCell: true };

describe('items behind the figures of a study with overlap, repeats and controls', () => {
  it('are as many as so many annotators judged', async () => {
    const { report, behind } = await open(withOverlap);
    for (const [annotators, count] of report.work.coverage.entries())
      expect(behind({ of: 'judged-by', annotators, orMore: false })).toHaveLength(count);
    const several = report.work.coverage.slice(2).reduce((sum, count) => sum + count, 0);
    expect(behind({ of: 'judged-by', annotators: 2, orMore: true })).toHaveLength(several);
    for (const { by, value, judged, items } of report.work.slices) {
      expect(behind({ of: 'judged', within: { by, value } })).toHaveLength(judged);
      expect(behind({ of: 'cell', fields: [{ by, value }] })).toHaveLength(items - judged);
    }
  });

  it('are the share on which two annotators differ', async () => {
    const { report, behind } = await open(withOverlap);
    expect(report.agreement.pairs).toHaveLength(3);
    for (const { a, b, same, units } of report.agreement.pairs)
      expect(behind({ of: 'disputed', between: [a, b] })).toHaveLength(Math.round((1 - same!.value) * units));
  });

  it('are those of a slice, whose share differs', async () => {
    const { report, behind } = await open(withOverlap);
    const all = behind({ of: 'disputed', kind: 'preferences' });
    const { slices } = report.noise;
    expect(slices.length).toBeGreaterThan(2);
    for (const { by, value, overlap } of slices) {
      const found = behind({ of: 'disputed', kind: 'preferences', within: { by, value } });
      const inside = behind({ of: 'judged', within: { by, value } });
      expect(found).toEqual(all.filter((ordinal) => inside.includes(ordinal)));
      expect(found.length > 0).toBe(overlap.differ > 0);
    }
  });

  it('of everybody are those of each', async () => {
    const { report, behind } = await open(withOverlap);
    for (const of of ['controls', 'repeats'] as const) {
      const each = report.annotators.annotators.flatMap(({ name }) => behind({ of, annotator: name }));
      expect(behind({ of })).toEqual([...new Set(each)].sort((a, b) => a - b));
      expect(behind({ of }).length).toBeGreaterThan(3);
    }
  });
});
