import type { Study } from '../../../src/core/study/study';
import { judge, studyOf } from './study';

/**
 * A study that is judged in every way: by three, with strengths, edits that are compared, steps of all kinds, ties for
 * the best, contexts, ratings on a scale.
 * @param more further fields of each record
 */
export async function judgedInEveryWay(folder: string, more: Readonly<Record<string, unknown>> = {}): Promise<Study> {
  const texts = ['one and the same text.\nAnother line', 'one and the same text!', 'other', 'x'];
  const records = [...Array(6).keys()].map((n) => ({
    id: `q${n}`,
    prompt: `Question ${n}`,
    responses:
      n === 5
        ? [...Array(8).keys()].map((k) => `Answer ${k}`)
        : texts.slice(0, n === 1 ? 2 : 4).map((text) => `${text} ${n}`),
    context: `Context ${n}`,
    evidence: [{ title: 'Source', text: `Passage ${n}` }],
    ...more,
  }));
  const study = await studyOf(folder, records);
  const aspects = ['helpfulness', 'correctness', 'coherence', 'complexity', 'verbosity', 'clarity'];
  await study.changeProject((project) => ({
    ...project,
    task: { ...project.task, aspects: aspects.map((name) => ({ name, min: 0, max: 4 })) },
  }));
  const ratings = (value: number): object[] =>
    ['r1', 'r2', 'r3', 'r4'].flatMap((response, i) =>
      aspects.map((aspect, k) => ({ response, aspect, value: (value + i + k) % 5 })),
    );
  const edited = [
    { response: 'r1', text: 'A good edit of it', id: 'e1' },
    { response: 'r1', text: 'A worse and longer, not so good edit of it', id: 'e2' },
  ];
  const eight = [...Array(8).keys()].map((n) => `r${n + 1}`);
  for (const [annotator, turned] of [
    ['ana', false],
    ['ben', true],
    ['cem', false],
  ] as const) {
    const by = { annotator };
    await judge(
      study,
      0,
      {
        ranking: { tiers: turned ? [['r2', 'r1'], ['r3'], ['r4']] : [['r1', 'r2'], ['r4'], ['r3']] },
        acceptable: { r1: !turned, r3: false },
        ratings: ratings(turned ? 1 : 2) as never,
        rationale: 'Because.',
      },
      by,
    );
    await judge(
      study,
      1,
      {
        comparisons: [{ a: 'r1', b: 'r2', outcome: turned ? 'b' : 'a', strength: 2 }],
        rationale: 'Well reasoned.',
        steps: [
          { response: 'r1', start: 0, end: 3, label: 'incorrect' },
          { response: 'r1', start: 4, end: 7, label: 'neutral' },
          { response: 'r1', start: 8, end: 11, label: 'unnecessary' },
        ],
      },
      by,
    );
    await judge(
      study,
      2,
      {
        comparisons: [
          { a: 'e1', b: 'e2', outcome: turned ? 'b' : 'a', strength: 1 },
          { a: 'r1', b: 'r2', outcome: 'a', criterion: 'kind' },
        ],
        refinements: edited,
        critiques: [{ response: 'r1', text: 'Flat.' }],
      },
      { ...by, shown: ['r1', 'r2', 'r3', 'r4', 'e1', 'e2'] },
    );
    await judge(
      study,
      3,
      { ranking: { tiers: turned ? [['r2'], ['r1'], ['r3'], ['r4']] : [['r1'], ['r2'], ['r3'], ['r4']] } },
      { ...by, context: 'For children' },
    );
    await judge(
      study,
      5,
      { ranking: { tiers: (turned ? eight.toReversed() : eight).map((id) => [id]) } },
      { ...by, shown: eight },
    );
  }
  return study;
}
