/**
 * The same function of names, which works out each answer once: a file's records have the same names.
 *
 * @param most so many answers are kept; then it begins anew, as names may be data
 * @param longest longer texts are no names, and their answers are not kept
 */
export function remembered<T extends string | boolean | object>(
  of: (name: string) => T,
  { most = 10_000, longest = 80 } = {},
): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    if (name.length > longest) return of(name);
    let answer = known.get(name);
    if (answer === undefined) {
      answer = of(name);
      if (known.size >= most) known.clear();
      known.set(name, answer);
    }
    return answer;
  };
}
