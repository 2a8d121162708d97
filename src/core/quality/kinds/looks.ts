import { hasTrait, traits } from '../bias/responseTraits';
import { itemsWithWins } from '../items/itemsOfPreferences';
import { ofWhole } from '../judgements/valuesOf';
import { ByItem, type Figure, type KindOf } from './figure';

/**
 * What responses look like (C24), as a table: their length and each trait, of those that were chosen and of those that
 * were not. What wins all else equal stands in the section of biases.
 */
export const looks: KindOf<'looks'> = ({ judgements, wanted }) => {
  const { pairs, annotations, facts } = judgements;
  const { lengths, traits: bits } = facts.texts;
  const isWhole = ofWhole(judgements);
  const own = new Set<number>();
  const [chosen, rejected] = [traits.map(() => new ByItem(2)), traits.map(() => new ByItem(2))];
  const [longChosen, longRejected] = [new ByItem(2), new ByItem(2)];
  for (let at = 0; at < pairs.annotation.length; at++) {
    const annotation = pairs.annotation[at] ?? 0;
    const outcome = pairs.outcome[at] ?? 0;
    if (outcome === 0 || !wanted(annotation) || !isWhole(annotation)) continue;
    own.add(annotation);
    const row = annotations.row[annotation] ?? 0;
    const [first, second] = [pairs.first[at] ?? 0, pairs.second[at] ?? 0];
    const [winner, loser] = outcome > 0 ? [first, second] : [second, first];
    longChosen.add(row, lengths[winner] ?? 0);
    longRejected.add(row, lengths[loser] ?? 0);
    for (const [number, trait] of traits.entries()) {
      chosen[number]?.add(row, hasTrait(bits[winner] ?? 0, trait) ? 1 : 0);
      rejected[number]?.add(row, hasTrait(bits[loser] ?? 0, trait) ? 1 : 0);
    }
  }
  return {
    annotations: own,
    figures: [
      { name: 'looks.lengthChosen', value: longChosen.mean() },
      { name: 'looks.lengthRejected', value: longRejected.mean() },
      ...traits.flatMap((what, number): Figure<'looks'>[] => [
        {
          name: 'looks.chosen',
          what,
          value: chosen[number]?.share() ?? null,
          rows: () => itemsWithWins(judgements, (at) => own.has(at), what),
        },
        { name: 'looks.rejected', what, value: rejected[number]?.share() ?? null },
      ]),
    ],
  };
};
