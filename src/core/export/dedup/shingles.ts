import { mixed } from '../../model/annotation/blindOrder';
import { wordHashesOf } from './wordHashes';

/**
 * Words that make a shingle. Text corpora are compared by 5 (text-dedup) to 13 of them; prompts are short, and one
 * other word changes as many shingles as each has words.
 */
export const shingleWords = 3;

/**
 * The shingles of a text, the runs of `length` words that stand in it (Broder 1997, On the resemblance and containment
 * of documents), as 32-bit hashes in the order of the text; a run that comes twice stands there twice. A text of fewer
 * words is one shingle (as in text-dedup), and so is one of no words: texts that are empty are the same.
 */
export function shinglesOf(text: string, length = shingleWords): Uint32Array {
  const words = wordHashesOf(text);
  const count = Math.max(words.length - length + 1, 1);
  const shingles = new Uint32Array(count);
  const run = Math.min(length, words.length);
  for (let start = 0; start < count; start++) {
    let hash = 0x9747b28c ^ run;
    for (let at = start; at < start + run; at++) {
      hash = Math.imul(hash ^ (words[at] ?? 0), 0x9e3779b1);
      hash = (hash << 13) | (hash >>> 19);
    }
    shingles[start] = mixed(hash);
  }
  return shingles;
}

/** What two texts have in common, 0 to 1: the Jaccard similarity of their shingles, exactly. */
export function similarityOf(a: string, b: string, length = shingleWords): number {
  const [left, right] = [shinglesOf(a, length).sort(), shinglesOf(b, length).sort()];
  let [i, j, shared, all] = [0, 0, 0, 0];
  while (i < left.length || j < right.length) {
    const value = Math.min(left[i] ?? Infinity, right[j] ?? Infinity);
    const isShared = left[i] === value && right[j] === value;
    while (left[i] === value) i++;
    while (right[j] === value) j++;
    all++;
    if (isShared) shared++;
  }
  return shared / all;
}

/**
 * Whether two texts, such as the responses of a pair, say nearly the same: a preference between them is one of spelling
 * or spaces.
 */
export function tooSimilar(a: string, b: string, threshold: number, length = shingleWords): boolean {
  return a === b || similarityOf(a, b, length) >= threshold;
}
