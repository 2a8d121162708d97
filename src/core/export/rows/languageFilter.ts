/**
 * Whether an item's language is one of those that are asked for, as RFC 4647 matches language tags (basic filtering,
 * section 3.3.1): upper and lower case are one, and a tag that is asked for takes those that go on behind it, so that
 * "en" takes "en-US" too and "en-GB" does not. Names of languages, as some sources write them, are taken as they are.
 */
export function isOfLanguage(language: string, wanted: readonly string[]): boolean {
  const tag = plainTag(language);
  return wanted.map(plainTag).some((range) => tag === range || tag.startsWith(`${range}-`));
}

/** "en_US" is how POSIX writes "en-US". */
const plainTag = (tag: string): string => tag.toLowerCase().replaceAll('_', '-');
