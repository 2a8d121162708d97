import { describe, expect, it } from 'vitest';
import { random } from '../../../../src/core/model/annotation/blindOrder';
import type { Judgement } from '../../../../src/core/model/annotation/annotation';
import type { Criterion } from '../../../../src/core/model/rubric/criterion';
import type { DifferingAnnotator, RedundantFigures } from '../../../../src/core/model/report/coverage';
import { coverageOf } from '../../../../src/core/quality/coverage/coverage';
import { criterion, pairsOfResponses, rubric, rubricStudy, type MadeJudgement } from '../../made/rubricStudy';

/** What is stated; the truth by which winners are drawn is another where `truth` says so. */
const stated: readonly (Criterion & { readonly truth: number })[] = [
  { ...criterion('right', { weight: 4 }), truth: 2.5 },
  { ...criterion('clear', { weight: 2 }), truth: 1.5 },
  { ...criterion('short', { weight: 1 }), truth: -2 },
  { ...criterion('cited', { weight: 1 }), truth: 0.8 },
  { ...criterion('sourced', { weight: 1 }), truth: 0 },
  { ...criterion('polite', { weight: 1 }), truth: 0 },
  { ...criterion('english', { weight: 1 }), truth: 0 },
  { ...criterion('safe', { weight: 1, gate: { threshold: 1 } }), truth: 0 },
];
const [pairs, hidden, fired] = [400, 7, 9];

type Verdicts = Readonly<Record<string, boolean>>;
const worthOf = (verdicts: Verdicts, weight: (each: (typeof stated)[number]) => number): number =>
  stated.reduce((sum, each) => sum + weight(each) * Number(verdicts[each.id]), 0);
const score = (verdicts: Verdicts): number => (verdicts.safe ? worthOf(verdicts, ({ weight }) => weight) : 0);
const isExplained = (winner: Verdicts, loser: Verdicts): boolean =>
  stated.some(({ id, weight }) => weight * (Number(winner[id]) - Number(loser[id])) > 0);

/**
 * Verdicts on a winner and a loser, drawn; sourced is a copy of cited, polite is the same for both, english always
 * holds.
 */
function drawn(next: () => number): [Verdicts, Verdicts] {
  const polite = next() < 0.5;
  const one = (): Verdicts => {
    const cited = next() < 0.5;
    return {
      right: next() < 0.6,
      clear: next() < 0.5,
      short: next() < 0.5,
      cited,
      sourced: cited,
      polite,
      english: true,
      safe: true,
    };
  };
  const [a, b] = [one(), one()];
  const lead = worthOf(a, ({ truth }) => truth) - worthOf(b, ({ truth }) => truth);
  return next() < 1 / (1 + Math.exp(-lead)) ? [a, b] : [b, a];
}

function judged(winner: Verdicts, loser: Verdicts, isFirst: boolean): Judgement {
  const [first, second] = isFirst ? ['r1', 'r2'] : ['r2', 'r1'];
  const verdicts = (
    [
      [first, winner],
      [second, loser],
    ] as const
  ).flatMap(([response, all]) => Object.entries(all).map(([id, value]) => ({ response, criterion: id, value })));
  return { ranking: { tiers: [[first], [second]] }, verdicts, rationale: 'It is right.' };
}

/** 400 pairs with exactly `hidden` that nothing explains and `fired` losers that fail the gate. */
function made(): { verdicts: [Verdicts, Verdicts][]; judgements: MadeJudgement[]; unexplained: number[] } {
  const next = random(5);
  const verdicts: [Verdicts, Verdicts][] = [];
  while (verdicts.length < pairs) {
    const pair = drawn(next);
    if (isExplained(...pair)) verdicts.push(pair);
  }
  const unexplained = Array.from({ length: hidden }, (_, n) => 17 + n * 53);
  for (const [n, at] of unexplained.entries()) {
    const loser: Verdicts = {
      right: n % 2 === 0,
      clear: false,
      short: n % 3 === 0,
      cited: true,
      sourced: true,
      polite: n % 2 === 1,
      english: true,
      safe: true,
    };
    verdicts[at] = [n % 2 === 0 ? { ...loser, right: false } : loser, loser];
  }
  for (let n = 0; n < fired; n++) verdicts[5 + n * 40]![1] = { ...verdicts[5 + n * 40]![1], safe: false };
  return {
    verdicts,
    judgements: verdicts.map(([winner, loser], at) => ({ at, judgement: judged(winner, loser, next() < 0.5) })),
    unexplained,
  };
}

