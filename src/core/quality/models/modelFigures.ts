import { modeNames } from '../../model/annotation/mode';
import type { JudgeKind } from '../../model/annotation/judgeKind';
import type { ModelFigures, ModelsFigures } from '../../model/report/quality';
import { traits } from '../bias/responseTraits';
import { estimateOf, ItemSums, type Estimate } from '../estimate';
import { firstBy, type Wanted } from '../judgements/valuesOf';
import type { StudyJudgements } from '../judgements/studyJudgements';
import { z95 } from '../rate';
import { Choices, conditionalLogit, type LogitFit } from './conditionalLogit';

/** More models than this are not told apart: those with the most pairs are. */
const maxModels = 60;
/** Precision of the normal prior on log-strengths: nothing beside some pairs, and what keeps a strength finite. */
export const strengthPrior = 0.05;
const draws = 1000;
const comparing = modeNames.indexOf('pair');

/** A pair of responses of two models. */
interface ModelPair {
  readonly row: number;
  readonly first: number;
  readonly second: number;
  /** Places of the responses. */
  readonly a: number;
  readonly b: number;
  readonly outcome: number;
}

/** Who wins, how surely, and whether that can be told at all (C25). */
export function modelsOf(judgements: StudyJudgements, voters: readonly JudgeKind[]): ModelsFigures {
  const wanted = firstBy(judgements, voters);
  const rest = {
    ...noneAcceptableOf(judgements, wanted),
    intransitive: intransitiveOf(judgements, wanted),
  };
  const { names, pairs } = modelPairs(judgements, wanted);
  const none = { models: [], wins: [], ties: [], components: [], unbounded: [], tie: null, cycles: [] };
  if (judgements.facts.texts.models.length === 0) return { ...none, ...rest, why: 'no-models' };
  if (pairs.length === 0) return { ...none, ...rest, why: 'no-pairs' };
  const count = names.length;
  const [wins, ties] = [tableOf(count), tableOf(count)];
  for (const { first, second, outcome } of pairs) {
    const [one, other] = outcome >= 0 ? [first, second] : [second, first];
    if (outcome === 0) {
      addTo(ties, first, second);
      addTo(ties, second, first);
    } else addTo(wins, one, other);
  }
  const components = componentsOf(count, (a, b) => beats(wins, ties, a, b) + beats(wins, ties, b, a) > 0);
  const unbounded = unboundedIn(count, wins, ties);
  const hasTies = pairs.some(({ outcome }) => outcome === 0);
  const fit = davidson(pairs, count, hasTies);
  const strengths = centred(fit, components, count);
  const ranks = ranksOf(strengths, components);
  const controlled = controlledRates(judgements, pairs, count, hasTies);
  const models = names.map((model, at): ModelFigures => {
    const own = (table: number[][]): number => (table[at] ?? []).reduce((sum, each) => sum + each, 0);
    const lost = wins.reduce((sum, row) => sum + (row[at] ?? 0), 0);
    const { value, error } = strengths.of[at] ?? { value: 0, error: 0 };
    return {
      model,
      pairs: own(wins) + lost + own(ties),
      wins: own(wins),
      losses: lost,
      ties: own(ties),
      winRate: winRateOf(pairs, at),
      strength: value,
      low: value - z95 * error,
      high: value + z95 * error,
      ...(ranks[at] ?? { rank: null, bestRank: null, worstRank: null }),
      controlledWinRate: controlled?.[at] ?? null,
    };
  });
  const order = models.map((_, at) => at).sort((a, b) => (models[b]?.strength ?? 0) - (models[a]?.strength ?? 0));
  const sorted = (table: number[][]): number[][] =>
    order.map((row) => order.map((column) => table[row]?.[column] ?? 0));
  return {
    models: order.flatMap((at) => models[at] ?? []),
    wins: sorted(wins),
    ties: sorted(ties),
    components: components.map((members) => members.map((at) => names[at] ?? '')),
    unbounded: unbounded.map((at) => names[at] ?? ''),
    tie: hasTies ? Math.exp(fit.weights[count] ?? 0) : null,
    cycles: cyclesOf(wins).map(([a, b, c]) => [names[a] ?? '', names[b] ?? '', names[c] ?? '']),
    ...rest,
  };
}

