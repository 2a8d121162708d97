import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../../../src/core/model/annotation/annotation';
import type { FigureName } from '../../../../src/core/model/report/figureNames';
import type { QualityReport } from '../../../../src/core/model/report/quality';
import { readJudgements } from '../../../../src/core/quality/judgements/readJudgements';
import { withoutNames } from '../../../../src/core/quality/report/hideNames';
import { reportOf } from '../../../../src/core/quality/report/qualityReport';
import { createStudy } from '../../../../src/core/study/create';
import { airlineRun } from '../../made/airlineRuns';
import { annotationsOf } from '../../made/judgedRecords';
import { itemsOf, opened } from '../../made/study';
import { temporaryFile, temporaryFolder } from '../../made/temporaryFolder';

type Step = NonNullable<Judgement['runSteps']>[number];

/** What is said of the run of a task with that number among its runs. */
interface Of {
  readonly task: number;
  readonly by: string;
  readonly says: (runs: readonly string[]) => Judgement;
}

/**
 * Tasks with two runs each, of which the second passed: a message, `bash` that writes, `bash` that looks, `find_flight`,
 * and the answer. (tau-bench: `reward` is the parity of the trial.)
 */
async function reportOn(tasks: number, said: readonly Of[]): Promise<QualityReport> {
  const calls = (trial: number) =>
    [
      ['bash', { command: `echo ${trial} > a.txt` }, 'done'],
      ['bash', { command: 'cat a.txt' }, `${trial}`],
      ['book_flight', { flight: 'HA1' }, 'booked'],
    ] as const;
  const rows = Array.from({ length: tasks }, (_, task) =>
    [0, 1].map((trial) => airlineRun(task, trial, calls(trial), `Answer ${trial}.`)),
  ).flat();
  const projectFile = join(temporaryFolder(), 'study.tiebreak');
  await createStudy({ projectFile, datasets: [temporaryFile('airline.json', JSON.stringify(rows))] });
  const study = await opened(projectFile);
  const { items } = await itemsOf(study);
  const lines = await annotationsOf(
    study,
    said.map(({ task, by, says }) => ({
      at: task,
      by,
      judgement: says(items[task]!.responses.map(({ id }) => id)),
    })),
  );
  for (const name of new Set(lines.map(({ annotator }) => annotator)))
    await study.append(lines.filter(({ annotator }) => annotator === name));
  await study.refresh();
  const report = reportOf(await readJudgements(study), study);
  await study.close();
  return report;
}

const valueOf =
  (report: QualityReport) =>
  (name: FigureName, what: string | null = null): number | null | undefined => {
    const found = report.judgments.kinds
      .flatMap(({ figures }) => figures)
      .find((each) => each.name === name && each.what === what)?.value;
    return typeof found === 'object' ? found?.value : found;
  };

const step = (response: string, at: number, label: 1 | -1, more: Partial<Step> = {}): Step => ({
  response,
  step: `k${at}`,
  at,
  label,
  ...more,
});

describe('which steps of runs fail', () => {
  it('is told by what a step does, by its tool, and by harness, with how many were judged', async () => {
    const report = await reportOn(2, [
      {
        task: 0,
        by: 'ana',
        // 0 is what the user says, 1 writes, 2 looks, 3 books, 4 answers.
        says: ([run]) => ({
          runSteps: [step(run!, 1, -1), step(run!, 2, 1), step(run!, 3, -1), step(run!, 4, 1), step(run!, 99, -1)],
        }),
      },
      { task: 1, by: 'ana', says: ([run]) => ({ runSteps: [step(run!, 1, 1), step(run!, 3, 1)] }) },
      { task: 1, by: 'ben', says: ([run]) => ({ runSteps: [step(run!, 1, -1)] }) },
    ]);
    const value = valueOf(report);
    // Writing: wrong, right, wrong. Looking: right. Booking: wrong, right. The step that is not in the run is none.
    expect([value('stepKinds.judged', 'edit'), value('stepKinds.wrong', 'edit')]).toEqual([3, 2 / 3]);
    expect([value('stepKinds.judged', 'read'), value('stepKinds.wrong', 'read')]).toEqual([1, 0]);
    expect([value('stepKinds.judged', 'message'), value('stepKinds.wrong', 'message')]).toEqual([1, 0]);
    expect([value('stepKinds.toolJudged', 'bash'), value('stepKinds.toolWrong', 'bash')]).toEqual([4, 0.5]);
    expect([value('stepKinds.toolJudged', 'book_flight'), value('stepKinds.toolWrong', 'book_flight')]).toEqual([
      2, 0.5,
    ]);
    const harness = report.judgments.kinds
      .flatMap(({ figures }) => figures)
      .filter(({ name }) => name === 'stepKinds.harnessJudged')
      .map(({ what, value: count }) => [what, count]);
    expect(harness).toContainEqual(['tau-bench: edit', 3]);
    // Who judges blind is told of no model and no harness.
    const hidden = JSON.stringify(withoutNames(report, 'ana').judgments);
    expect(hidden).toContain('stepKinds.toolWrong');
    expect(hidden).not.toContain('tau-bench');
  });
});