describe('what is hidden in a study', () => {
  it('is found, and nothing else', async () => {
    const { verdicts, judgements, unexplained } = made();
    const unused = criterion('unused');
    const study = await rubricStudy(
      pairsOfResponses(pairs),
      [rubric([...stated.map(({ truth: _, ...each }) => each), unused])],
      judgements,
    );
    const { study: found, criteria } = await coverageOf(study);
    expect(found.neverSeparating).toEqual([{ criterion: 'polite', n: pairs }]);
    expect(found.redundant).toEqual([{ a: 'cited', b: 'sourced', correlation: 1, n: 2 * pairs }]);
    expect(found.wrongWay.map(({ criterion: id }) => id)).toEqual(['short']);
    expect(found.alwaysYes).toEqual([{ criterion: 'english', n: 2 * pairs }]);
    expect(found.alwaysNo).toEqual([]);
    expect(found.neverUsed).toEqual(['unused']);
    expect(found.unexplained.count).toBe(hidden);
    expect(found.unexplained.first.map(({ item }) => item)).toEqual(unexplained.map((at) => `q${at}`));
    expect(
      found.unexplained.first.every(({ annotator, winner, loser }) => annotator === 'ana' && winner !== loser),
    ).toBe(true);
    expect(found.unexplained.rate).toMatchObject({ n: pairs, rate: hidden / pairs });
    const against = verdicts.flatMap(([winner, loser], at) => (score(loser) > score(winner) ? [`q${at}`] : []));
    expect(against.length).toBeGreaterThan(hidden / 2);
    expect(found.against.first.map(({ item }) => item)).toEqual(against);
    expect(found.against.equal).toBe(verdicts.filter(([winner, loser]) => score(loser) === score(winner)).length);
    expect(
      criteria
        .filter(({ gate }) => gate)
        .map(({ id, gate }) => [id, gate?.fired?.n, Math.round(gate!.fired!.rate * gate!.fired!.n)]),
    ).toEqual([['safe', 2 * pairs, fired]]);
    expect([
      found.withoutReason.count,
      found.underOldVersions.count,
      found.items.withoutRubric.count,
      found.unknownCriteria.verdicts,
      found.annotations.orphans,
    ]).toEqual([0, 0, 0, 0, 0]);
    expect(found.unfilled).toMatchObject({ n: 2 * pairs * (stated.length + 1), rate: 1 / (stated.length + 1) });
    expect(found.origins).toEqual({
      criteria: [{ origin: 'unknown', criteria: stated.length + 1 }],
      annotations: [{ origin: 'human', annotations: pairs }],
    });
  });

  it('shows in the figures of each criterion', async () => {
    const { verdicts, judgements } = made();
    const study = await rubricStudy(
      pairsOfResponses(pairs),
      [rubric(stated.map(({ truth: _, ...each }) => each))],
      judgements,
    );
    const { criteria } = await coverageOf(study);
    for (const { id, weight, separation, tau, yes, variance, implied } of criteria) {
      const of = verdicts.map(([winner, loser]) => Number(winner[id]) - Number(loser[id]));
      const [same, against] = [of.filter((each) => each > 0).length, of.filter((each) => each < 0).length];
      expect(weight).toBeGreaterThan(0);
      expect(separation).toMatchObject({ pairs, same, against, equal: pairs - same - against });
      if (same + against === 0) expect([tau.value, implied]).toEqual([null, null]);
      else expect(tau.value).toBeCloseTo((same - against) / Math.sqrt((same + against) * pairs), 9);
      const worths = verdicts.flatMap((pair) => pair.map((each) => Number(each[id])));
      const mean = worths.reduce((sum, each) => sum + each, 0) / worths.length;
      expect(yes).toMatchObject({ n: 2 * pairs, rate: mean });
      expect(variance).toBeCloseTo(worths.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (worths.length - 1), 9);
    }
    const impliedOf = (id: string): number => criteria.find((each) => each.id === id)!.implied!.weight;
    expect(impliedOf('short')).toBeLessThan(0);
    expect(impliedOf('right')).toBeGreaterThan(impliedOf('clear'));
    // Copies share what they are worth together.
    expect(impliedOf('cited')).toBeCloseTo(impliedOf('sourced'), 4);
    const all = criteria.filter(({ implied }) => implied);
    expect(all.reduce((sum, { implied }) => sum + Math.abs(implied!.weight), 0)).toBeCloseTo(
      all.reduce((sum, { weight }) => sum + Math.abs(weight), 0),
      6,
    );
  });
});

