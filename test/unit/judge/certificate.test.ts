import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { certificateIn, certify, staleIn } from '../../../src/core/judge/certificate';
import { gatesIn, positionBiasOf, unmetIn } from '../../../src/core/judge/gate';
import { identityOf } from '../../../src/core/judge/identity';
import { judgeAnnotations } from '../../../src/core/judge/judgeAnnotations';
import { judgeIn } from '../../../src/core/judge/judgeFile';
import { journalVersion, type Annotation, type Judgement } from '../../../src/core/model/annotation/annotation';
import type { Item } from '../../../src/core/model/item/item';
import { certificateDocument } from '../../../src/core/model/report/document/certificateDocument';
import { suggestionVersion, type Suggestion } from '../../../src/core/model/suggestion/suggestion';
import { certificateFigures } from '../../../src/core/quality/certificate/certificateFigures';
import { readJudgements } from '../../../src/core/quality/judgements/readJudgements';
import type { Study } from '../../../src/core/study/study';
import { itemsOf, judge as save, studyOf } from '../made/study';
import { temporaryFolder } from '../made/temporaryFolder';

const count = 200;
let study: Study;
let items: readonly Item[];
beforeAll(async () => {
  const home = mkdtempSync(join(tmpdir(), 'tiebreak-unit-'));
  study = await studyOf(
    home,
    Array.from({ length: count }, (_, at) => ({
      id: `q${at}`,
      prompt: `Question ${at}?`,
      // As often the one as the other is longer.
      responses: [
        { id: 'a', text: at % 2 === 0 ? `One ${at}.` : `A longer answer ${at}.` },
        { id: 'b', text: at % 2 === 0 ? `Another long answer ${at}.` : `Two ${at}.` },
      ],
    })),
  );
  ({ items } = await itemsOf(study));
  return async () => {
    await study.close();
    rmSync(home, { recursive: true });
  };
});

/** Random numbers from 0 to 1 by a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const judgeFile = judgeIn('{name: j, asks: pairs, endpoint: "http://localhost/", model: m}', 'judge.yaml');

function suggestion(item: Item, shown: readonly string[], more: Partial<Suggestion>): Suggestion {
  const identity = identityOf(judgeFile, study);
  return {
    v: suggestionVersion,
    type: 'suggestion',
    id: `${item.id} ${shown.join()} ${more.sample ?? 0}`,
    time: '2026-03-01T08:00:00.000Z',
    ...identity,
    item: item.id,
    hash: item.hash,
    shown: [...shown],
    sample: 0,
    judgement: null,
    raw: '',
    duration: 1,
    ...more,
  };
}

const annotation = (item: Item, annotator: string, judgement: Judgement): Annotation => ({
  v: journalVersion,
  type: 'annotation',
  id: `${annotator} ${item.id}`,
  item: item.id,
  hash: item.hash,
  annotator,
  time: '2026-03-01T08:00:00.000Z',
  duration: 1000,
  origin: { kind: 'human' },
  round: 1,
  question: { version: 1 },
  rubrics: [],
  shown: ['a', 'b'],
  seed: 1,
  judgement,
});

interface Planted {
  /** How often a person, and the judge, name what is better. */
  readonly person: number;
  readonly judge: number;
  /** The share of pairs that the judge decides for the response that it reads first. */
  readonly toFirst?: number;
  /** What it says of how sure it is. */
  readonly confidence?: number;
}

const preferred = (winner: string): Judgement => ({
  comparisons: [{ a: 'a', b: 'b', outcome: winner === 'a' ? 'a' : 'b' }],
});

/** The figures of a judge of pairs with known faults, three people on each. */
async function simulated(seed: number, { person, judge, toFirst = 0, confidence }: Planted) {
  const random = randomOf(seed);
  const people: Annotation[] = [];
  const said: Suggestion[] = [];
  let [same, units] = [0, 0];
  for (const item of items) {
    const better = random() < 0.5 ? 'a' : 'b';
    const other = better === 'a' ? 'b' : 'a';
    const named = ['ana', 'ben', 'eve'].map((name) => {
      const winner = random() < person ? better : other;
      people.push(annotation(item, name, preferred(winner)));
      return winner;
    });
    const own = random() < judge ? better : other;
    const isByOrder = random() < toFirst;
    for (const shown of [
      ['a', 'b'],
      ['b', 'a'],
    ]) {
      const winner = isByOrder ? (shown[0] ?? '') : own;
      const [a = '', b = ''] = shown;
      said.push(
        suggestion(item, shown, {
          judgement: { comparisons: [{ a, b, outcome: winner === a ? 'a' : 'b' }] },
          ...(confidence !== undefined && { confidence }),
        }),
      );
    }
    const most = named.filter((name) => name === 'a').length >= 2 ? 'a' : 'b';
    units++;
    if (!isByOrder && most === own) same++;
  }
  const { verdicts, single } = judgeAnnotations(said);
  const judgements = await readJudgements(study, {
    machines: [...people, ...verdicts.map((each, at) => ({ ...each.annotation, id: String(at) })), ...single],
  });
  const figures = certificateFigures(judgements, 'j', verdicts, new Set());
  return { ...figures, part: figures.parts[0], truth: same / units };
}

