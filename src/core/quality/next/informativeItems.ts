import type { InformativeItems } from '../../model/desk/informativeItems';
import type { JudgeKind } from '../../model/annotation/judgeKind';
import type { StudyJudgements } from '../judgements/studyJudgements';
import { pairUnit } from '../judgements/units';
import { firstBy, ofWhole, valuesOf } from '../judgements/valuesOf';
import { noiseBySource } from '../noise/noiseReport';
import { informationOnLabel, informationOnWeights, meanChance } from './information';
import { responseWeights, votesOf } from './responseWeights';

/** ε where nothing says how noisy labels are, and between which it is taken to lie. */
const usualNoise = 0.15;
const [leastNoise, mostNoise] = [0.02, 0.45];
/** Before any vote nobody is this sure which of two is better. */
const mostSure = 0.95;
/** Of more responses the first so many are held against each other. */
const maxResponses = 12;

/**
 * All items, those first of which one more judgement is expected to teach most: what it tells of the weights by which
 * responses win (a Bradley-Terry model of length, looks and source model: `informationOnWeights`), and of which response of
 * its own pairs is better, by the votes that are there (`informationOnLabel`); the mean over the pairs of an item. The
 * first is most early on, the second once weights are known. Items that teach as much stay in the dataset's order.
 */
export function informativeItems(judgements: StudyJudgements, voters: readonly JudgeKind[]): InformativeItems {
  const { facts } = judgements;
  const [isFirst, isWhole] = [firstBy(judgements, voters), ofWhole(judgements)];
  const votes = votesOf(valuesOf(judgements, 'preferences', (at) => isFirst(at) && isWhole(at)));
  const { weights, covariance, between } = responseWeights(judgements, votes);
  const { overlap, controls, repeats } = noiseBySource(judgements, voters, new Map());
  const epsilon = Math.min(
    mostNoise,
    Math.max(leastNoise, (overlap ?? controls ?? repeats)?.epsilon.value ?? usualNoise),
  );
  const values = new Float64Array(facts.count);
  const [agree, against] = [new Uint16Array(facts.count), new Uint16Array(facts.count)];
  const p = weights.length;
  for (let row = 0; row < facts.count; row++) {
    const begin = row === 0 ? 0 : (facts.responseEnds[row - 1] ?? 0);
    const end = Math.min(facts.responseEnds[row] ?? 0, begin + maxResponses);
    let [sum, pairs, most] = [0, 0, -1];
    for (let a = begin; a < end; a++)
      for (let b = a + 1; b < end; b++) {
        const differences = between(a, b);
        let [mean, variance] = [0, 0];
        for (const [i, x] of differences) {
          mean += x * (weights[i] ?? 0);
          for (const [j, y] of differences) variance += x * y * (covariance[i * p + j] ?? 0);
        }
        const { first, second } = votes.get(pairUnit(a, b)) ?? { first: 0, second: 0 };
        // The weights tell what will be said; what is better is said with chance 1 - ε.
        const chance = (meanChance(mean, variance) - epsilon) / (1 - 2 * epsilon);
        const before = Math.min(mostSure, Math.max(1 - mostSure, chance));
        const value = informationOnWeights(mean, variance) + informationOnLabel(before, first - second, epsilon);
        sum += value;
        pairs++;
        if (value <= most) continue;
        most = value;
        agree[row] = Math.max(first, second);
        against[row] = Math.min(first, second);
      }
    values[row] = pairs === 0 ? 0 : sum / pairs;
  }
  const order = Uint32Array.from(values, (_, row) => row).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b);
  return {
    ordinals: order.map((row) => facts.ordinals[row] ?? 0),
    agree: Uint16Array.from(order, (row) => agree[row] ?? 0),
    against: Uint16Array.from(order, (row) => against[row] ?? 0),
  };
}
