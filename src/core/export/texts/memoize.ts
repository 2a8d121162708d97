/** How many objects are remembered: the prompt and the responses of an item, and of one or two before it. */
const max = 16;

/**
 * A function of an object that remembers what it gave for the last few: the rows of an item hold the same prompt and
 * responses again and again. It must always give the same for the same object, and nobody may change what it gave.
 */
export function memoize<K extends object, V>(of: (key: K) => V): (key: K) => V {
  const keys: K[] = [];
  const values: V[] = [];
  let next = 0;
  return (key) => {
    const at = keys.indexOf(key);
    if (at >= 0) return values[at] as V;
    const value = of(key);
    keys[next] = key;
    values[next] = value;
    next = (next + 1) % max;
    return value;
  };
}