describe('a planted judge', () => {
  it('that decides 8 % of pairs by their order is found to lean to the first', async () => {
    const { biases } = await simulated(1, { person: 0.9, judge: 0.9, toFirst: 0.08 });
    expect(biases?.toFirst?.value).toBe(1);
    expect(biases?.toFirst?.low).toBeGreaterThan(0.5);
    expect(biases && positionBiasOf(biases)?.value).toBeCloseTo(0.08, 1);
    const clean = await simulated(2, { person: 0.9, judge: 0.9 });
    expect(clean.biases && positionBiasOf(clean.biases)?.value).toBe(0);
  });

  it('that is surer than it is right is found, and one that is as sure as right is not', async () => {
    const sure = await simulated(3, { person: 1, judge: 0.8, confidence: 0.95 });
    expect(sure.part?.calibration?.over?.low).toBeGreaterThan(0.05);
    expect(sure.part?.calibration?.ece?.value).toBeCloseTo(0.15, 1);
    let accused = 0;
    for (let seed = 10; seed < 30; seed++) {
      const { part } = await simulated(seed, { person: 1, judge: 0.8, confidence: 0.8 });
      if ((part?.calibration?.over?.low ?? -1) > 0.02) accused++;
    }
    expect(accused).toBe(0);
  });

  it('that agrees as people do is not said to agree less, and one that agrees less is', async () => {
    const worse = await simulated(4, { person: 0.95, judge: 0.7 });
    expect(worse.part?.difference?.high).toBeLessThan(0);
    let accused = 0;
    for (let seed = 30; seed < 50; seed++) {
      const { part } = await simulated(seed, { person: 0.85, judge: 0.85 });
      if ((part?.difference?.high ?? 1) < 0) accused++;
    }
    // 2.5 % of 20 by chance.
    expect(accused).toBeLessThanOrEqual(2);
  });

  it('has intervals that hold its agreement in 90 to 98 of 100 simulations', async () => {
    // With three people who are right in 85 %, most of them are in 0.939; a judge who is right in 80 % says the same in
    // 0.8 × 0.939 + 0.2 × 0.061.
    const most = 0.85 ** 3 + 3 * 0.85 ** 2 * 0.15;
    const truth = 0.8 * most + 0.2 * (1 - most);
    let held = 0;
    for (let seed = 100; seed < 300; seed++) {
      const { part } = await simulated(seed, { person: 0.85, judge: 0.8 });
      const { low, high } = part?.withPeople.same ?? { low: null, high: null };
      if (low !== null && high !== null && low <= truth && truth <= high) held++;
    }
    expect(held / 200).toBeGreaterThanOrEqual(0.9);
    expect(held / 200).toBeLessThanOrEqual(0.98);
  }, 120_000);
});

describe('verdicts', () => {
  it('of one criterion that passes 20 % of faults are told of that criterion alone', async () => {
    const random = randomOf(5);
    const people: Annotation[] = [];
    const said: Suggestion[] = [];
    for (const item of items) {
      const truth = { good: random() < 0.5, clean: random() < 0.5 };
      for (const name of ['ana', 'ben', 'eve'])
        people.push(
          annotation(item, name, {
            verdicts: Object.entries(truth).map(([criterion, value]) => ({ response: 'a', criterion, value })),
          }),
        );
      said.push(
        suggestion(item, ['a'], {
          asks: 'verdicts',
          judgement: {
            verdicts: [
              { response: 'a', criterion: 'good', value: truth.good || random() < 0.2 },
              { response: 'a', criterion: 'clean', value: truth.clean },
            ],
          },
        }),
      );
    }
    const { verdicts, single } = judgeAnnotations(said);
    const judgements = await readJudgements(study, {
      machines: [...people, ...verdicts.map((each, at) => ({ ...each.annotation, id: String(at) })), ...single],
    });
    const { parts } = certificateFigures(judgements, 'j', verdicts, new Set(['good', 'clean']));
    const [good, clean] = ['good', 'clean'].map((name) => parts.find(({ of }) => of === name));
    expect(good?.falsePass?.value).toBeCloseTo(0.2, 1);
    expect(good?.falsePass?.low).toBeGreaterThan(0.05);
    expect(good?.falseFail?.value).toBe(0);
    expect(clean?.falsePass?.value).toBe(0);
    expect(clean?.withPeople.kappa?.value).toBe(1);
  });
});

