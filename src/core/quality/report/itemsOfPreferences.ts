import { traits } from '../bias/responseTraits';
import type { StudyJudgements } from '../judgements/studyJudgements';
import type { Wanted } from '../judgements/valuesOf';

/** Rows of items with a strict preference that some of its winner and loser holds of. */
function rowsWith(
  { pairs, annotations }: StudyJudgements,
  wanted: Wanted,
  isOf: (winner: number, loser: number, at: number) => boolean,
): Set<number> {
  const rows = new Set<number>();
  for (let at = 0; at < pairs.annotation.length; at++) {
    const annotation = pairs.annotation[at] ?? 0;
    const outcome = pairs.outcome[at] ?? 0;
    if (outcome === 0 || !wanted(annotation)) continue;
    const [first, second] = [pairs.first[at] ?? 0, pairs.second[at] ?? 0];
    if (outcome > 0 ? isOf(first, second, at) : isOf(second, first, at)) rows.add(annotations.row[annotation] ?? 0);
  }
  return rows;
}

/** Those on which the response with something wins: "length", "position" (shown first), or a trait of responses. */
export function itemsWithWins(judgements: StudyJudgements, wanted: Wanted, of: string): Set<number> {
  const { annotations, pairs, facts } = judgements;
  const { lengths, traits: bits } = facts.texts;
  const trait = traits.findIndex((each) => each === of);
  return rowsWith(judgements, wanted, (winner, loser, at) => {
    if (of === 'length') return (lengths[winner] ?? 0) > (lengths[loser] ?? 0);
    if (of === 'position')
      return annotations.shuffled[pairs.annotation[at] ?? 0] === 1 && pairs.order[at] === pairs.outcome[at];
    return trait >= 0 && ((((bits[winner] ?? 0) & ~(bits[loser] ?? 0)) >> trait) & 1) === 1;
  });
}

/** Those on which the response of one model is preferred to that of another. */
export function itemsWonBy(judgements: StudyJudgements, wanted: Wanted, model: string, over: string): Set<number> {
  const { models, responseModels } = judgements.facts.texts;
  const [won, lost] = [models.indexOf(model), models.indexOf(over)];
  if (won < 0 || lost < 0) return new Set();
  return rowsWith(
    judgements,
    wanted,
    (winner, loser) => responseModels[winner] === won && responseModels[loser] === lost,
  );
}
