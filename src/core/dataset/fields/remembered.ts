/** So many answers are kept; then it begins anew, as names may be data. */
const most = 10_000;
/** Longer texts are no names, and are not kept. */
const longest = 80;

/** The same function of names, which works out each answer once: a file's records have the same names. */
export function remembered<T extends string | boolean | readonly string[]>(
  of: (name: string) => T,
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
