import { ByItem, isAbove, type Counted, type KindOf } from './figure';
import { annotationsSaying, eachSaid } from './said';

/** More of the critiques than this do not hold. */
const tooMany = 0.2;

/** What annotators think of the critiques that others wrote. */
export const critiqueJudgments: KindOf<'critiqueJudgments'> = (counted) => {
  const flawed = sharesOf(counted, 'critique flawed');
  const accepted = sharesOf(counted, 'critique accepted');
  const right = sharesOf(counted, 'critique right');
  const ranked = sharesOf(counted, 'critique ranked');
  const rewritten = sharesOf(counted, 'critique rewritten');
  const share = flawed.share();
  return {
    annotations: annotationsSaying(counted, 'critique ranked'),
    figures: [
      {
        name: 'critiqueJudgments.flawed',
        value: share,
        rows: () => flawed.mostOf(),
        matters: isAbove(share, tooMany) ? { severity: 'medium', numbers: {} } : undefined,
      },
      { name: 'critiqueJudgments.accepted', value: accepted.share(), rows: () => accepted.leastOf() },
      { name: 'critiqueJudgments.right', value: right.share(), rows: () => right.leastOf() },
      { name: 'critiqueJudgments.ranked', value: ranked.share(), rows: () => ranked.mostOf() },
      { name: 'critiqueJudgments.rewritten', value: rewritten.share(), rows: () => rewritten.mostOf() },
    ],
  };
};

function sharesOf(
  counted: Counted,
  kind: `critique ${'flawed' | 'accepted' | 'right' | 'ranked' | 'rewritten'}`,
): ByItem {
  const sums = new ByItem(2);
  eachSaid(counted, kind, (value, _, _place, row) => sums.add(row, value));
  return sums;
}
