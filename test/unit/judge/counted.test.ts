import { afterEach, beforeEach, expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certify } from '../../../src/core/judge/certificate';
import { identityOf } from '../../../src/core/judge/identity';
import { judgeIn, type JudgeFile } from '../../../src/core/judge/judgeFile';
import type { Item } from '../../../src/core/model/item/item';
import { certificateDocument } from '../../../src/core/model/report/document/certificateDocument';
import { suggestionVersion, type Suggestion } from '../../../src/core/model/suggestion/suggestion';
import { agreementOf } from '../../../src/core/quality/certificate/agreement';
import { partFigures } from '../../../src/core/quality/certificate/partFigures';
import { together } from '../../../src/core/quality/certificate/partScale';
import { signTest } from '../../../src/core/quality/chance';
import type { Study } from '../../../src/core/study/study';
import { itemsOf, judge as save, studyOf } from '../made/study';

let home: string;
let study: Study;
let items: readonly Item[];
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'tiebreak-unit-'));
  study = await studyOf(
    home,
    Array.from({ length: 4 }, (_, at) => ({
      id: `q${at}`,
      prompt: `${at}?`,
      responses: [
        { id: 'a', text: `A ${at}.` },
        { id: 'b', text: `B ${at}.` },
      ],
    })),
  );
  ({ items } = await itemsOf(study));
});
afterEach(async () => {
  await study.close();
  rmSync(home, { recursive: true });
});

const pairs = judgeIn('{name: j, asks: pairs, endpoint: "http://localhost/", model: m}', 'judge.yaml');
let ids = 0;
const answer = (judge: JudgeFile, at: number, more: Partial<Suggestion>): Suggestion => ({
  v: suggestionVersion,
  type: 'suggestion',
  id: `s${String(ids++).padStart(4, '0')}`,
  time: '2026-03-01T08:00:00.000Z',
  ...identityOf(judge, study),
  item: items[at]?.id ?? '',
  hash: items[at]?.hash ?? '',
  shown: ['a', 'b'],
  sample: 0,
  judgement: null,
  raw: '',
  duration: 1,
  ...more,
});
const prefers = (outcome: 'a' | 'b'): Pick<Suggestion, 'judgement'> => ({
  judgement: { comparisons: [{ a: 'a', b: 'b', outcome }] },
});
const ranked = { ranking: { tiers: [['a'], ['b']] } };

it('counts what people judged themselves, once and blind, and tells what it leaves out', async () => {
  // Labels that Ana imported under her name are none of her judgments; those that she made are.
  await save(study, 0, ranked, { annotator: 'ana', origin: { kind: 'imported', from: 'labels' }, seed: null });
  await save(study, 1, ranked, { annotator: 'ana' });
  await save(study, 1, ranked, { annotator: 'ana', repeat: 1 });
  await save(study, 2, ranked, { annotator: 'ben', suggestion: { judgement: ranked } });
  await save(study, 3, ranked, { annotator: 'ben', turn: 0 });
  await study.refresh();
  const said = items.map((_, at) => answer(pairs, at, prefers('a')));
  const certificate = await certify(study, pairs, said);
  expect(certificate.data).toMatchObject({ items: 1, annotations: 1, people: 1 });
  expect(certificate.leftOut).toEqual({ origins: 1, suggested: 1, repeats: 1, turns: 1 });
  expect(certificateDocument(certificate).sentences).toContain('Do not count, as people saw a suggestion: 1.');
  const withLabels = await certify(study, pairs, said, { origins: ['human', 'imported'] });
  expect(withLabels.data).toMatchObject({ annotations: 2 });
  expect(withLabels.leftOut.origins).toBe(0);
});

it('counts one answer to a question, the last that was understood', async () => {
  await save(study, 0, ranked, { annotator: 'ana' });
  await study.refresh();
  const [first, second, lost] = [prefers('b'), prefers('a'), {}].map((more) => answer(pairs, 0, more));
  if (!first || !second || !lost) throw new Error('no answers');
  for (const order of [
    [first, second, lost],
    [lost, second, first],
  ]) {
    const { answers, parts } = await certify(study, pairs, order);
    expect(answers).toMatchObject({ all: 1, notUnderstood: 0 });
    expect(parts[0]?.withPeople.same?.value).toBe(1);
  }
});