describe('two criteria that are the same on 95 of 100 responses', () => {
  const items = 200;

  /** Verdicts of three annotators, each of which is wrong with probability `noise`, by annotator. */
  async function redundantAt(noise: number, annotators = ['ana', 'ben', 'cleo']): Promise<readonly RedundantFigures[]> {
    const next = random(11);
    const truths = Array.from({ length: items }, () =>
      ['r1', 'r2'].map((response) => {
        const cited = next() < 0.5;
        return { response, cited, sourced: next() < 0.05 ? !cited : cited, clear: next() < 0.5 };
      }),
    );
    const judgements = annotators.flatMap((by) =>
      truths.map((both, at): MadeJudgement => {
        const seen = (truth: boolean): boolean => (next() < noise ? !truth : truth);
        const verdicts = both.flatMap(({ response, ...truth }) =>
          Object.entries(truth).map(([id, value]) => ({ response, criterion: id, value: seen(value) })),
        );
        return { at, annotator: by, judgement: { ranking: { tiers: [['r1'], ['r2']] }, verdicts } };
      }),
    );
    const criteria = ['cited', 'sourced', 'clear'].map((id) => criterion(id));
    return (await coverageOf(await rubricStudy(pairsOfResponses(items), [rubric(criteria)], judgements))).study
      .redundant;
  }

  it('are called redundant although annotators disagree so much that their verdicts are not', async () => {
    for (const noise of [0.05, 0.1, 0.15]) {
      const [found, ...others] = await redundantAt(noise);
      expect(others).toEqual([]);
      expect(found).toMatchObject({ a: 'cited', b: 'sourced', n: 3 * 2 * items });
      // Phi of two yes-or-no criteria that are the same on 95 % is 0.9; each verdict shows 1 - 2 noise of it.
      expect(found!.correlation).toBeCloseTo(0.9 * (1 - 2 * noise) ** 2, 1);
      expect(found!.corrected).toBeGreaterThan(0.83);
      expect(found!.corrected).toBeLessThan(0.97);
    }
  });

  it('are not where nobody can tell noise from a difference: with one annotator', async () => {
    expect(await redundantAt(0.1, ['ana'])).toEqual([]);
  });
});

describe('an annotator who does not read', () => {
  const items = 120;

  /** Findings where each annotator's verdict is wrong with that probability; a half is no better than a coin. */
  async function differingAt(noise: Readonly<Record<string, number>>): Promise<readonly DifferingAnnotator[]> {
    const next = random(23);
    const truths = Array.from({ length: items }, () =>
      ['r1', 'r2'].map((response) => ({ response, cited: next() < 0.5, clear: next() < 0.5 })),
    );
    const judgements = Object.entries(noise).flatMap(([by, wrong]) =>
      truths.map((both, at): MadeJudgement => {
        const verdicts = both.flatMap(({ response, ...truth }) =>
          Object.entries(truth).map(([id, value]) => ({
            response,
            criterion: id,
            value: next() < wrong ? !value : value,
          })),
        );
        return { at, annotator: by, judgement: { ranking: { tiers: [['r1'], ['r2']] }, verdicts } };
      }),
    );
    const criteria = ['cited', 'clear'].map((id) => criterion(id));
    const study = await rubricStudy(pairsOfResponses(items), [rubric(criteria)], judgements);
    return (await coverageOf(study)).study.differingAnnotators;
  }

  it('is named, with how often the verdicts are the same as those of others', async () => {
    const [found, ...others] = await differingAt({ ana: 0.1, ben: 0.5, cleo: 0.1 });
    expect(others).toEqual([]);
    expect(found?.annotator).toBe('ben');
    expect(found!.same.low).toBeLessThan(0.5);
    expect(found!.same.high).toBeGreaterThan(0.5);
    // Two who are each wrong once in ten say the same with 0.9² + 0.1².
    expect(found!.others).toBeCloseTo(0.82, 1);
  });

  it('is not found where all read alike, nor where there are two, of whom neither can be told from the other', async () => {
    expect(await differingAt({ ana: 0.1, ben: 0.1, cleo: 0.1, dan: 0.15 })).toEqual([]);
    expect(await differingAt({ ana: 0.1, ben: 0.5 })).toEqual([]);
  });
});
