import type { MachineFigures, ScoreFigures } from './quality';

/** Scores that surely agree with people in less than this are little better than chance. */
const littleBetter = 0.6;

/** A machine's scores that say little or nothing of what people prefer or accept. */
export const poorScores = ({ scores }: Pick<MachineFigures, 'scores'>): readonly ScoreFigures[] =>
  scores.filter(({ auc, confirmed }) =>
    [auc, confirmed].some((each) => each !== null && each.high !== null && each.high < littleBetter),
  );
