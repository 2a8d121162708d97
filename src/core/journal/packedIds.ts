/**
 * Ids and hashes as four numbers of 32 bits each: what their digits say, in a third of the room that they take as
 * texts.
 */

const idDigits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const hexDigits = '0123456789abcdef';
const noDigit = 0xff;
const idValues = valuesOf(idDigits);
const hexValues = valuesOf(hexDigits);

/** The worth of each digit, by its character's code. */
function valuesOf(digits: string): Uint8Array {
  const values = new Uint8Array(1 << 7).fill(noDigit);
  for (let value = 0; value < digits.length; value++) values[digits.charCodeAt(value)] = value;
  return values;
}

/** Packs a ULID (26 digits of 5 bits, the first of which has 3) into `words`, from `at`. */
export function packId(id: string, words: Uint32Array, at: number): void {
  let word = idValues[id.charCodeAt(0)] ?? 0;
  let bits = 3;
  for (let i = 1; i < 26; i++) {
    const value = idValues[id.charCodeAt(i)] ?? 0;
    bits += 5;
    if (bits < 32) word = (word << 5) | value;
    else {
      bits -= 32;
      words[at++] = (word << (5 - bits)) | (value >>> bits);
      word = value & ((1 << bits) - 1);
    }
  }
}

/** The buffer in which digits become a text. */
const scratch = Buffer.alloc(32);
const idCodes = Buffer.from(idDigits, 'latin1');
const hexCodes = Buffer.from(hexDigits, 'latin1');

/** The ULID in the four numbers at `at`. */
export function unpackId(words: Uint32Array, at: number): string {
  let word = words[at] as number;
  scratch[0] = idCodes[word >>> 29] as number;
  let bits = 29;
  for (let i = 1; i < 26; i++) {
    let value: number;
    if (bits >= 5) value = (word >>> (bits - 5)) & 31;
    else {
      const high = word & ((1 << bits) - 1);
      word = words[++at] as number;
      value = (high << (5 - bits)) | (word >>> (27 + bits));
      bits += 32;
    }
    bits -= 5;
    scratch[i] = idCodes[value] as number;
  }
  return scratch.toString('latin1', 0, 26);
}

/** Packs 32 hex digits; tells whether the text is that. */
export function packHash(hash: string, words: Uint32Array, at: number): boolean {
  if (hash.length !== 32) return false;
  for (let i = 0; i < 32;) {
    let word = 0;
    for (const end = i + 8; i < end; i++) {
      const value = hexValues[hash.charCodeAt(i)] ?? noDigit;
      if (value === noDigit) return false;
      word = (word << 4) | value;
    }
    words[at++] = word;
  }
  return true;
}

/** The 32 hex digits in the four numbers at `at`. */
export function unpackHash(words: Uint32Array, at: number): string {
  for (let i = 0; i < 32; i++)
    scratch[i] = hexCodes[((words[at + (i >> 3)] as number) >>> (28 - ((i & 7) << 2))) & 15] as number;
  return scratch.toString('latin1', 0, 32);
}
