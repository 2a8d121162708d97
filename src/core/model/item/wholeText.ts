/** Texts that are no prose from their first to their last character. */

/** Longer texts are not parsed to find out: that would hold up the keys. In UTF-16 units. */
const longest = 1 << 20;

/** Returns the language of a text that is nothing but code by what it parses as; undefined where it is read as Markdown. */
export function languageOfWhole(text: string): 'json' | undefined {
  if (text.length > longest || !/^\s*[[{]/.test(text) || !/[\]}]$/.test(text.trimEnd())) return undefined;
  try {
    // `[1]` and `{}` are more often a mark in prose, or nothing.
    return Object.keys(JSON.parse(text) as object).length > 0 && /["\n]/.test(text) ? 'json' : undefined;
  } catch {
    return undefined;
  }
}