it('has a part for each criterion in force, and tells of what the judge says nothing', async () => {
  const verdicts = judgeIn('{name: v, asks: verdicts, endpoint: "http://localhost/", model: m}', 'judge.yaml');
  await study.changeRubrics((rubrics) => ({
    ...rubrics,
    rubrics: [
      {
        id: 'r',
        title: 'R',
        versions: [
          {
            version: 1,
            criteria: [
              { id: 'true', text: 'Is it true?', weight: 1 },
              { id: 'kind', text: 'Is it kind?', weight: 1, kind: 'scale' as const, min: 1, max: 5 },
              { id: 'old', text: 'Is it old?', weight: 1, faulty: { reason: 'unclear' } },
            ],
          },
        ],
      },
    ],
  }));
  const said = (value: boolean) => ({ verdicts: [{ response: 'a', criterion: 'true', value }] });
  await save(study, 0, said(true), { annotator: 'ana' });
  await save(study, 0, said(false), { annotator: 'ben' });
  await save(study, 1, said(true), { annotator: 'ana' });
  await study.refresh();
  const certificate = await certify(study, verdicts, [
    answer(verdicts, 0, { judgement: said(true), shown: ['a'] }),
    // Two samples that contradict each other.
    ...[true, false].map((value, sample) => answer(verdicts, 1, { judgement: said(value), shown: ['a'], sample })),
  ]);
  expect(certificate.parts).toMatchObject([
    { of: 'true', isYesNo: true, split: 1, silent: 0, withPeople: { units: 0 } },
    { of: 'kind', isYesNo: false, split: 0, silent: 0, withPeople: { units: 0 } },
  ]);
});

it('weighs how far apart levels are: κ with quadratic weights, and the median of several', () => {
  const scale = { is: 'scale', min: 1, max: 5 } as const;
  const said = [
    [1, 1],
    [2, 3],
    [4, 4],
    [5, 3],
  ].map(([first = 0, second = 0], item) => ({ item, first, second }));
  // Σ (x − y)² = 5; Σ x² + Σ y² − 2 Σx Σy / 4 = 46 + 35 − 2 · 12 · 11 / 4 = 15.
  expect(agreementOf(said, scale).kappa?.value).toBeCloseTo(1 - 5 / 15, 12);
  expect(agreementOf(said, scale).same?.value).toBe(0.5);
  expect(together(scale, [5, 1, 4])).toBe(4);
  expect(together(scale, [4, 5])).toBe(4.5);
  expect(together({ is: 'categories' }, [4, 5])).toBeUndefined();
});

it('holds first errors against people within 0, 1 and 3 steps', () => {
  const units = [
    [4, 4],
    [4, 5],
    [4, 7],
    [4, 9],
    [-1, 4],
  ].map(([judge = 0, value = 0], item) => ({
    item,
    unit: item,
    judge,
    confidence: undefined,
    people: [{ annotation: item, annotator: 0, value }],
  }));
  const part = partFigures({ asks: 'first-error', of: 'first error', scale: { is: 'categories' }, units, silent: 0 });
  expect([part.withPeople.same, part.within1, part.within3].map((each) => each?.value)).toEqual([0.2, 0.4, 0.6]);
  expect(part).toMatchObject({ standing: 'too-few', toSettle: 15 });
});

it('tests whether one side is ahead by chance', () => {
  expect(signTest(0, 0)).toBe(1);
  expect(signTest(5, 0)).toBeCloseTo(2 / 32, 12);
  expect(signTest(2, 6)).toBeCloseTo((2 * (1 + 8 + 28)) / 256, 12);
  expect(signTest(1100, 900)).toBeCloseTo(8.4e-6, 6);
});
