import leven from 'leven';

/** So many near names are offered. */
const maxOffered = 5;

/**
 * The names that come near to a word, nearest first: within a third of its letters by edit distance, or one in the
 * other.
 */
export function nearestNames(given: string, names: readonly string[]): readonly string[] {
  const word = given.toLowerCase();
  return names
    .map((name) => ({
      name,
      distance: leven(word, name.toLowerCase()),
      isPart:
        word.length > 1 &&
        (name.toLowerCase().includes(word) || (name.length > 1 && word.includes(name.toLowerCase()))),
    }))
    .filter(({ distance, isPart }) => isPart || distance <= Math.max(1, Math.floor(word.length / 3)))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, maxOffered)
    .map(({ name }) => name);
}
