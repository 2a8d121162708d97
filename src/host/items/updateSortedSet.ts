/** Puts `value` into a sorted list of numbers, or takes it out; tells whether the list is another one now. */
export function updateSortedSet(list: number[], value: number, isMember: boolean): boolean {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  if ((list[low] === value) === isMember) return false;
  if (isMember) list.splice(low, 0, value);
  else list.splice(low, 1);
  return true;
}