describe('agreement on categories of errors', () => {
  it('is of the same wrong step, and of first errors', async () => {
    const tasks = 4;
    const says =
      (category: string, first: string) =>
      ([run]: readonly string[]): Judgement => ({
        runSteps: [step(run!, 0, -1, { category: first, firstError: true }), step(run!, 2, -1, { category })],
      });
    // Of steps at 2: a a, a a, b b, a b. Of first errors: all alike but one. Together these are the steps that are the same.
    const ana = ['a', 'a', 'b', 'a'].map((each, task) => ({
      task,
      by: 'ana',
      says: says(each, task === 0 ? 'b' : 'a'),
    }));
    const ben = ['a', 'a', 'b', 'b'].map((each, task) => ({
      task,
      by: 'ben',
      says: says(each, task === 0 ? 'b' : 'a'),
    }));
    const report = await reportOn(tasks, [...ana, ...ben]);
    const row = (kind: string) => report.agreement.rows.find((each) => each.kind === kind)!;
    expect(row('runFirstCategories')).toMatchObject({ units: 4, metric: 'nominal' });
    expect(row('runFirstCategories').alpha!.value).toBe(1);
    // Steps at 0: b b, a a, a a, a a; at 2: a a, a a, b b, a b. Of the 8 units 7 agree.
    expect(row('runCategories').units).toBe(8);
    // Fleiss' kappa: observed 7/8; shares a 11/16, b 5/16, so by chance (121 + 25) / 256.
    const chance = (121 + 25) / 256;
    expect(row('runCategories').kappa!.value).toBeCloseTo((7 / 8 - chance) / (1 - chance), 10);
    // Krippendorff's alpha: disagreement 2 of 16 pairable values, by chance 2 · 11 · 5 / (16 · 15).
    expect(row('runCategories').alpha!.value).toBeCloseTo(1 - 2 / 16 / ((2 * 11 * 5) / (16 * 15)), 10);
  });
});

describe('people against the outcomes of runs', () => {
  it('are confusion, preferences and the area under the curve of ratings', async () => {
    // The first run failed, the second passed.
    const says =
      (failedGood: boolean, passedGood: boolean, failed: number, passed: number, prefersPassed: boolean) =>
      ([bad, good]: readonly string[]): Judgement => ({
        acceptable: { [bad!]: failedGood, [good!]: passedGood },
        ranking: { tiers: prefersPassed ? [[good!], [bad!]] : [[bad!], [good!]] },
        ratings: [
          { response: bad!, aspect: 'success', value: failed },
          { response: good!, aspect: 'success', value: passed },
        ],
      });
    const report = await reportOn(4, [
      { task: 0, by: 'ana', says: says(false, true, 0, 2, true) },
      { task: 1, by: 'ana', says: says(false, true, 1, 2, true) },
      { task: 2, by: 'ana', says: says(true, true, 2, 2, false) },
      { task: 3, by: 'ana', says: says(false, false, 0, 1, true) },
    ]);
    const value = valueOf(report);
    expect(value('runOutcomes.passedAccepted')).toBe(3 / 4);
    expect(value('runOutcomes.failedAccepted')).toBe(1 / 4);
    expect(value('runOutcomes.passedPreferred')).toBe(3 / 4);
    expect(value('runOutcomes.passedTop', 'success')).toBe(3 / 4);
    expect(value('runOutcomes.failedTop', 'success')).toBe(1 / 4);
    // Passed 2 2 2 1 against failed 0 1 2 0: 2 is above three and ties with one (3.5 each), 1 is above two and ties (2.5).
    expect(value('runOutcomes.auc', 'success')).toBeCloseTo((3 * 3.5 + 2.5) / 16, 10);
    expect(report.judgments.kinds.find(({ kind }) => kind === 'runOutcomes')).toMatchObject({ judgments: 4, items: 4 });
  });
});
