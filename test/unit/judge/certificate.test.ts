import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { certificateIn, certify, staleIn } from '../../../src/core/judge/certificate';
import { gated, gatesIn } from '../../../src/core/judge/gate';
import { identityOf } from '../../../src/core/judge/identity';
import { judgeAnnotations } from '../../../src/core/judge/judgeAnnotations';
import { judgeIn } from '../../../src/core/judge/judgeFile';
import { journalVersion, type Annotation, type Judgement } from '../../../src/core/model/annotation/annotation';
import type { Item } from '../../../src/core/model/item/item';
import { certificateDocument } from '../../../src/core/model/report/document/certificateDocument';
import { suggestionVersion, type Suggestion } from '../../../src/core/model/suggestion/suggestion';
import { certificateFigures } from '../../../src/core/quality/certificate/certificateFigures';
import type { AskedPart } from '../../../src/core/quality/certificate/judgedParts';
import { partFigures } from '../../../src/core/quality/certificate/partFigures';
import type { Estimate } from '../../../src/core/model/report/estimate';
import { readJudgements } from '../../../src/core/quality/judgements/readJudgements';
import { JudgementCollector, type StudyJudgements } from '../../../src/core/quality/judgements/studyJudgements';
import type { Study } from '../../../src/core/study/study';
import { itemsOf, judge as save, studyOf } from '../made/study';
import { temporaryFolder } from '../made/temporaryFolder';

/** So many that intervals follow from the formula, and are made in a moment. */
const count = 240;
let study: Study;
let items: readonly Item[];
let facts: StudyJudgements['facts'];
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
  ({ facts } = await readJudgements(study));
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
  /** How often the longer response is the better one, and of pairs on which it is not, how often the judge prefers it. */
  readonly longer?: number;
  readonly toLonger?: number;
}

/** Judgements of a study that is not read again each time. */
function judgementsOf(annotations: readonly Annotation[]): StudyJudgements {
  const collector = new JudgementCollector(facts);
  for (const each of annotations) collector.add(each, facts.rowOf(each.item, each.hash));
  return collector.found(0);
}

const preferences: AskedPart = {
  asks: 'pairs',
  of: 'preferences',
  scale: { is: 'categories', isSigned: true },
};
const yesNo = (of: string): AskedPart => ({ asks: 'verdicts', of, scale: { is: 'categories', isYesNo: true } });

const preferred = (winner: string): Judgement => ({
  comparisons: [{ a: 'a', b: 'b', outcome: winner === 'a' ? 'a' : 'b' }],
});

/** The figures of a judge of pairs with known faults, three people on each. */
function simulated(seed: number, { person, judge, toFirst = 0, confidence, longer = 0.5, toLonger = 0 }: Planted) {
  const random = randomOf(seed);
  const people: Annotation[] = [];
  const said: Suggestion[] = [];
  for (const [at, item] of items.entries()) {
    const [long, short] = at % 2 === 0 ? ['b', 'a'] : ['a', 'b'];
    const better = random() < longer ? long : short;
    const other = better === 'a' ? 'b' : 'a';
    for (const name of ['ana', 'ben', 'eve'])
      people.push(annotation(item, name, preferred(random() < person ? better : other)));
    const own = better === short && random() < toLonger ? long : random() < judge ? better : other;
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
  }
  const { verdicts, single } = judgeAnnotations(said);
  const numbered = verdicts.map((each, at) => ({ ...each.annotation, id: String(at) }));
  const figures = certificateFigures(
    judgementsOf([...people, ...numbered, ...single]),
    'j',
    verdicts,
    [preferences],
    ['human'],
  );
  return { ...figures, part: figures.parts[0] };
}

/** Counts how often intervals hold what is true. */
class Coverage {
  private readonly held = new Map<string, number>();
  private simulations = 0;

  add(found: Readonly<Record<string, readonly [Estimate | null | undefined, number]>>): void {
    this.simulations++;
    for (const [name, [estimate, truth]] of Object.entries(found)) {
      const { low, high } = estimate ?? { low: null, high: null };
      const isHeld = low !== null && high !== null && low <= truth + 1e-9 && truth <= high + 1e-9;
      this.held.set(name, (this.held.get(name) ?? 0) + (isHeld ? 1 : 0));
    }
  }

