/** How long a text is, as people count. */
export interface TextLength {
  readonly words: number;
  /** As a reader counts them, more or less: code points. */
  readonly characters: number;
}

/**
 * Runs of letters and digits, with what joins them; each sign of a script that is written without spaces counts as a
 * word, as word processors have it.
 */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}'’.,_-](?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]))*/gu;

/** The words and characters of `text`. */
export function lengthOf(text: string): TextLength {
  let words = 0;
  for (const _ of text.matchAll(word)) words++;
  let characters = 0;
  for (const _ of text) characters++;
  return { words, characters };
}