describe('a certificate', () => {
  it('is bound to judge, prompt and data, is told from one that was changed, and is worded', async () => {
    const own = await studyOf(
      temporaryFolder(),
      Array.from({ length: 30 }, (_, at) => ({ id: `q${at}`, prompt: `${at}?`, responses: [`A ${at}.`, `B ${at}.`] })),
    );
    const { items: all } = await itemsOf(own);
    const said: Suggestion[] = [];
    const ranked = (first: string, second: string): Judgement => ({ ranking: { tiers: [[first], [second]] } });
    for (const [at, item] of all.entries()) {
      const [a = '', b = ''] = item.responses.map(({ id }) => id);
      const [first, second] = at % 3 === 0 ? [b, a] : [a, b];
      for (const annotator of ['ana', 'ben', 'eve'])
        await save(own, at, at === 1 && annotator === 'eve' ? ranked(second, first) : ranked(first, second), {
          annotator,
        });
      for (const shown of [
        [a, b],
        [b, a],
      ])
        said.push(
          suggestion(item, shown, {
            judgement: {
              comparisons: [{ a: shown[0] ?? '', b: shown[1] ?? '', outcome: shown[0] === first ? 'a' : 'b' }],
            },
          }),
        );
    }
    // One that saw a suggestion is not blind.
    await save(own, 2, ranked('x', 'y'), { annotator: 'zoe', shown: ['x', 'y'], suggestion: { judgement: {} } });
    await own.refresh();
    const certificate = await certify(own, judgeFile, said);
    expect(certificate.data).toMatchObject({ items: 30, annotations: 90, people: 3 });
    expect(certificate.parts[0]).toMatchObject({ of: 'preferences', withPeople: { units: 30 } });
    expect(certificate.parts[0]?.withPeople.kappa?.value).toBe(1);
    const text = JSON.stringify(certificate);
    expect(certificateIn(text, 'c.json')).toEqual(certificate);
    expect(() => certificateIn(text.replace('"items":30', '"items":31'), 'c.json')).toThrow(
      'was changed after it was made',
    );
    expect(() => certificateIn('{}', 'c.json')).toThrow('no certificate');
    const other = judgeIn(
      '{name: j, asks: pairs, endpoint: "http://localhost/", model: n, prompt: Choose}',
      'judge.yaml',
    );
    expect(staleIn(certificate, identityOf(judgeFile, own), certificate.data)).toEqual([]);
    expect(staleIn(certificate, identityOf(other, own), { ...certificate.data, hash: '' })).toEqual([
      'model',
      'prompt',
      'data',
    ]);
    await expect(certify(own, other, said)).rejects.toThrow('no answer of the judge');
    const { sentences } = certificateDocument(certificate);
    expect(sentences[0]).toContain('preferences: ');
    const unmet = (gate: string) => unmetIn(certificate, gatesIn(gate) ?? []);
    expect(unmet('kappa>=0.6 per criterion and units>=30')).toEqual([]);
    expect(unmet('units>30')).toEqual([{ gate: 'units>30', of: 'preferences', found: 30 }]);
    // What nobody knows is not met.
    expect(unmet('ece<0.5')).toEqual([{ gate: 'ece<0.5', of: 'preferences', found: null }]);
    expect(unmet('kappa>0 per slice')).toEqual([{ gate: 'kappa>0 per slice', of: '', found: null }]);
    for (const wrong of ['kapa>=0.6', 'kappa=0.6', 'kappa>=', '', 'kappa>=0.6 per item'])
      expect(gatesIn(wrong), wrong).toBeUndefined();
    await own.close();
  });
});

it('answers to a pair that differ by their order are a tie, and of one response say nothing', () => {
  const [item] = items;
  if (!item) throw new Error('no item');
  const pair = (shown: readonly string[], outcome: 'a' | 'b', confidence: number): Suggestion =>
    suggestion(item, shown, {
      judgement: { comparisons: [{ a: shown[0] ?? '', b: shown[1] ?? '', outcome }] },
      confidence,
    });
  const verdict = (sample: number, value: boolean): Suggestion =>
    suggestion(item, ['a'], { sample, judgement: { verdicts: [{ response: 'a', criterion: 'c', value }] } });
  expect(judgeAnnotations([pair(['a', 'b'], 'a', 1), pair(['b', 'a'], 'a', 1)]).verdicts).toMatchObject([
    { annotation: { judgement: { comparisons: [{ outcome: 'tie' }] } }, confidence: 0 },
  ]);
  expect(judgeAnnotations([pair(['a', 'b'], 'a', 0.9), pair(['b', 'a'], 'b', 0.7)]).verdicts).toMatchObject([
    { annotation: { judgement: { comparisons: [{ a: 'a', b: 'b', outcome: 'a' }] } }, confidence: 0.8 },
  ]);
  expect(judgeAnnotations([verdict(0, true), verdict(1, false)]).verdicts).toEqual([]);
  expect(judgeAnnotations([verdict(0, true), verdict(1, false), verdict(2, true)]).verdicts).toHaveLength(1);
});
