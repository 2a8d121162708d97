import { mixed } from '../annotation/blindOrder';

/**
 * Hashes of texts as whole numbers of 53 bits, which a JavaScript number holds exactly. They are for tables, not for
 * secrets: of a million texts two have the same one by chance once in twenty thousand tables.
 */

/** Two lanes of 32 bits that are mixed as MurmurHash3 does (A. Appleby); every step loses nothing of what was there. */
export const lanes = [0x9747b28c, 0x2f0b4c47] as const;

/** The hash of a text. */
export function hashOfText(text: string): number {
  let [a, b] = [lanes[0] as number, lanes[1] ^ text.length];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ Math.imul(code + 1, 0xcc9e2d51), 0x9e3779b1);
    a = (a << 13) | (a >>> 19);
    b = Math.imul(b ^ Math.imul(code + 1, 0x1b873593), 0x85ebca6b);
    b = (b << 15) | (b >>> 17);
  }
  return combineHashes(a, b);
}

/** What two lanes come to: the upper 21 bits of one over the 32 of the other. */
export function combineHashes(a: number, b: number): number {
  const low = mixed(a + b);
  return (mixed(b + Math.imul(low, 5)) >>> 11) * 0x100000000 + low;
}
