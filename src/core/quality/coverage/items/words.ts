import { seedOf } from '../../../model/annotation/blindOrder';

/** So many characters of a text are looked at for its words. */
const maxCharacters = 2000;

/** The words of a text's first 2,000 characters, in small letters. */
export function wordsOfText(text: string): readonly string[] {
  return (
    text
      .slice(0, maxCharacters)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Hashes of each two words that stand behind each other. */
export function wordPairsIn(words: readonly string[]): Uint32Array {
  return Uint32Array.from({ length: Math.max(0, words.length - 1) }, (_, at) =>
    seedOf(words[at] ?? '', words[at + 1] ?? ''),
  );
}
