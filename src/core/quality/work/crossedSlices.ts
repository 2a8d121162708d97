import type { CrossedSlices } from '../../model/report/quality';
import { isSlicePath } from '../../model/study/slicePath';
import type { StudyJudgements } from '../judgements/studyJudgements';

/** So many fields are crossed with each other, those with the fewest values; a field with more values than this is not. */
const [maxFields, maxValues] = [5, 24];
/** What slices are by that is not of an item's own. */
const ofOthers: readonly string[] = ['annotator', 'round', 'source', 'model', 'response'];

/**
 * How many items lie where values of two fields cross, and how many of those are judged: for each two fields of items that
 * divide them, rows by the one with fewer values.
 * @param judges how many judged each item, by row
 */
export function crossedSlices({ facts }: StudyJudgements, judges: ArrayLike<number>): CrossedSlices[] {
  const fields = new Map<string, number[]>();
  for (const [slice, { by }] of facts.slices.entries())
    if (isSlicePath(by) && !ofOthers.includes(by)) fields.set(by, [...(fields.get(by) ?? []), slice]);
  const crossed = [...fields]
    .filter(([, slices]) => slices.length > 1 && slices.length <= maxValues)
    .sort(([, a], [, b]) => a.length - b.length)
    .slice(0, maxFields);
  return crossed.flatMap(([rows, ofRows], at) =>
    crossed.slice(at + 1).map(([columns, ofColumns]): CrossedSlices => {
      const [row, column] = [placesOf(ofRows), placesOf(ofColumns)];
      const table = (): number[][] => ofRows.map(() => ofColumns.map(() => 0));
      const [items, judged] = [table(), table()];
      for (let item = 0; item < facts.count; item++) {
        const own = [
          ...new Set(facts.members.subarray(item === 0 ? 0 : (facts.ends[item - 1] ?? 0), facts.ends[item] ?? 0)),
        ];
        for (const one of own) {
          const r = row.get(one);
          if (r === undefined) continue;
          for (const other of own) {
            const c = column.get(other);
            if (c === undefined) continue;
            addTo(items, r, c);
            if ((judges[item] ?? 0) > 0) addTo(judged, r, c);
          }
        }
      }
      const valuesOf = (slices: readonly number[]): (string | null)[] =>
        slices.map((slice) => facts.slices[slice]?.value ?? null);
      return {
        rows: { by: rows, values: valuesOf(ofRows) },
        columns: { by: columns, values: valuesOf(ofColumns) },
        items,
        judged,
      };
    }),
  );
}

const placesOf = (slices: readonly number[]): ReadonlyMap<number, number> =>
  new Map(slices.map((slice, place) => [slice, place]));

function addTo(table: number[][], row: number, column: number): void {
  const own = table[row];
  if (own) own[column] = (own[column] ?? 0) + 1;
}
