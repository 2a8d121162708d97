import { mixed } from '../../model/blind';

/**
 * Hashes of texts and of stretches of words as whole numbers of 53 bits, which a JavaScript number holds exactly and `NumberTable` finds places for. They are for tables, not for secrets:
 * of a million texts two have the same one by chance once in twenty thousand exports.
 */

/** Two lanes of 32 bits that are mixed as MurmurHash3 does (A. Appleby); every step loses nothing of what was there. */
const [first, second] = [0x9747b28c, 0x2f0b4c47];

/** The hash of a text. */
export function hashOfText(text: string): number {
  let [a, b] = [first, second ^ text.length];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ Math.imul(code + 1, 0xcc9e2d51), 0x9e3779b1);
    a = (a << 13) | (a >>> 19);
    b = Math.imul(b ^ Math.imul(code + 1, 0x1b873593), 0x85ebca6b);
    b = (b << 15) | (b >>> 17);
  }
  return joined(a, b);
}

/** The hash of `length` words from `start`. */
export function hashOfWords(words: Uint32Array, start = 0, length = words.length - start): number {
  let [a, b] = [first, second ^ length];
  for (let at = start; at < start + length; at++) {
    const word = words[at] ?? 0;
    a = Math.imul(a ^ Math.imul(word, 0xcc9e2d51), 0x9e3779b1);
    a = (a << 13) | (a >>> 19);
    b = Math.imul(b ^ Math.imul(word, 0x1b873593), 0x85ebca6b);
    b = (b << 15) | (b >>> 17);
  }
  return joined(a, b);
}

/** The upper 21 bits of one lane over the 32 of the other. */
function joined(a: number, b: number): number {
  const low = mixed(a + b);
  return (mixed(b + Math.imul(low, 5)) >>> 11) * 0x100000000 + low;
}
