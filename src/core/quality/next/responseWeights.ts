import { traits } from '../bias/responseTraits';
import type { StudyJudgements } from '../judgements/studyJudgements';
import { pairOf } from '../judgements/units';
import { eachUnit, type ValuedByAnnotation } from '../judgements/valuesOf';
import { Choices, conditionalLogit } from '../models/conditionalLogit';
import { inverse } from '../models/inverse';

/** Precision of the prior on each weight: a feature is as likely as not to double or halve the odds. */
const prior = 1;
/** More models are not told apart. */
const maxModels = 50;

/** Strict votes on two responses: for the first in the dataset, and for the second. */
export interface Votes {
  readonly first: number;
  readonly second: number;
}

/** Those of each two, by `pairUnit`; ties are none. */
export function votesOf(valued: ValuedByAnnotation): ReadonlyMap<number, Votes> {
  const votes = new Map<number, Votes>();
  eachUnit(valued, (begin, end) => {
    let [first, second] = [0, 0];
    for (let at = begin; at < end; at++) {
      if (valued.values[at] === 1) first++;
      if (valued.values[at] === -1) second++;
    }
    if (first + second > 0) votes.set(valued.units[begin] ?? 0, { first, second });
  });
  return votes;
}

interface Features {
  readonly count: number;
  /** What two responses differ in, by the number of the feature; nothing where they do not. */
  readonly between: (a: number, b: number) => (readonly [feature: number, difference: number])[];
}

/** Length (as its binary logarithm), traits and models of responses. */
function featuresOf({ facts: { texts } }: StudyJudgements): Features {
  const { lengths, traits: bits, responseModels } = texts;
  const offset = 1 + traits.length;
  const models = Math.min(maxModels, texts.models.length);
  return {
    count: offset + models,
    between(a, b) {
      const found: [number, number][] = [];
      const length = Math.log2(((lengths[a] ?? 0) + 1) / ((lengths[b] ?? 0) + 1));
      if (length !== 0) found.push([0, length]);
      const differing = (bits[a] ?? 0) ^ (bits[b] ?? 0);
      for (let at = 0; at < traits.length; at++)
        if ((differing >> at) & 1) found.push([1 + at, ((bits[a] ?? 0) >> at) & 1 ? 1 : -1]);
      const [one, other] = [responseModels[a] ?? -1, responseModels[b] ?? -1];
      if (one !== other)
        for (const [model, sign] of [
          [one, 1],
          [other, -1],
        ] as const)
          if (model >= 0 && model < models) found.push([offset + model, sign]);
      return found;
    },
  };
}

/** By what responses win. */
export interface ResponseWeights {
  readonly weights: Float64Array;
  /** Of the weights, row by row (Laplace's approximation of their posterior). */
  readonly covariance: Float64Array;
  /** What two responses differ in: the number of a weight, and by how much the first has more. */
  readonly between: Features['between'];
}

/** A Bradley-Terry model of length, looks and source model of responses, by the votes on them, with a normal prior. */
export function responseWeights(judgements: StudyJudgements, votes: ReadonlyMap<number, Votes>): ResponseWeights {
  const { count, between } = featuresOf(judgements);
  const choices = new Choices(count);
  const hessian = new Float64Array(count * count);
  for (let at = 0; at < count; at++) hessian[at * count + at] = prior;
  const pairs = [...votes].map(([unit, said]) => ({ said, differences: between(...pairOf(unit)) }));
  for (const [at, { said, differences }] of pairs.entries()) {
    for (let vote = 0; vote < said.first; vote++) choices.add(at, [differences, []]);
    for (let vote = 0; vote < said.second; vote++) choices.add(at, [[], differences]);
  }
  const { weights } = conditionalLogit(choices, prior);
  for (const { said, differences } of pairs) {
    const mean = differences.reduce((sum, [i, x]) => sum + x * (weights[i] ?? 0), 0);
    const chance = 1 / (1 + Math.exp(-mean));
    const curvature = (said.first + said.second) * chance * (1 - chance);
    for (const [i, x] of differences)
      for (const [j, y] of differences) hessian[i * count + j] = (hessian[i * count + j] ?? 0) + curvature * x * y;
  }
  return { weights, covariance: inverse(hessian, count), between };
}