function modelPairs(
  { pairs, annotations, facts }: StudyJudgements,
  wanted: Wanted,
): { readonly names: readonly string[]; readonly pairs: readonly ModelPair[] } {
  const { models, responseModels } = facts.texts;
  const counts = new Map<number, number>();
  const found: ModelPair[] = [];
  for (let at = 0; at < pairs.annotation.length; at++) {
    const annotation = pairs.annotation[at] ?? 0;
    const [a, b] = [pairs.first[at] ?? 0, pairs.second[at] ?? 0];
    const [first, second] = [responseModels[a] ?? -1, responseModels[b] ?? -1];
    if (first < 0 || second < 0 || first === second || !wanted(annotation)) continue;
    for (const model of [first, second]) counts.set(model, (counts.get(model) ?? 0) + 1);
    found.push({ row: annotations.row[annotation] ?? 0, first, second, a, b, outcome: pairs.outcome[at] ?? 0 });
  }
  const kept = [...counts]
    .sort(([one, a], [other, b]) => b - a || one - other)
    .slice(0, maxModels)
    .map(([model]) => model);
  const places = new Map(kept.map((model, at) => [model, at]));
  return {
    names: kept.map((model) => models[model] ?? ''),
    pairs: found
      .flatMap((pair) => {
        const [first, second] = [places.get(pair.first), places.get(pair.second)];
        return first === undefined || second === undefined ? [] : [{ ...pair, first, second }];
      })
      .sort((a, b) => a.row - b.row),
  };
}

const tableOf = (count: number): number[][] => Array.from({ length: count }, () => new Array<number>(count).fill(0));
function addTo(table: number[][], row: number, column: number): void {
  const own = table[row];
  if (own) own[column] = (own[column] ?? 0) + 1;
}
/** How often a did not lose to b. */
const beats = (wins: number[][], ties: number[][], a: number, b: number): number =>
  (wins[a]?.[b] ?? 0) + (ties[a]?.[b] ?? 0);

/** Those that can be reached from each other, by union. */
function componentsOf(count: number, meet: (a: number, b: number) => boolean): number[][] {
  const component = Array.from({ length: count }, (_, at) => at);
  for (let a = 0; a < count; a++)
    for (let b = a + 1; b < count; b++) {
      const [one, other] = [component[a] ?? 0, component[b] ?? 0];
      if (one === other || !meet(a, b)) continue;
      for (let at = 0; at < count; at++) if (component[at] === other) component[at] = one;
    }
  return [...new Set(component)].map((name) => component.flatMap((own, at) => (own === name ? [at] : [])));
}

/**
 * Models outside of the largest set in which each is reached from each by wins (L. R. Ford, Solution of a Ranking Problem
 * from Binary Comparisons, American Mathematical Monthly 64, 1957): without a prior their strengths have no end.
 */
function unboundedIn(count: number, wins: number[][], ties: number[][]): number[] {
  const reaches = Array.from({ length: count }, (_, from) => {
    const seen = new Set([from]);
    for (const at of seen)
      for (let to = 0; to < count; to++) if (!seen.has(to) && beats(wins, ties, at, to) > 0) seen.add(to);
    return seen;
  });
  const sets = reaches.map((own, at) => [...own].filter((other) => reaches[other]?.has(at)));
  const largest = sets.reduce((best, own) => (own.length > best.length ? own : best), []);
  return Array.from({ length: count }, (_, at) => at).filter((at) => !largest.includes(at));
}

/** Davidson's model, or Bradley and Terry's where nobody tied. */
function davidson(
  pairs: readonly ModelPair[],
  count: number,
  hasTies: boolean,
  covariates: (pair: ModelPair) => readonly (readonly [number, number])[] = () => [],
  more = 0,
): LogitFit {
  const choices = new Choices(count + 1 + more);
  for (const pair of pairs) {
    const { row, first, second, outcome } = pair;
    const own = covariates(pair);
    // Covariates are of the first over the second: half for it, and half against the other.
    const one: [number, number][] = [[first, 1], ...own.map(([at, value]): [number, number] => [at, value / 2])];
    const other: [number, number][] = [[second, 1], ...own.map(([at, value]): [number, number] => [at, -value / 2])];
    const tie: [number, number][] = [
      [first, 0.5],
      [second, 0.5],
      [count, 1],
    ];
    const all = hasTies ? [one, other, tie] : [one, other];
    const chosen = outcome === 1 ? one : outcome === -1 ? other : tie;
    choices.add(row, [chosen, ...all.filter((each) => each !== chosen)]);
  }
  const ridge = new Float64Array(count + 1 + more).fill(strengthPrior);
  ridge[count] = hasTies ? 1e-6 : 1;
  return conditionalLogit(choices, ridge);
}

interface Strengths {
  readonly of: readonly { readonly value: number; readonly error: number }[];
  readonly covariance: Float64Array;
}

