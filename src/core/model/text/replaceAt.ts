/** The list with another value at `index`; `nothing` where the list was too short for it. */
export function replaceAt<T>(list: readonly T[], index: number, value: T, nothing: T): T[] {
  const longer = list.length > index ? [...list] : [...list, ...new Array<T>(index + 1 - list.length).fill(nothing)];
  longer[index] = value;
  return longer;
}
