/**
 * The order of entries that lie in files of their own: each has a number, and only what is moved gets another one. Two
 * people who add one each at the end give it the same number; ids decide then.
 */

/** Entries by their numbers, and those with the same one by id. */
export function inOrder<E extends { readonly id: string }>(
  entries: readonly E[],
  orders: ReadonlyMap<string, number>,
): E[] {
  const order = (id: string): number => orders.get(id) ?? Infinity;
  return entries.toSorted((a, b) => order(a.id) - order(b.id) || (a.id < b.id ? -1 : 1));
}

/** Numbers with which entries come in the order of `ids`: the most of those that stand keep theirs. */
export function placesOf(ids: readonly string[], orders: ReadonlyMap<string, number>): Map<string, number> {
  const kept = new Set(
    rising(
      ids.filter((id) => orders.has(id)),
      (a, b) => (orders.get(a) ?? 0) - (orders.get(b) ?? 0) || (a < b ? -1 : 1),
    ),
  );
  const places = new Map<string, number>();
  let last = -1;
  for (let at = 0; at < ids.length;) {
    const id = ids[at] ?? '';
    const own = kept.has(id) ? orders.get(id) : undefined;
    if (own !== undefined) {
      places.set(id, own);
      last = own;
      at++;
      continue;
    }
    let end = at;
    while (end < ids.length && !kept.has(ids[end] ?? '')) end++;
    const next = end < ids.length ? (orders.get(ids[end] ?? '') ?? last + 1) : undefined;
    const step = next === undefined ? 1 : (next - last) / (end - at + 1);
    // Between two numbers there is room for some fifty moves; then all are numbered anew.
    if (next !== undefined && (step <= 0 || last + step === last || next - step === next))
      return new Map(ids.map((each, place) => [each, place]));
    const start = next === undefined ? Math.floor(last) : last;
    for (let place = at; place < end; place++) places.set(ids[place] ?? '', start + step * (place - at + 1));
    last = places.get(ids[end - 1] ?? '') ?? last;
    at = end;
  }
  return places;
}

/** The longest part of a list that rises (patience sorting). */
function rising<T>(list: readonly T[], compare: (a: T, b: T) => number): T[] {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [at, value] of list.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(list[ends[middle] ?? 0] as T, value) < 0) low = middle + 1;
      else high = middle;
    }
    before[at] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = at;
  }
  const found: T[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) found.push(list[at] as T);
  return found.reverse();
}
