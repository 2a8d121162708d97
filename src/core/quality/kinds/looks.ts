import { traits } from '../bias/responseTraits';
import { estimateOf, type Estimate } from '../estimate';
import { itemsWithWins } from '../items/itemsOfPreferences';
import { ofWhole } from '../judgements/valuesOf';
import { ByItem, type Figure, type KindOf } from './figure';

/** Before the sums of traits stand, of each item, its preferences and the characters of the chosen and of the rejected. */
const ofTraits = 3;

/**
 * What responses look like, as a table: their length and each trait, of those that were chosen and of those that
 * were not. What wins all else equal stands in the section of biases.
 */
export const looks: KindOf<'looks'> = ({ judgements, wanted }) => {
  const { pairs, annotations, facts } = judgements;
  const { lengths, traits: bits } = facts.texts;
  const isWhole = ofWhole(judgements);
  const own = new Set<number>();
  const counts = new ByItem(ofTraits + 2 * traits.length);
  for (let at = 0; at < pairs.annotation.length; at++) {
    const annotation = pairs.annotation[at] ?? 0;
    const outcome = pairs.outcome[at] ?? 0;
    if (outcome === 0 || !wanted(annotation) || !isWhole(annotation)) continue;
    own.add(annotation);
    const row = annotations.row[annotation] ?? 0;
    const [first, second] = [pairs.first[at] ?? 0, pairs.second[at] ?? 0];
    const [winner, loser] = outcome > 0 ? [first, second] : [second, first];
    const found = counts.of(row);
    const add = (column: number, value: number): void => {
      found[column] = (found[column] ?? 0) + value;
    };
    add(0, 1);
    add(1, lengths[winner] ?? 0);
    add(2, lengths[loser] ?? 0);
    for (let number = 0; number < traits.length; number++) {
      add(ofTraits + 2 * number, ((bits[winner] ?? 0) >> number) & 1);
      add(ofTraits + 2 * number + 1, ((bits[loser] ?? 0) >> number) & 1);
    }
  }
  const sums = counts.ofItems();
  const totals = sums.totals();
  // Of what no response has there is nothing to tell.
  const isThere = (number: number): boolean =>
    (totals[ofTraits + 2 * number] ?? 0) + (totals[ofTraits + 2 * number + 1] ?? 0) > 0;
  const mean = (column: number, range?: readonly [number, number]): Estimate | null =>
    estimateOf(sums, ({ 0: all = 0, [column]: own = 0 }) => (all > 0 ? own / all : null), range);
  return {
    annotations: own,
    figures: [
      { name: 'looks.lengthChosen', value: mean(1) },
      { name: 'looks.lengthRejected', value: mean(2) },
      ...traits.flatMap((what, number): Figure<'looks'>[] =>
        isThere(number)
          ? [
              {
                name: 'looks.chosen',
                what,
                value: mean(ofTraits + 2 * number, [0, 1]),
                rows: () => itemsWithWins(judgements, (at) => own.has(at), what),
              },
              { name: 'looks.rejected', what, value: mean(ofTraits + 2 * number + 1, [0, 1]) },
            ]
          : [],
      ),
    ],
  };
};
