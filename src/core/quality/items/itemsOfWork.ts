import type { ItemsQuestion } from '../../model/report/itemsQuestion';
import type { StudyJudgements } from '../judgements/studyJudgements';
import { oncePerItem, type Wanted } from '../judgements/valuesOf';

/** Rows of the items of wanted annotations. */
export function rowsOf({ annotations }: StudyJudgements, wanted: Wanted): Set<number> {
  return new Set(annotations.row.filter((_, at) => wanted(at)));
}

/** Returns what `rowsOf` does by the quickest or the longest measured judgement; what nobody measured comes last. */
export function rowsByTime(
  { annotations }: StudyJudgements,
  wanted: Wanted,
  first: 'quickest' | 'longest',
): Set<number> {
  const times = new Map<number, number>();
  for (let at = 0; at < annotations.row.length; at++) {
    if (!wanted(at)) continue;
    const duration = annotations.duration[at] ?? -1;
    const time = duration < 0 ? Infinity : first === 'quickest' ? duration : -duration;
    const row = annotations.row[at] ?? 0;
    times.set(row, Math.min(time, times.get(row) ?? Infinity));
  }
  return inOrderOf(times);
}

/** Rows, those with the lowest number first, else in the order of the dataset. */
export const inOrderOf = (numbers: ReadonlyMap<number, number>): Set<number> =>
  new Set([...numbers].sort(([row, a], [other, b]) => (a === b ? 0 : a - b) || row - other).map(([row]) => row));

/** Returns rows of the items that so many annotators judged, or at least so many. */
export function judgedBy(
  judgements: StudyJudgements,
  wanted: Wanted,
  { annotators, orMore }: Extract<ItemsQuestion, { of: 'judged-by' }>,
): Set<number> {
  const { annotations, facts } = judgements;
  const isFirst = oncePerItem(judgements, wanted);
  const judges = new Uint32Array(facts.count);
  for (let at = 0; at < annotations.row.length; at++) {
    const row = annotations.row[at] ?? 0;
    if (isFirst(at)) judges[row] = (judges[row] ?? 0) + 1;
  }
  return rowsWhere(facts.count, (row) => (orMore ? (judges[row] ?? 0) >= annotators : judges[row] === annotators));
}

/** Returns rows of items with the prompt of an earlier item, or with two responses of the same text. */
export function repeatedItems({ facts }: StudyJudgements, what: 'prompt' | 'response'): Set<number> {
  const { prompts, repeated } = facts.texts;
  const seen = new Set<number>();
  return rowsWhere(facts.count, (row) => {
    if (what === 'response')
      return repeated
        .subarray(row === 0 ? 0 : (facts.responseEnds[row - 1] ?? 0), facts.responseEnds[row] ?? 0)
        .includes(1);
    const prompt = prompts[row] ?? 0;
    const isKnown = seen.has(prompt);
    seen.add(prompt);
    return isKnown;
  });
}

/** Rows of a dataset with something. */
export const rowsWhere = (count: number, isOf: (row: number) => boolean): Set<number> =>
  new Set(Array.from({ length: count }, (_, row) => row).filter(isOf));

/** Rows of the items of a cell. @param fields a value of each of some fields; null for what is too rare to stand by itself */
export function itemsInCell(
  { facts }: StudyJudgements,
  fields: readonly { readonly by: string; readonly value: string | null }[],
): Set<number> {
  const wanted = fields.map(({ by, value }) =>
    facts.slices.findIndex((slice) => slice.by === by && slice.value === value),
  );
  return new Set(
    Array.from({ length: facts.count }, (_, row) => row).filter((row) => {
      const own = facts.members.subarray(row === 0 ? 0 : (facts.ends[row - 1] ?? 0), facts.ends[row] ?? 0);
      return wanted.every((slice) => own.includes(slice));
    }),
  );
}
