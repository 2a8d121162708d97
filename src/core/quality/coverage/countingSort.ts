/** Indices sorted by their keys (counting sort); those with the same key stay in their order. */
export function countingSort(keys: Uint32Array): Uint32Array {
  let most = 0;
  for (const key of keys) if (key > most) most = key;
  const starts = new Uint32Array(most + 2);
  for (const key of keys) starts[key + 1] = (starts[key + 1] ?? 0) + 1;
  for (let key = 1; key < starts.length; key++) starts[key] = (starts[key] ?? 0) + (starts[key - 1] ?? 0);
  const sorted = new Uint32Array(keys.length);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? 0;
    const place = starts[key] ?? 0;
    sorted[place] = index;
    starts[key] = place + 1;
  }
  return sorted;
}
