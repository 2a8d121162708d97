import type { StudyJudgements } from '../judgements/studyJudgements';
import { pairOf } from '../judgements/units';
import { valuesOf, type Wanted } from '../judgements/valuesOf';
import { ByItem } from './figure';

/** What the same two responses were judged like in two settings: under two contexts, or of two turns. */
export interface Across {
  /** One annotator's strict preferences in both: those that are opposite. */
  readonly flips: ByItem;
  /** Preferences of two annotators: those that are the same. */
  readonly across: ByItem;
  /** Rows of the items on which somebody's preference flips. */
  readonly flipped: ReadonlySet<number>;
}

/** More judgments of one pair of responses than this are not held against each other. */
const maxOfPair = 200;

/**
 * Compares preferences on the same two responses across settings of an item.
 * @param isBetween whether two annotations are in two settings that are to be compared
 */
export function comparedAcross(
  judgements: StudyJudgements,
  wanted: Wanted,
  isBetween: (one: number, other: number) => boolean,
): Across {
  const valued = valuesOf(judgements, 'preferences', wanted);
  const [flips, across] = [new ByItem(2), new ByItem(2)];
  const flipped = new Set<number>();
  const { values, units, items, annotators, annotations } = valued;
  for (let begin = 0; begin < values.length;) {
    // Units of the same two responses stand behind each other, one for each setting.
    const [first, second] = pairOf(units[begin] ?? 0);
    let end = begin + 1;
    for (; end < values.length; end++) {
      const [a, b] = pairOf(units[end] ?? 0);
      if (a !== first || b !== second) break;
    }
    const row = items[begin] ?? 0;
    const last = units[begin] === units[end - 1] ? begin : Math.min(end, begin + maxOfPair);
    for (let a = begin; a < last; a++)
      for (let b = a + 1; b < last; b++) {
        if (units[a] === units[b] || !isBetween(annotations[a] ?? 0, annotations[b] ?? 0)) continue;
        const [one, other] = [values[a] ?? 0, values[b] ?? 0];
        if (annotators[a] !== annotators[b]) across.add(row, one === other ? 1 : 0);
        else if (one !== 0 && other !== 0) {
          flips.add(row, one === other ? 0 : 1);
          if (one !== other) flipped.add(row);
        }
      }
    begin = end;
  }
  return { flips, across, flipped };
}