/** Log-strengths over the mean of their component, with what their differences are unsure by. */
function centred(
  { weights, covariance }: LogitFit,
  components: readonly (readonly number[])[],
  count: number,
): Strengths {
  const p = weights.length;
  const values = new Float64Array(count);
  const turned = new Float64Array(count * count);
  const component = new Map(components.flatMap((members) => members.map((at) => [at, members] as const)));
  const rows = Array.from({ length: count }, (_, at) => {
    const members = component.get(at) ?? [at];
    const row = new Float64Array(count);
    row[at] = 1;
    for (const member of members) row[member] = (row[member] ?? 0) - 1 / members.length;
    return row;
  });
  for (let a = 0; a < count; a++) {
    for (let at = 0; at < count; at++) values[a] = (values[a] ?? 0) + (rows[a]?.[at] ?? 0) * (weights[at] ?? 0);
    const through = new Float64Array(count);
    for (let i = 0; i < count; i++)
      for (let j = 0; j < count; j++)
        through[j] = (through[j] ?? 0) + (rows[a]?.[i] ?? 0) * (covariance[i * p + j] ?? 0);
    for (let b = 0; b < count; b++) {
      let sum = 0;
      for (let j = 0; j < count; j++) sum += (through[j] ?? 0) * (rows[b]?.[j] ?? 0);
      turned[a * count + b] = sum;
    }
  }
  return {
    of: Array.from(values, (value, at) => ({ value, error: Math.sqrt(Math.max(0, turned[at * count + at] ?? 0)) })),
    covariance: turned,
  };
}

type Ranks = Pick<ModelFigures, 'rank' | 'bestRank' | 'worstRank'>;

/** Places within the component, and between which they lie in 95 % of draws from the strengths' normal distribution. */
function ranksOf({ of, covariance }: Strengths, components: readonly (readonly number[])[]): Ranks[] {
  const count = of.length;
  const root = choleskyOf(covariance, count);
  const random = generator();
  const drawn = Array.from({ length: draws }, () => {
    const normal = Array.from({ length: count }, () => normalFrom(random));
    return of.map(({ value }, row) => {
      let sum = value;
      for (let column = 0; column <= row; column++) sum += (root[row * count + column] ?? 0) * (normal[column] ?? 0);
      return sum;
    });
  });
  const ranks: Ranks[] = [];
  for (const members of components) {
    const rankIn = (values: readonly number[], at: number): number =>
      1 + members.filter((other) => (values[other] ?? 0) > (values[at] ?? 0)).length;
    const estimates = of.map(({ value }) => value);
    for (const at of members) {
      const own = drawn.map((values) => rankIn(values, at)).sort((a, b) => a - b);
      ranks[at] = {
        rank: rankIn(estimates, at),
        bestRank: own[Math.floor(0.025 * draws)] ?? null,
        worstRank: own[Math.ceil(0.975 * draws) - 1] ?? null,
      };
    }
  }
  return ranks;
}

/** The lower root of a covariance; rows without variance of their own are 0. */
function choleskyOf(matrix: Float64Array, count: number): Float64Array {
  const root = new Float64Array(count * count);
  for (let row = 0; row < count; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * count + column] ?? 0;
      for (let at = 0; at < column; at++) sum -= (root[row * count + at] ?? 0) * (root[column * count + at] ?? 0);
      const pivot = root[column * count + column] ?? 0;
      root[row * count + column] = row === column ? Math.sqrt(Math.max(0, sum)) : pivot > 1e-9 ? sum / pivot : 0;
    }
  }
  return root;
}

function generator(): () => number {
  let state = 0x2545f491;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 0) + 0.5) / 2 ** 32;
  };
}

/** G. E. P. Box and M. E. Muller, 1958. */
const normalFrom = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());

function winRateOf(pairs: readonly ModelPair[], model: number): Estimate | null {
  const sums = new ItemSums(2);
  let row = -1;
  let own: Float64Array = new Float64Array(2);
  for (const pair of pairs) {
    if (pair.first !== model && pair.second !== model) continue;
    if (pair.row !== row) {
      row = pair.row;
      own = sums.item();
    }
    const side = pair.first === model ? pair.outcome : -pair.outcome;
    own[0] = (own[0] ?? 0) + (side + 1) / 2;
    own[1] = (own[1] ?? 0) + 1;
  }
  return estimateOf(sums, ([won = 0, all = 0]) => (all > 0 ? won / all : null), [0, 1]);
}

/**
 * What each model would win against the mean one if lengths and looks were the same: its strength in the model with
 * covariates, as a chance (Y. Dubois et al., Length-Controlled AlpacaEval, 2024; T. Li et al., Does Style Matter?, 2024).
 */
