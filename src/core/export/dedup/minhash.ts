import { mixed, random } from '../../model/annotation/blindOrder';
import { shinglesOf } from './shingles';

/**
 * Signatures of sets: the least value of each of many permutations (Broder 1997). Two sets have the same least value as
 * often as they have elements in common, so signatures tell the Jaccard similarity. Permutations are x ↦ ax + b as in
 * Datasketch (datasketch/minhash.py), modulo 2³² here, where the odd a makes each one exact without wider numbers.
 *
 * Of each least value four bits are kept (Li & König 2010, b-bit minwise hashing): a signature of 128 permutations
 * takes 64 bytes in place of 512, and says nearly as much. Values that differ have the same four bits once in sixteen,
 * which the estimate takes into account.
 */
export class Signatures {
  /** 32-bit words of a signature, each with eight permutations. */
  readonly words: number;
  private readonly factors: Int32Array;
  private readonly offsets: Int32Array;
  private readonly chunks: Uint32Array[] = [];
  count = 0;

  /** @param permutations a multiple of 8 */
  constructor(
    readonly permutations: number,
    private readonly shingle: number,
  ) {
    this.words = permutations / 8;
    const next = random(0x6d696e68);
    this.factors = Int32Array.from({ length: permutations }, () => (next() * 0x100000000) | 1);
    this.offsets = Int32Array.from({ length: permutations }, () => (next() * 0x100000000) | 0);
  }

  /** What they take, in bytes. */
  get bytes(): number {
    return this.chunks.length * chunk * this.words * 4;
  }

  /** Adds the signature of a text; its index. */
  add(text: string): number {
    const index = this.count++;
    if (index % chunk === 0) this.chunks.push(new Uint32Array(chunk * this.words));
    const shingles = new Int32Array(shinglesOf(text, this.shingle).buffer);
    const signatures = this.chunkOf(index);
    const start = (index % chunk) * this.words;
    for (let i = 0; i < this.permutations; i++) {
      // Without the mixing, the bits of sets with few elements would agree in all permutations at once where they do in
      // one.
      const bits =
        mixed(minOf(shingles, this.factors[i] ?? 1, this.offsets[i] ?? 0) ^ Math.imul(i + 1, 0x9e3779b1)) & 15;
      signatures[start + (i >> 3)] = (signatures[start + (i >> 3)] ?? 0) | (bits << ((i & 7) * 4));
    }
    return index;
  }

  /** How many permutations agree on two texts. */
  agreeing(a: number, b: number): number {
    const [left, right] = [this.chunkOf(a), this.chunkOf(b)];
    const [i, j] = [(a % chunk) * this.words, (b % chunk) * this.words];
    let differing = 0;
    for (let word = 0; word < this.words; word++) {
      const bits = (left[i + word] ?? 0) ^ (right[j + word] ?? 0);
      // One bit for each group of four that has any, and their sum in the uppermost four.
      differing += Math.imul((bits | (bits >>> 1) | (bits >>> 2) | (bits >>> 3)) & 0x11111111, 0x11111111) >>> 28;
    }
    return this.permutations - differing;
  }

  /** A hash of what `rows` permutations from `first` say of a text. */
  band(index: number, first: number, rows: number): number {
    const signatures = this.chunkOf(index);
    const start = (index % chunk) * this.words;
    let hash = first;
    for (let i = first; i < first + rows; i++)
      hash = Math.imul(hash ^ (((signatures[start + (i >> 3)] ?? 0) >>> ((i & 7) * 4)) & 15), 0x01000193) + 0x9e37;
    return mixed(hash);
  }

  private chunkOf(index: number): Uint32Array {
    return this.chunks[Math.floor(index / chunk)] as Uint32Array;
  }
}

/** Signatures that are allocated at a time, so that no column of them is ever copied to grow. */
const chunk = 1 << 14;

/** The loop in which nearly all of the time is spent: by index, as a `for of` takes three times as long. */
function minOf(shingles: Int32Array, factor: number, offset: number): number {
  let least = 0x7fffffff;
  for (let i = 0; i < shingles.length; i++) {
    const value = (Math.imul(factor, shingles[i] as number) + offset) | 0;
    if (value < least) least = value;
  }
  return least;
}

/** The fewest permutations that must agree for a similarity of `threshold` or more. */
export const minAgreeing = (threshold: number, permutations: number): number =>
  Math.ceil(permutations * (1 / 16 + (15 / 16) * threshold) - 1e-9);
