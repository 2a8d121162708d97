import { combineHashes, lanes } from '../../model/text/textHash';

export { hashOfText } from '../../model/text/textHash';

/**
 * The hash of `length` words from `start`, as `hashOfText` makes that of a text: `NumberTable` finds places for both.
 */
export function hashOfWords(words: Uint32Array, start = 0, length = words.length - start): number {
  let [a, b] = [lanes[0] as number, lanes[1] ^ length];
  for (let at = start; at < start + length; at++) {
    const word = words[at] ?? 0;
    a = Math.imul(a ^ Math.imul(word, 0xcc9e2d51), 0x9e3779b1);
    a = (a << 13) | (a >>> 19);
    b = Math.imul(b ^ Math.imul(word, 0x1b873593), 0x85ebca6b);
    b = (b << 15) | (b >>> 17);
  }
  return combineHashes(a, b);
}