function controlledRates(
  { facts }: StudyJudgements,
  pairs: readonly ModelPair[],
  count: number,
  hasTies: boolean,
): (Estimate | null)[] | null {
  if (pairs.length < 10 * (count + traits.length)) return null;
  const { lengths, traits: bits } = facts.texts;
  const offset = count + 1;
  const fit = davidson(
    pairs,
    count,
    hasTies,
    ({ a, b }) => [
      [offset, Math.log((lengths[a] ?? 0) + 1) - Math.log((lengths[b] ?? 0) + 1)],
      ...traits.map((_, at): [number, number] => [
        offset + 1 + at,
        (((bits[a] ?? 0) >> at) & 1) - (((bits[b] ?? 0) >> at) & 1),
      ]),
    ],
    1 + traits.length,
  );
  const all = Array.from({ length: count }, (_, at) => at);
  const strengths = centred(fit, [all], count);
  const chance = (strength: number): number => 1 / (1 + Math.exp(-strength));
  return strengths.of.map(({ value, error }) => ({
    value: chance(value),
    low: chance(value - z95 * error),
    high: chance(value + z95 * error),
    items: fit.clusters,
  }));
}

/** Triples of which each beats the next by majority, each once. */
function cyclesOf(wins: number[][]): [number, number, number][] {
  const beatsMost = (a: number, b: number): boolean => (wins[a]?.[b] ?? 0) > (wins[b]?.[a] ?? 0);
  const found: [number, number, number][] = [];
  for (let a = 0; a < wins.length; a++)
    for (let b = 0; b < wins.length; b++)
      for (let c = 0; c < wins.length; c++)
        if (a < b && a < c && b !== c && beatsMost(a, b) && beatsMost(b, c) && beatsMost(c, a)) found.push([a, b, c]);
  return found;
}

function noneAcceptableOf(
  judgements: StudyJudgements,
  wanted: Wanted,
): Pick<ModelsFigures, 'noneAcceptable' | 'noneAcceptableSlices'> {
  const { annotations, slices } = judgements;
  const byRow = new Map<number, { none: number; all: number; slices: readonly number[] }>();
  for (let at = 0; at < annotations.row.length; at++) {
    const none = annotations.noneAcceptable[at] ?? -1;
    if (none < 0 || !wanted(at)) continue;
    const row = annotations.row[at] ?? 0;
    const own = byRow.get(row) ?? { none: 0, all: 0, slices: judgements.slicesOf(at) };
    byRow.set(row, own);
    own.none += none;
    own.all++;
  }
  const rateOf = (rows: Iterable<{ none: number; all: number }>): Estimate | null => {
    const sums = new ItemSums(2);
    for (const { none, all } of rows) sums.item().set([none, all]);
    return estimateOf(sums, ([none = 0, all = 0]) => (all > 0 ? none / all : null), [0, 1]);
  };
  const inSlices = new Map<number, { none: number; all: number }[]>();
  for (const own of byRow.values())
    for (const slice of own.slices) {
      const list = inSlices.get(slice);
      if (list) list.push(own);
      else inSlices.set(slice, [own]);
    }
  return {
    noneAcceptable: rateOf(byRow.values()),
    noneAcceptableSlices: [...inSlices].flatMap(([slice, rows]) => {
      const rate = rateOf(rows);
      const named = slices[slice];
      return rate && named ? [{ by: named.by, value: named.value, rate }] : [];
    }),
  };
}

/** The share of judgements by comparisons of three or more responses with a cycle in them. */
function intransitiveOf({ pairs, annotations }: StudyJudgements, wanted: Wanted): Estimate | null {
  const sums = new ItemSums(2);
  for (let begin = 0; begin < pairs.annotation.length;) {
    const annotation = pairs.annotation[begin] ?? 0;
    let end = begin + 1;
    while (end < pairs.annotation.length && pairs.annotation[end] === annotation) end++;
    // A ranking is an order, whatever it says.
    const isCompared = [-1, comparing].includes(annotations.mode[annotation] ?? -1);
    if (end - begin >= 3 && isCompared && wanted(annotation)) sums.item().set([hasCycle(pairs, begin, end) ? 1 : 0, 1]);
    begin = end;
  }
  return estimateOf(sums, ([cyclic = 0, all = 0]) => (all > 0 ? cyclic / all : null), [0, 1]);
}

function hasCycle(pairs: StudyJudgements['pairs'], begin: number, end: number): boolean {
  const worse = new Map<number, number[]>();
  for (let at = begin; at < end; at++) {
    const outcome = pairs.outcome[at] ?? 0;
    if (outcome === 0) continue;
    const [winner, loser] =
      outcome > 0 ? [pairs.first[at] ?? 0, pairs.second[at] ?? 0] : [pairs.second[at] ?? 0, pairs.first[at] ?? 0];
    worse.set(winner, [...(worse.get(winner) ?? []), loser]);
  }
  const [open, closed] = [new Set<number>(), new Set<number>()];
  const visit = (at: number): boolean => {
    if (closed.has(at)) return false;
    if (open.has(at)) return true;
    open.add(at);
    const cyclic = (worse.get(at) ?? []).some(visit);
    open.delete(at);
    closed.add(at);
    return cyclic;
  };
  return [...worse.keys()].some(visit);
}
