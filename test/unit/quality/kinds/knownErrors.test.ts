import { expect, it } from 'vitest';
import type { Judgement } from '../../../../src/core/model/annotation/annotation';
import type { Estimate } from '../../../../src/core/model/report/estimate';
import type { FigureName } from '../../../../src/core/model/report/figureNames';
import { ControlProblems } from '../../../../src/core/study/controlProblems';
import { readJudgements } from '../../../../src/core/quality/judgements/readJudgements';
import { agreesWithKnown, knownAnswerOf } from '../../../../src/core/quality/knownAnswer';
import { reportOf } from '../../../../src/core/quality/report/qualityReport';
import { judgedRecords } from '../../made/judgedRecords';
import { temporaryFolder } from '../../made/temporaryFolder';

/** A run that is judged, with its first error at a step, or without one. */
const found = (response: string, at: number | null): Judgement => ({
  runSteps: [
    { response, step: 'k0', at: 0, label: at === 0 ? -1 : 1, ...(at === 0 && { firstError: true as const }) },
    ...(at === null || at === 0
      ? []
      : [{ response, step: `k${at}`, at, label: -1 as const, firstError: true as const }]),
  ],
});

it('counts known first errors that are found exactly and one and three steps apart, in all and by annotator', async () => {
  const records = Array.from({ length: 4 }, (_, n) => ({ id: `q${n}`, prompt: `Task ${n}`, responses: ['a', 'b'] }));
  const study = await judgedRecords(temporaryFolder(), records, [
    // Known: q0 at 4, q1 at 2, q2 none; of q3 nothing is known.
    { at: 0, by: 'ana', judgement: found('r1', 4) },
    { at: 1, by: 'ana', judgement: found('r1', 3) },
    { at: 2, by: 'ana', judgement: found('r1', null) },
    { at: 3, by: 'ana', judgement: found('r1', 1) },
    { at: 0, by: 'ben', judgement: found('r1', 7) },
    { at: 1, by: 'ben', judgement: found('r1', 6) },
    { at: 2, by: 'ben', judgement: found('r1', 0) },
    // What came with the dataset may be where the known answers are from.
    { at: 0, by: 'source', judgement: found('r1', 4), changes: { origin: { kind: 'imported', from: 'dataset' } } },
  ]);
  await study.changeProject((project) => ({
    ...project,
    plan: {
      controls: {
        items: ['q0', 'q1', 'q2'],
        rate: 0.1,
        first: 3,
        pass: 0.5,
        answers: {
          q0: { firstErrors: { r1: 4 } },
          q1: { firstErrors: { r1: 2 } },
          q2: { firstErrors: { r1: null } },
        },
      },
    },
  }));
  const report = reportOf(await readJudgements(study), study);
  await study.close();
  const figures = report.judgments.kinds.find(({ kind }) => kind === 'knownErrors');
  const value = (name: FigureName, what: string | null = null): number | undefined =>
    (figures?.figures.find((each) => each.name === name && each.what === what)?.value as Estimate | undefined)?.value;
  expect(figures).toMatchObject({ judgments: 6, items: 3 });
  // Ana: 4 = 4, 3 ~ 2, none = none; Ben: 7 ~ 4, 6 and 2 are 4 apart, 0 where there is none.
  expect(value('knownErrors.exact')).toBeCloseTo(2 / 6);
  expect(value('knownErrors.withinOne')).toBeCloseTo(3 / 6);
  expect(value('knownErrors.withinThree')).toBeCloseTo(4 / 6);
  expect(value('knownErrors.annotator', 'ana')).toBe(1);
  expect(value('knownErrors.annotator', 'ben')).toBeCloseTo(1 / 3);
  // The qualification test takes what is within three steps.
  const tests = report.annotators.annotators.slice(0, 2).map(({ name, test }) => [name, test?.right, test?.passed]);
  expect(tests).toEqual([
    ['ana', 3, true],
    ['ben', 1, false],
  ]);
});

it('takes a first error nearby for the known one, and a run that is not judged for nothing', () => {
  const answer = { firstErrors: { a: 5 as number | null, b: null } };
  const shown = ['a', 'b'];
  expect(agreesWithKnown(found('a', 8), answer, shown)).toBe(true);
  expect(agreesWithKnown(found('a', 9), answer, shown)).toBe(false);
  expect(agreesWithKnown(found('a', null), answer, shown)).toBe(false);
  expect(agreesWithKnown(found('b', 2), answer, shown)).toBe(false);
  expect(agreesWithKnown({ ranking: { tiers: [['a'], ['b']] } }, answer, shown)).toBe(true);
  expect(knownAnswerOf(found('a', 8), shown)).toEqual({ firstErrors: { a: 8 } });
  expect(knownAnswerOf(found('a', null), shown)).toEqual({ firstErrors: { a: null } });
});

it('tells a known first error of a run that is not there, and of one behind its last step', () => {
  const answers = { q: { firstErrors: { a: 1, b: 0, c: 0 } } };
  const problems = new ControlProblems({ project: '/s.tiebreak', items: ['q'], answers });
  const turns = [{ role: 'assistant', content: 'Done.' }];
  problems.look({ id: 'q', responses: ['a', 'b'].map((id) => ({ id, text: 'Done.', turns })) });
  expect(problems.problems().map(({ code, params }) => [code, params])).toEqual([
    ['study.controlAnswerUnknown', { item: 'q', responses: ['c'] }],
    ['study.controlStepUnknown', { item: 'q', response: 'a', steps: 1 }],
  ]);
});