  /** Of all simulations the share in which each was held, where that is not from 0.9 to 0.98. */
  get off(): readonly (readonly [string, number])[] {
    return [...this.held]
      .map(([name, held]) => [name, held / this.simulations] as const)
      .filter(([, share]) => share < 0.9 || share > 0.98);
  }
}

describe('a planted judge', () => {
  it('that decides 8 % of pairs by their order is found to lean to the first', () => {
    const { biases, findings } = simulated(1, { person: 0.9, judge: 0.9, toFirst: 0.08 });
    expect(biases?.toFirst?.value).toBe(1);
    expect(biases?.position?.value).toBeCloseTo(0.08, 1);
    expect(biases?.position?.low).toBeGreaterThan(0);
    expect(findings).toEqual([{ code: 'position', of: 'preferences' }]);
    const clean = simulated(2, { person: 0.9, judge: 0.9 });
    expect(clean.biases?.position).toMatchObject({ value: 0 });
    // None of 240 pairs is decided by the order; of further ones some may be.
    expect(clean.biases?.position?.high).toBeCloseTo(0.0158, 3);
  });

  it('that is surer than it is right is found', () => {
    const { part, findings } = simulated(3, { person: 1, judge: 0.8, confidence: 0.95 });
    expect(part?.calibration?.over?.low).toBeGreaterThan(0.05);
    expect(part?.calibration?.ece?.value).toBeCloseTo(0.15, 1);
    expect(findings).toEqual([{ code: 'overconfident', of: 'preferences' }]);
  });

  it('that takes the longer response for the better one is found, and one that only errs more is not', () => {
    const { findings } = simulated(4, { person: 0.95, judge: 0.95, toLonger: 0.2 });
    expect(findings).toEqual([{ code: 'longer', of: 'preferences' }]);
    // One that always does so leaves nothing to be drawn, and is found all the same.
    const always = simulated(5, { person: 1, judge: 1, toLonger: 1 });
    expect(always.biases?.longer.errors).toMatchObject({ value: 1, high: 1 });
    expect(always.findings).toEqual([{ code: 'longer', of: 'preferences' }]);
    const accused = seeds(60, 20).filter(
      (seed) => simulated(seed, { person: 0.95, judge: 0.75, longer: 0.2 }).findings.length > 0,
    );
    expect(accused.length).toBeLessThanOrEqual(2);
  });

  it('that agrees less is told, and a clean one is accused of nothing', () => {
    expect(simulated(4, { person: 0.95, judge: 0.7 }).part?.standing).toBe('less');
    // Neither does one that is always wrong, nor one that always is sure of it, need anything to vary.
    const opposite = simulated(4, { person: 1, judge: 0, confidence: 1 });
    expect(opposite.part).toMatchObject({ standing: 'less', toSettle: 0 });
    expect(opposite.findings).toEqual([{ code: 'overconfident', of: 'preferences' }]);
    const accused = seeds(30, 20).filter((seed) => {
      const { part, findings } = simulated(seed, { person: 0.85, judge: 0.85, confidence: 0.8 });
      return part?.standing === 'less' || findings.length > 0;
    });
    // 5 % of 20 by chance.
    expect(accused.length).toBeLessThanOrEqual(2);
  });

  it('has intervals that hold what was planted in 90 to 98 of 100 simulations', () => {
    const [person, judge, toFirst, confidence] = [0.85, 0.8, 0.08, 0.92];
    // Most of three people are right in 0.939; what is decided by the order is a tie, which people never say.
    const most = person ** 3 + 3 * person ** 2 * (1 - person);
    const same = (1 - toFirst) * (judge * most + (1 - judge) * (1 - most));
    const byChance = (1 - toFirst) / 2;
    const withOne = (1 - toFirst) * (judge * person + (1 - judge) * (1 - person));
    const coverage = new Coverage();
    for (const seed of seeds(100, 200)) {
      const { part, biases } = simulated(seed, { person, judge, toFirst, confidence });
      coverage.add({
        same: [part?.withPeople.same, same],
        kappa: [part?.withPeople.kappa, (same - byChance) / (1 - byChance)],
        difference: [part?.difference, withOne - (person ** 2 + (1 - person) ** 2)],
        position: [biases?.position, toFirst],
        over: [part?.calibration?.over, (1 - toFirst) * confidence + toFirst * (1 - confidence) - same],
        ece: [part?.calibration?.ece, (1 - toFirst) * confidence - same + toFirst * (1 - confidence)],
      });
    }
    expect(coverage.off).toEqual([]);
  }, 120_000);

  it('that passes 20 % of faults has intervals that hold that, and one that is as sure as right has errors of 0 in them', () => {
    const coverage = new Coverage();
    let held = 0;
    for (const seed of seeds(400, 200)) {
      const random = randomOf(seed);
      const units = Array.from({ length: 140 }, (_, at) => {
        const truth = random() < 0.5 ? 1 : 0;
        const confidence = 0.55 + 0.1 * Math.floor(random() * 5);
        // As sure as right of what is good and what is not alike, in the second half of what is asked.
        const judge =
          at % 2 === 0 ? (truth === 1 || random() < 0.2 ? 1 : 0) : random() < confidence ? truth : 1 - truth;
        return { item: at, unit: at, judge, confidence, people: [{ annotation: at, annotator: 0, value: truth }] };
      });
      const half = (at: number) => ({
        ...yesNo('good'),
        silent: 0,
        units: units.filter(({ item }) => item % 2 === at),
      });
      coverage.add({ falsePass: [partFigures(half(0)).falsePass, 0.2] });
      if (partFigures(half(1)).calibration?.ece?.low === 0) held++;
    }
    expect(coverage.off).toEqual([]);
    expect(held).toBeGreaterThanOrEqual(190);
  }, 120_000);
});

