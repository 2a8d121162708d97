import { eachUnit, type ValuedByAnnotation } from '../judgements/valuesOf';

export type Majority = ReadonlyMap<number, { readonly value: number; readonly item: number }>;

/** What most say of each unit; no entry where as many say something else. */
export function majorityOf(valued: ValuedByAnnotation): Majority {
  const found = new Map<number, { value: number; item: number }>();
  eachUnit(valued, (begin, end) => {
    const counts = new Map<number, number>();
    for (let at = begin; at < end; at++)
      counts.set(valued.values[at] ?? 0, (counts.get(valued.values[at] ?? 0) ?? 0) + 1);
    const [first, second] = [...counts].sort(([, a], [, b]) => b - a);
    if (first && first[1] !== second?.[1])
      found.set(valued.units[begin] ?? 0, { value: first[0], item: valued.items[begin] ?? 0 });
  });
  return found;
}
