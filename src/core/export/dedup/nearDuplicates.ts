import { problem, UsageError } from '../../model/problems/problem';
import { minAgreeing, Signatures } from './minhash';
import { shingleWords } from './shingles';
import { UnionFind } from './unionFind';

/** When texts are nearly the same. */
export interface SimilarityOptions {
  /** Least Jaccard similarity of shingles, above 0 and up to 1. */
  readonly threshold?: number | undefined;
  /**
   * A multiple of 8; the estimate errs by 0.037 with 128 of them (standard deviation at a similarity of 0.8), by half
   * of that with four times as many.
   */
  readonly permutations?: number | undefined;
  /** Words that make a shingle. */
  readonly shingle?: number | undefined;
}

/** What is taken where nothing is said: as SlimPajama and others de-duplicate. */
export const defaultThreshold = 0.8;
const defaultPermutations = 128;

/**
 * In one bucket a text is held against at most so many of those before it that are not together with it yet: texts from
 * one template crowd into few buckets, and what sets them apart leads them to others.
 */
const maxHeldAgainst = 64;

/**
 * Finds texts that are nearly the same, among a million of them, with 64 bytes a text. Texts whose signatures agree on
 * a band of rows are candidates (locality-sensitive hashing: Indyk & Motwani 1998; Leskovec, Rajaraman & Ullman, Mining
 * of Massive Datasets, 3.4); those whose estimated similarity reaches the threshold are joined, and what is joined to
 * the same text is one cluster, as in text-dedup. The same texts give the same clusters; in another order too, unless a
 * bucket is crowded.
 */
export class NearDuplicates {
  readonly threshold: number;
  private readonly signatures: Signatures;

  /** Throws `UsageError` for values that make no sense. */
  constructor({
    threshold = defaultThreshold,
    permutations = defaultPermutations,
    shingle = shingleWords,
  }: SimilarityOptions = {}) {
    if (!(threshold > 0 && threshold <= 1))
      throw new UsageError(problem('export.similarityOutOfRange', { value: threshold, usual: defaultThreshold }));
    if (!(Number.isInteger(permutations / 8) && permutations > 0 && permutations <= 1024))
      throw new UsageError(
        problem('export.permutationsOutOfRange', { value: permutations, usual: defaultPermutations }),
      );
    if (!(Number.isInteger(shingle) && shingle > 0))
      throw new UsageError(problem('export.shingleOutOfRange', { value: shingle, usual: shingleWords }));
    this.threshold = threshold;
    this.signatures = new Signatures(permutations, shingle);
  }

  /** How many texts were added. */
  get count(): number {
    return this.signatures.count;
  }

  /** What the texts take, in bytes; `clusters` takes some 20 bytes a text more while it works. */
  get bytes(): number {
    return this.signatures.bytes;
  }

  /** Adds a text; its index, counted from 0. */
  add(text: string): number {
    return this.signatures.add(text);
  }

  /**
   * By index of a text, the index of the first of its cluster, which represents it; a text that is like no other is a
   * cluster by itself.
   */
  clusters(): Int32Array {
    const { signatures, threshold } = this;
    const { count, permutations } = signatures;
    const { rows } = bandsFor(threshold, permutations);
    const joined = new UnionFind(count);
    const isCopy = new Uint8Array(count);
    const fewest = minAgreeing(threshold, permutations);
    const buckets = new Buckets(count);
    const compare = (first: number, width: number): void => {
      buckets.clear();
      for (let index = 0; index < count; index++) {
        if (isCopy[index] === 1) continue;
        let held = 0;
        const slot = buckets.slotOf(signatures.band(index, first, width));
        for (let other = buckets.last(slot); other >= 0 && held < maxHeldAgainst; other = buckets.before(other)) {
          if (joined.find(other) === joined.find(index)) continue;
          held++;
          const agreeing = signatures.agreeing(index, other);
          if (agreeing >= fewest) joined.join(index, other);
          if (agreeing === permutations) isCopy[index] = 1;
        }
        if (isCopy[index] === 0) buckets.add(slot, index);
      }
    };
    // What is the same comes first and is set aside, so that no bucket is full of copies.
    for (const width of new Set([permutations, rows])) {
      for (let first = 0; first + width <= permutations; first += width) compare(first, width);
    }
    return joined.all();
  }
}

/** Texts by their bucket, the latest first. */
class Buckets {
  private readonly heads: Int32Array;
  private readonly next: Int32Array;

  constructor(count: number) {
    this.heads = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(count, 2))));
    this.next = new Int32Array(count);
  }

  clear(): void {
    this.heads.fill(-1);
  }

  slotOf(hash: number): number {
    return hash & (this.heads.length - 1);
  }

  last(slot: number): number {
    return this.heads[slot] ?? -1;
  }

  before(index: number): number {
    return this.next[index] ?? -1;
  }

  add(slot: number, index: number): void {
    this.next[index] = this.heads[slot] ?? -1;
    this.heads[slot] = index;
  }
}

/** How often a pair that is just similar enough must become a candidate. */
const minRecall = 0.95;

/**
 * How the permutations are shared out to bands. A pair of similarity s becomes a candidate with probability 1 - (1 -
 * sʳ)ᵇ. Datasketch takes the b and r that weigh false candidates and missed ones alike (datasketch/lsh.py), which at a
 * threshold of 0.8 misses six in ten of the pairs there; as candidates are looked at here, r is the widest that misses
 * one in twenty at most.
 */
export function bandsFor(threshold: number, permutations: number): { readonly bands: number; readonly rows: number } {
  const chance = (rows: number): number => 1 - (1 - threshold ** rows) ** Math.floor(permutations / rows);
  let rows = 1;
  for (let wider = 2; wider <= permutations; wider++) if (chance(wider) >= minRecall) rows = wider;
  return { bands: Math.floor(permutations / rows), rows };
}
