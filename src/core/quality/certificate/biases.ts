import { singleName } from '../../judge/judgeAnnotations';
import type { Certificate } from '../../model/report/certificate';
import { hasTrait, type Trait } from '../bias/responseTraits';
import { signTest } from '../chance';
import { estimateOf } from '../estimate';
import type { StudyJudgements } from '../judgements/studyJudgements';
import { pairOf } from '../judgements/units';
import { eachInBothOrders, positionFigures } from '../machines/positionFigures';
import { shownPairs, type ShownPairs } from '../machines/shownPairs';
import { RowSums } from '../rowSums';
import { meanOf, whereAllAreAlike } from './agreement';
import { modelNamed, type Part } from './judgedParts';
import { together } from './partScale';

type Biases = NonNullable<Certificate['biases']>;

/** What is seen of a text that is styled. */
const style: readonly Trait[] = ['list', 'heading', 'bold'];

/** Tells what a judge leans to, whatever responses say; null where it compares nothing. */
export function biasesOf(
  judgements: StudyJudgements,
  judge: string,
  preferences: Part | undefined,
): Certificate['biases'] {
  const single = modelNamed(judgements, singleName(judge));
  const shown = single < 0 ? undefined : shownPairs(judgements, single);
  const { bothOrders } = shown ? positionFigures(shown, new Map()) : { bothOrders: null };
  if (!preferences || (!bothOrders && preferences.units.length === 0)) return null;
  const { lengths, traits } = judgements.facts.texts;
  const isStyled = (place: number): number => (style.some((trait) => hasTrait(traits[place] ?? 0, trait)) ? 1 : 0);
  return {
    consistent: bothOrders?.consistent ?? null,
    toFirst: bothOrders?.toFirst ?? null,
    pairs: bothOrders?.pairs ?? 0,
    ...positionOf(shown),
    longer: leaningTo(preferences, (place) => lengths[place] ?? 0),
    styled: leaningTo(preferences, isStyled),
  };
}

/**
 * The share of pairs that their order decides for the response that is read first, minus the share for the last; a tie in
 * one order is half of it. With the chance of it where the order says nothing.
 */
function positionOf(shown: ShownPairs | undefined): Pick<Biases, 'position' | 'positionChance'> {
  const sums = new RowSums(2);
  let [first, last] = [0, 0];
  if (shown)
    eachInBothOrders(shown, (row, listed, reversed) => {
      sums.count(row, (listed - reversed) / 2);
      if (listed > reversed) first++;
      if (listed < reversed) last++;
    });
  const position = meanOf(sums);
  return { position, positionChance: position && signTest(first, last) };
}

/**
 * How a judge prefers the response that has more of something: how much more often than people on the same pairs; and its
 * errors to that side beyond those to the other, that is the share of the pairs on which people prefer the one with less,
 * and it does not, minus the same of the other pairs. Who only judges less surely than people errs as often to either side.
 */
function leaningTo({ units, scale }: Part, amountOf: (place: number) => number): Biases['longer'] {
  const [over, errors] = [new RowSums(2), new RowSums(4)];
  for (const { item, unit, judge, people } of units) {
    const said = together(
      scale,
      people.map(({ value }) => value),
    );
    const [first, second] = pairOf(unit);
    const more = Math.sign(amountOf(first) - amountOf(second));
    if (said === undefined || said === 0 || judge === 0 || more === 0) continue;
    over.count(item, (judge === more ? 1 : 0) - (said === more ? 1 : 0));
    const own = errors.of(item);
    const side = said === more ? 2 : 0;
    own[side] = (own[side] ?? 0) + (judge === said ? 0 : 1);
    own[side + 1] = (own[side + 1] ?? 0) + 1;
  }
  const beyond = estimateOf(
    errors.sums,
    ([toMore = 0, ofLess = 0, toLess = 0, ofMore = 0]) =>
      ofLess === 0 || ofMore === 0 ? null : toMore / ofLess - toLess / ofMore,
    [-1, 1],
  );
  return { over: meanOf(over), errors: whereAllAreAlike(beyond, Math.min(itemsOf(errors, 1), itemsOf(errors, 3))) };
}

/** How many items have something in a column. */
const itemsOf = ({ sums }: RowSums, column: number): number =>
  Array.from({ length: sums.items }, (_, item) => sums.of(item)[column] ?? 0).filter((count) => count > 0).length;
