/**
 * The order in which responses are shown, and the names they bear while blind.
 *
 * A desk's messages speak of responses by the index at which they are shown. Ids, models and metadata stay in the host;
 * models leave it for items that are judged, where the study reveals them (`desk/item/modelReveal`). The order is drawn from
 * study, annotator and item, and the journal keeps seed and order. Images, sounds and films go to the webview as bytes,
 * in parts and up to 64 MB, and become addresses there that only that page knows; its policy allows such addresses and
 * no others.
 */

/**
 * Small deterministic generator (mulberry32, T. Ettinger 2017): the same 32-bit seed gives the same numbers everywhere.
 */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixBits = Math.imul(state ^ (state >>> 15), state | 1);
    mixBits ^= mixBits + Math.imul(mixBits ^ (mixBits >>> 7), mixBits | 61);
    return ((mixBits ^ (mixBits >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * A 32-bit seed from any texts (FNV-1a over code points): the blind order is a function of study, annotator and item.
 */
export function seedOf(...parts: readonly string[]): number {
  let hash = 0x811c9dc5;
  for (const char of parts.join('\u0000')) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash >>> 0;
}

/** Spreads every bit of a 32-bit number over all others (the finaliser of MurmurHash3, A. Appleby). */
export function mixed(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** `values` in an order drawn by `seed` (Fisher-Yates). */
export function shuffled<T>(values: readonly T[], seed: number): T[] {
  const result = [...values];
  const next = random(seed);
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [result[i], result[j]] = [result[j] as T, result[i] as T];
  }
  return result;
}

/** A, B, … Z, AA, AB, …: the blind name of the response shown at `index`. */
export function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}
