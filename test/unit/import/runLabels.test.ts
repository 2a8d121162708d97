import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importLabels } from '../../../src/core/import/importLabels';
import { OutcomeLabels } from '../../../src/core/import/outcomeLabels';
import { judgeKindOf } from '../../../src/core/model/annotation/judgeKind';
import type { Annotation } from '../../../src/core/model/annotation/annotation';
import { createStudy } from '../../../src/core/study/create';
import { controlsFromLabels } from '../../../src/core/study/labelledControls';
import type { Study } from '../../../src/core/study/study';
import { realRuns } from '../made/realRuns';
import { airlineRun } from '../made/airlineRuns';
import { opened } from '../made/study';
import { temporaryFile, temporaryFolder } from '../made/temporaryFolder';

const failure = (id: string, beside: object = {}): object => ({
  question: `How high is ${id}?`,
  question_ID: id,
  is_correct: false,
  history: [
    { content: `How high is ${id}?`, role: 'human' },
    { content: 'A plan.', role: 'Orchestrator (thought)' },
    { content: 'Look there.', role: 'Orchestrator (-> WebSurfer)' },
    { content: 'I looked elsewhere.', role: 'WebSurfer' },
  ],
  mistake_agent: 'WebSurfer',
  mistake_step: '3',
  mistake_reason: 'It looked elsewhere.',
  ...beside,
});

async function studyOver(text: string): Promise<Study> {
  const projectFile = join(temporaryFolder(), 'study.tiebreak');
  await createStudy({ projectFile, datasets: [temporaryFile('runs.json', text)] });
  return opened(projectFile);
}

async function annotationsIn({ replay, journal }: Study): Promise<Annotation[]> {
  const refs = replay.annotators().flatMap((name) => [...replay.all(name)].map(({ ref }) => ref));
  return Promise.all(refs.map((ref) => journal.fetch(ref)));
}

describe('what people said of the failures of Who&When', () => {
  it('is a label by a person on the step of the turn, without the question that the history begins with', async () => {
    const study = await studyOver(JSON.stringify(failure('q')));
    const result = await importLabels(study, { annotator: 'source' });
    expect(result).toMatchObject({ labels: 1, written: 1, models: [], annotators: ['source:who-and-when'] });
    const [annotation] = await annotationsIn(study);
    expect(annotation!.judgement.runSteps).toMatchObject([
      { at: 2, label: -1, firstError: true, note: 'It looked elsewhere.' },
    ]);
    expect(judgeKindOf(annotation!.origin)).not.toBe('model');
    await study.close();
  });

  it.each([
    ['of another agent than the turn', { mistake_agent: 'Coder' }],
    ['behind the last turn', { mistake_step: '4' }],
    ['in the question', { mistake_step: '0', mistake_agent: 'human' }],
    ['without a number', { mistake_step: 'third' }],
  ])('is told and no label where the mistake is %s', async (_, beside) => {
    const study = await studyOver(JSON.stringify(failure('q', beside)));
    const result = await importLabels(study, { annotator: 'source' });
    expect(result.labels).toBe(0);
    expect(result.problems.map(({ message }) => message).join()).toContain('mistake_step');
    await study.close();
  });

  it('becomes the known answers of control items, and leaves what is known already', async () => {
    const study = await studyOver(
      JSON.stringify([failure('q1'), failure('q2'), failure('q3', { mistake_step: null })]),
    );
    await study.changeProject((project) => ({
      ...project,
      plan: { order: 'shuffled', controls: { items: ['q2'], rate: 0.2, answers: { q2: { firstErrors: { x: 1 } } } } },
    }));
    expect((await controlsFromLabels(study)).items).toEqual(['q1']);
    const { plan } = study.project;
    expect(plan).toMatchObject({
      order: 'shuffled',
      controls: { items: ['q2', 'q1'], rate: 0.2, answers: { q2: { firstErrors: { x: 1 } } } },
    });
    expect(Object.values(plan!.controls!.answers!.q1!.firstErrors!)).toEqual([2]);
    await study.close();
  });

  it.skipIf(realRuns === undefined)('are labels in the real files', async () => {
    const data = join(realRuns ?? '', 'who-and-when');
    const projectFile = join(temporaryFolder(), 'study.tiebreak');
    await createStudy({ projectFile, datasets: [data] });
    const study = await opened(projectFile);
    expect((await importLabels(study, { annotator: 'source' })).written).toBe(2);
    await study.close();
  });
});

