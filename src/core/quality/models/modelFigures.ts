import type { JudgeKind } from '../../model/annotation/judgeKind';
import type { ModelFigures, ModelsFigures } from '../../model/report/quality';
import { traits } from '../bias/responseTraits';
import { estimateOf, ItemSums, type Estimate } from '../estimate';
import { firstBy } from '../judgements/valuesOf';
import type { StudyJudgements } from '../judgements/studyJudgements';
import { Choices, conditionalLogit, type LogitFit } from './conditionalLogit';
import { modelPairs, type ModelPair } from './modelPairs';
import { noneAcceptableOf } from './noneAcceptable';
import { cyclesOf, intransitiveOf, sureCycles } from './orderConsistency';
import { plackettLuceOf } from './plackettLuce';
import { raoKupper } from './raoKupper';
import { referenceRates } from './referenceRates';
import { centred, ranksOf, strengthPrior } from './strengths';

/**
 * Who wins, how surely, and whether that can be told at all.
 * @param reference the model that others are held against; where none is named, responses with the text of a reference
 */
export function modelsOf(judgements: StudyJudgements, voters: readonly JudgeKind[], reference?: string): ModelsFigures {
  const wanted = firstBy(judgements, voters);
  const rest = {
    ...noneAcceptableOf(judgements, wanted),
    intransitive: intransitiveOf(judgements, wanted),
  };
  const { names, pairs } = modelPairs(judgements, wanted);
  const none = {
    models: [],
    wins: [],
    ties: [],
    components: [],
    unbounded: [],
    tie: null,
    tieModels: null,
    reference: null,
    slices: [],
    cycles: [],
    sureCycles: [],
  };
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
  const kupper = hasTies ? raoKupper(pairs, count) : undefined;
  const byKupper = kupper && centred(kupper, components, count);
  const luce = plackettLuceOf(judgements, wanted, names);
  const references = referenceRates(judgements, wanted, names, reference);
  const cycles = cyclesOf(wins);
  const models = names.map((model, at): ModelFigures => {
    const own = (table: number[][]): number => (table[at] ?? []).reduce((sum, each) => sum + each, 0);
    const lost = wins.reduce((sum, row) => sum + (row[at] ?? 0), 0);
    const { value, low, high } = strengths.of[at] ?? { value: 0, low: 0, high: 0 };
    const kupperOwn = byKupper?.of[at];
    return {
      model,
      pairs: own(wins) + lost + own(ties),
      wins: own(wins),
      losses: lost,
      ties: own(ties),
      winRate: winRateOf(pairs, at),
      strength: value,
      low,
      high,
      ...(ranks[at] ?? { rank: null, bestRank: null, worstRank: null }),
      controlledWinRate: controlled?.[at] ?? null,
      plackettLuce: luce?.[at] ?? null,
      raoKupper: kupperOwn ? { ...kupperOwn, items: fit.carriers[at] ?? 0 } : null,
      referenceWinRate: references.rates[at] ?? null,
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
    tieModels: kupper
      ? {
          davidson: fit.logLikelihood,
          raoKupper: kupper.logLikelihood,
          threshold: kupper.threshold,
        }
      : null,
    reference: references.of,
    slices: sliceRates(judgements, pairs, order),
    cycles: cycles.map(([a, b, c]) => [names[a] ?? '', names[b] ?? '', names[c] ?? '']),
    sureCycles: sureCycles(pairs, names, cycles),
    ...rest,
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

/** Slices with fewer pairs of two models are not told. */
const minSlicePairs = 20;
const maxSlices = 40;

/** Win rates by slice of the items, those with the most pairs first. @param order of the models */
function sliceRates(
  { slices, slicesOf }: StudyJudgements,
  pairs: readonly ModelPair[],
  order: readonly number[],
): ModelsFigures['slices'] {
  const members = new Map<number, ModelPair[]>();
  const known = new Map<number, readonly number[]>();
  for (const pair of pairs) {
    const own = known.get(pair.row) ?? slicesOf(pair.annotation);
    known.set(pair.row, own);
    for (const slice of own) {
      const list = members.get(slice);
      if (list) list.push(pair);
      else members.set(slice, [pair]);
    }
  }
  return [...members]
    .filter(([slice, own]) => own.length >= minSlicePairs && !['model', 'response'].includes(slices[slice]?.by ?? ''))
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, maxSlices)
    .map(([slice, own]) => ({
      by: slices[slice]?.by ?? '',
      value: slices[slice]?.value ?? null,
      winRates: order.map((model) => winRateOf(own, model)),
    }));
}

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
  { facts, annotations }: StudyJudgements,
  all: readonly ModelPair[],
  count: number,
  hasTies: boolean,
): (Estimate | null)[] | null {
  // What is known of the text of a response says nothing of one of its turns.
  const pairs = all.filter(({ annotation }) => annotations.turn[annotation] === -1);
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
  const strengths = centred(fit, [Array.from({ length: count }, (_, at) => at)], count);
  const chance = (strength: number): number => 1 / (1 + Math.exp(-strength));
  return strengths.of.map(({ value, low, high }, at) => ({
    value: chance(value),
    low: chance(low),
    high: chance(high),
    items: fit.carriers[at] ?? 0,
  }));
}
