import type { CriterionNoise } from '../../model/report/quality';
import { discoveries, normalTail } from '../chance';
import { estimateOf, ItemSums } from '../estimate';
import type { StudyJudgements } from '../judgements/studyJudgements';
import { criterionOf } from '../judgements/units';
import { eachUnit, valuesOf, type Wanted } from '../judgements/valuesOf';

/** How much more often annotators differ on a criterion than on all others together, for it to be told. */
const minDifference = 0.1;
/** Of a criterion that has no other beside it, from how often on that is told. */
const aloneLimit = 0.25;

/**
 * How often two annotators give different verdicts on the same by each criterion, the most often first, and whether that is
 * more than on the other criteria beyond chance: a criterion that is read in two ways is unclear whether it decides a
 * preference or not.
 */
export function criterionNoise(judgements: StudyJudgements, wanted: Wanted): CriterionNoise[] {
  const verdicts = valuesOf(judgements, 'verdicts', wanted);
  const byCriterion = new Map<number, { readonly sums: ItemSums; item: number; row: Float64Array }>();
  eachUnit(verdicts, (begin, end) => {
    if (end - begin < 2) return;
    const number = criterionOf(verdicts.units[begin] ?? 0);
    let own = byCriterion.get(number);
    if (!own) byCriterion.set(number, (own = { sums: new ItemSums(2), item: -1, row: new Float64Array(2) }));
    if (own.item !== verdicts.items[begin]) {
      own.item = verdicts.items[begin] ?? -1;
      own.row = own.sums.item();
    }
    for (let a = begin; a < end; a++)
      for (let b = a + 1; b < end; b++) {
        own.row[0] = (own.row[0] ?? 0) + (verdicts.values[a] === verdicts.values[b] ? 0 : 1);
        own.row[1] = (own.row[1] ?? 0) + 1;
      }
  });
  const found = [...byCriterion].flatMap(([number, { sums }]) => {
    const differ = estimateOf(sums, ([part = 0, all = 0]) => (all > 0 ? part / all : null), [0, 1]);
    return differ ? [{ criterion: judgements.criteria[number] ?? '', differ, totals: sums.totals() }] : [];
  });
  const totalOf = (at: 0 | 1): number => found.reduce((sum, { totals }) => sum + (totals[at] ?? 0), 0);
  const [allDiffer, all] = [totalOf(0), totalOf(1)];
  const others = found.map(({ totals: [part = 0, of = 0] }) => (all > of ? (allDiffer - part) / (all - of) : null));
  const told = discoveries(
    found.map(({ differ }, at) => {
      const rest = others[at] ?? null;
      if (rest === null || differ.low === null || differ.high === null) return null;
      const error = Math.max(1e-9, (differ.high - differ.low) / 3.92);
      return normalTail((differ.value - rest) / error);
    }),
  );
  return found
    .map(({ criterion, differ }, at) => ({
      criterion,
      differ,
      others: others[at] ?? null,
      isUnclear:
        others[at] === null
          ? (differ.low ?? 0) > aloneLimit
          : told[at] === true && differ.value - (others[at] ?? 1) >= minDifference,
    }))
    .sort((a, b) => b.differ.value - a.differ.value || (a.criterion < b.criterion ? -1 : 1));
}