describe('what models judged of the runs of AgentRewardBench', () => {
  const answer = [
    '<reasoning>It bought the wrong one.</reasoning>',
    '<success>Unsuccessful</success>',
    '<side>No</side>',
    '<optimal>2. Suboptimal</optimal>',
    '<loop>unsure</loop>',
  ].join('\n');
  const judgment = (beside: object = {}): string =>
    JSON.stringify({
      agent: 'm-1',
      goal: 'Buy it.',
      judge: 'gpt-4o-screen',
      response: { choices: [{ message: { content: answer } }] },
      ...beside,
    });

  it('is a label by the judge on the scales of the study, and never a person’s', async () => {
    const folder = temporaryFolder();
    const at = (path: string, text: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    at(
      'trajectories/cleaned/webarena/m-1/e/webarena.1.json',
      JSON.stringify({
        benchmark: 'webarena',
        agent: 'm-1',
        goal: 'Buy it.',
        steps: [{ url: 'http://a', axtree: 'button', reasoning: 'Click.', action: "click('1')" }],
        summary_info: { cum_reward: 0 },
      }),
    );
    const judged = 'trajectories/judgments/webarena/m-1';
    at(`${judged}/gpt-4o-screen/webarena.1.json`, judgment());
    at(`${judged}/functional/webarena.1.json`, judgment({ judge: 'functional', response: undefined }));
    at(`${judged}/other-goal/webarena.1.json`, judgment({ goal: 'Sell it.', judge: 'other' }));
    const projectFile = join(folder, 'study.tiebreak');
    await createStudy({ projectFile, datasets: [join(folder, 'trajectories/cleaned')] });
    const study = await opened(projectFile);
    const result = await importLabels(study, { annotator: 'source' });
    expect(result).toMatchObject({ labels: 1, written: 1, models: [{ model: 'gpt-4o-screen', labels: 1 }] });
    expect(result.problems.map(({ message }) => message).join()).toContain('1 (“judgment”)');
    const [annotation] = await annotationsIn(study);
    expect(judgeKindOf(annotation!.origin)).toBe('model');
    expect(annotation!.judgement.ratings!.map(({ aspect, value, note }) => [aspect, value, note])).toEqual([
      ['success', 0, 'It bought the wrong one.'],
      ['side effects', 1, undefined],
      ['optimality', 2, undefined],
    ]);
    await study.close();
  });
});

describe('what people said of a run', () => {
  it('is a label by each of them, as far as it is of the run and said', async () => {
    const folder = temporaryFolder();
    const at = (path: string, lines: readonly string[]): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), lines.join('\n'));
    };
    const run = {
      benchmark: 'webarena',
      agent: 'm-1',
      goal: 'Buy it.',
      steps: [{ url: 'http://a', axtree: 'button', reasoning: 'Click.', action: "click('1')" }],
      summary_info: { cum_reward: 0 },
    };
    at('trajectories/cleaned/webarena/m-1/e/webarena.1.json', [JSON.stringify(run)]);
    at('data/annotations.csv', [
      'annotator_name,benchmark,task_id,model_name,exp_name,trajectory_success,trajectory_side_effect,trajectory_optimality,trajectory_looping',
      'A,webarena,webarena.1,m-1,e,Successful,No,3. Somewhat Optimal,Yes',
      'B,webarena,webarena.1,m-1,e,Unsure,Unsure,"1. Complete Failure",No',
      // Of another task, model and try.
      'C,webarena,webarena.10,m-1,e,Unsuccessful,No,2. Suboptimal,No',
      'C,webarena,webarena.1,m-2,e,Unsuccessful,No,2. Suboptimal,No',
      'C,webarena,webarena.1,m-1,f,Unsuccessful,No,2. Suboptimal,No',
    ]);
    const projectFile = join(folder, 'study.tiebreak');
    await createStudy({ projectFile, datasets: [join(folder, 'trajectories')] });
    const study = await opened(projectFile);
    const result = await importLabels(study, { annotator: 'source' });
    expect(result).toMatchObject({ labels: 2, written: 2, models: [] });
    const annotations = await annotationsIn(study);
    expect(
      annotations.map(({ annotator, origin, judgement }) => [
        annotator,
        judgeKindOf(origin),
        Object.fromEntries(judgement.ratings!.map(({ aspect, value }) => [aspect, value])),
      ]),
    ).toEqual([
      ['source:A', 'imported', { success: 2, 'side effects': 1, optimality: 3, looping: 0 }],
      ['source:B', 'imported', { optimality: 1, looping: 1 }],
    ]);
    await study.close();
  });
});

describe('outcomes as labels', () => {
  it('are written for the programs that say them and never for a person, once', async () => {
    const study = await studyOver(
      JSON.stringify([airlineRun(0, 0, [], 'No.'), airlineRun(0, 1, [], 'Yes.'), airlineRun(1, 1, [], 'Sure.')]),
    );
    const result = await importLabels(study, { annotator: 'outcomes', outcomes: true });
    expect(result).toMatchObject({ labels: 2, written: 2, models: [{ model: 'reward', labels: 2 }], problems: [] });
    await study.refresh();
    const annotations = await annotationsIn(study);
    expect(annotations.map(({ origin }) => judgeKindOf(origin))).toEqual(['model', 'model']);
    expect(annotations[0]!.judgement.ratings!.map(({ aspect, value }) => [aspect, value])).toEqual([
      ['reward', 0],
      ['reward', 1],
    ]);
    expect((await importLabels(study, { annotator: 'outcomes', outcomes: true })).written).toBe(0);
    await study.close();
  });

  it('keep passes and scores apart, and count what cannot be told', () => {
    const labels = new OutcomeLabels();
    const item = {
      responses: [
        {
          id: 'a',
          text: '',
          verifiers: [
            { name: 'tests', passed: true },
            { name: 'tests', passed: false },
            { name: 'reward', score: 0.5 },
            { name: 'odd', score: 3, direction: 'unknown' as const },
          ],
        },
        { id: 'b', text: '', verifiers: [{ name: 'tests', passed: true }] },
      ],
    };
    expect(labels.of(item, '/runs.json')).toEqual([
      { judge: 'tests', judgement: { acceptable: { a: false, b: true } } },
      {
        judge: 'reward',
        shown: ['a'],
        judgement: { ratings: [{ response: 'a', aspect: 'reward', value: 0.5 }] },
      },
    ]);
    const tests = Array.from({ length: 30 }, (_, n) => ({ name: `test ${n}`, passed: true }));
    labels.of({ responses: [{ id: 'c', text: '', verifiers: tests }] }, '/runs.json');
    expect(labels.problems().map(({ code, params }) => [code, params])).toEqual([
      ['import.outcomesLeft', { results: 1 + 12 }],
    ]);
  });
});