const seeds = (from: number, many: number): readonly number[] =>
  Array.from({ length: many }, (_, at) => 1000003 * (from + at));

describe('verdicts', () => {
  it('of one criterion that passes 20 % of faults are told of that criterion alone', () => {
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
    const numbered = verdicts.map((each, at) => ({ ...each.annotation, id: String(at) }));
    const judgements = judgementsOf([...people, ...numbered, ...single]);
    const { parts, findings } = certificateFigures(judgements, 'j', verdicts, ['good', 'clean', 'unasked'].map(yesNo), [
      'human',
    ]);
    const [good, clean, unasked] = parts;
    expect(findings).toEqual([{ code: 'falsePass', of: 'good' }]);
    // What nobody judged is there, so that no gate passes over it.
    expect(unasked).toMatchObject({ of: 'unasked', standing: 'too-few', toSettle: 20, withPeople: { units: 0 } });
    expect(good?.falsePass?.value).toBeCloseTo(0.2, 1);
    expect(good?.falsePass?.low).toBeGreaterThan(0.05);
    expect(good?.falseFail?.value).toBe(0);
    expect(clean?.falsePass?.value).toBe(0);
    // Who errs in none of 240 may err in some of the next: κ is known all the same.
    expect(clean?.withPeople.kappa).toMatchObject({ value: 1, high: 1 });
    expect(clean?.withPeople.kappa?.low).toBeCloseTo(0.968, 2);
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
    const unmet = (gate: string) => gated(certificate, gatesIn(gate) ?? []).filter(({ isMet }) => !isMet);
    expect(unmet('kappa>=0.6 per criterion and units>=30 and low(kappa)>0.7')).toEqual([]);
    expect(unmet('units>30')).toMatchObject([{ gate: 'units>30', of: 'preferences', found: 30 }]);
    // What nobody knows is not met.
    expect(unmet('ece<0.5')).toMatchObject([{ of: 'preferences', found: null }]);
    expect(unmet('kappa>0 per slice')).toMatchObject([{ of: '', found: null, more: null }]);
    for (const wrong of ['kapa>=0.6', 'kappa=0.6', 'kappa>=', '', 'kappa>=0.6 per item', 'ece<1 per slice'])
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
