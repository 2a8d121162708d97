import leven from 'leven';

/** So many names are listed whole; of more, those that come near. */
const maxListed = 20;
/** So many near names are offered. */
const maxOffered = 5;

/**
 * What a message says behind "there is no …": all names where they are few, else the nearest ones. `plural` is what
 * they are called, as in "layouts"; `otherwise` says where many are listed.
 */
export function namesToChoose(
  given: string,
  names: readonly string[],
  { plural, otherwise }: { readonly plural: string; readonly otherwise: string },
): string {
  if (names.length <= maxListed) return `the ${plural} are ${names.join(', ')}`;
  const near = nearestNames(given, names);
  const [last] = near.slice(-1);
  const offer =
    last === undefined
      ? ''
      : `did you mean ${near.length === 1 ? last : `${near.slice(0, -1).join(', ')} or ${last}`}? If not, `;
  return `${offer}${otherwise}`;
}

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
