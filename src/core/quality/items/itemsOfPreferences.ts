import { traits } from '../bias/responseTraits';
import type { StudyJudgements } from '../judgements/studyJudgements';
import { ofWhole, type Wanted } from '../judgements/valuesOf';

/** Rows of items with two compared responses that something holds of. @param isOf gets the place in `pairs` */
function rowsWith(
  { pairs, annotations }: StudyJudgements,
  wanted: Wanted,
  isOf: (pair: number) => boolean,
): Set<number> {
  const rows = new Set<number>();
  for (let pair = 0; pair < pairs.annotation.length; pair++) {
    const annotation = pairs.annotation[pair] ?? 0;
    if (wanted(annotation) && isOf(pair)) rows.add(annotations.row[annotation] ?? 0);
  }
  return rows;
}

/** The same of strict preferences, by their winner and loser. */
function rowsWon(
  judgements: StudyJudgements,
  wanted: Wanted,
  isOf: (winner: number, loser: number, pair: number) => boolean,
): Set<number> {
  const { first, second, outcome } = judgements.pairs;
  return rowsWith(judgements, wanted, (pair) => {
    const [a, b, sign] = [first[pair] ?? 0, second[pair] ?? 0, outcome[pair] ?? 0];
    return sign !== 0 && (sign > 0 ? isOf(a, b, pair) : isOf(b, a, pair));
  });
}

/**
 * Returns rows of the items on which the response with something wins: "length", "position" (shown first), "first" (in
 * the dataset), or a trait of responses.
 */
export function itemsWithWins(judgements: StudyJudgements, wanted: Wanted, of: string): Set<number> {
  const { annotations, pairs, facts } = judgements;
  const { lengths, traits: bits } = facts.texts;
  const trait = traits.findIndex((each) => each === of);
  const isWhole = ofWhole(judgements);
  return rowsWon(judgements, wanted, (winner, loser, pair) => {
    // What is known of the text of a response says nothing of one of its turns.
    if (of !== 'position' && of !== 'first' && !isWhole(pairs.annotation[pair] ?? 0)) return false;
    if (of === 'length') return (lengths[winner] ?? 0) > (lengths[loser] ?? 0);
    if (of === 'first') return winner < loser;
    if (of === 'position')
      return annotations.shuffled[pairs.annotation[pair] ?? 0] === 1 && pairs.order[pair] === pairs.outcome[pair];
    return trait >= 0 && ((((bits[winner] ?? 0) & ~(bits[loser] ?? 0)) >> trait) & 1) === 1;
  });
}

/**
 * Returns rows of items on which the response of one model is preferred to that of another; null stands for any other
 * model.
 */
export function itemsWonBy(
  judgements: StudyJudgements,
  wanted: Wanted,
  model: string | null,
  over: string | null,
): Set<number> {
  const { models, responseModels } = judgements.facts.texts;
  const isOf = (name: string | null): ((place: number) => boolean) => {
    const number = name === null ? null : models.indexOf(name);
    return (place) => (number === null ? (responseModels[place] ?? -1) >= 0 : responseModels[place] === number);
  };
  const [won, lost] = [isOf(model), isOf(over)];
  if ([model, over].some((name) => name !== null && !models.includes(name))) return new Set();
  return rowsWon(
    judgements,
    wanted,
    (winner, loser) => won(winner) && lost(loser) && responseModels[winner] !== responseModels[loser],
  );
}

/** Returns rows of the items on which the response of a model is preferred to one that is a reference answer. */
export function itemsWonOverReference(judgements: StudyJudgements, wanted: Wanted, model: string): Set<number> {
  const { models, responseModels, reference } = judgements.facts.texts;
  const number = models.indexOf(model);
  if (number < 0) return new Set();
  const isWhole = ofWhole(judgements);
  return rowsWon(
    judgements,
    (at) => wanted(at) && isWhole(at),
    (winner, loser) => responseModels[winner] === number && reference[winner] !== 1 && reference[loser] === 1,
  );
}

/** Returns rows of items on which two models were compared; null stands for any other. @param isTied only ties */
export function itemsComparing(
  judgements: StudyJudgements,
  wanted: Wanted,
  model: string,
  other: string | null,
  isTied = false,
): Set<number> {
  const { pairs, facts } = judgements;
  const { models, responseModels } = facts.texts;
  const number = models.indexOf(model);
  const second = other === null ? null : models.indexOf(other);
  if (number < 0 || second === -1) return new Set();
  return rowsWith(judgements, wanted, (pair) => {
    if (isTied && pairs.outcome[pair] !== 0) return false;
    const own = [pairs.first[pair] ?? 0, pairs.second[pair] ?? 0].map((place) => responseModels[place] ?? -1);
    if (own[0] === own[1] || !own.includes(number)) return false;
    return second === null ? own.every((of) => of >= 0) : own.includes(second);
  });
}

/** Those with a preference of that strength. */
export const itemsOfStrength = (judgements: StudyJudgements, wanted: Wanted, strength: number): Set<number> =>
  rowsWith(judgements, wanted, (pair) => judgements.pairs.strength[pair] === strength);

/** Returns rows of items whose winner is longer than the loser by `from` characters or more, and fewer than `to`. */
export function itemsLongerBy(judgements: StudyJudgements, wanted: Wanted, from: number, to: number): Set<number> {
  const { lengths } = judgements.facts.texts;
  const isWhole = ofWhole(judgements);
  return rowsWon(
    judgements,
    (at) => wanted(at) && isWhole(at),
    (winner, loser) => {
      const gap = (lengths[winner] ?? 0) - (lengths[loser] ?? 0);
      return gap >= from && gap < to;
    },
  );
}
