import type { Place } from '../../dataset/records/rawRecord';
import { GrowableArray } from '../../quality/coverage/counts/matrix';
import { NumberTable } from '../../model/report/numberTable';
import { benchmarkTexts, type BenchmarkOptions, type BenchmarkText } from './benchmarks';
import { hashOfWords } from './hash';
import { wordHashesOf } from './wordHashes';

/**
 * When a prompt is taken for one that a benchmark asks. GPT-3's rule (Brown et al. 2020, arXiv 2005.14165, appendix C),
 * any 13-gram in common, is a gram of 13 above 0.
 */
export interface ContaminationRule {
  /** Words of the runs that are looked for. */
  readonly gram: number;
  /** The share of a benchmark item's words above which it stands in the prompt. */
  readonly above: number;
}

/**
 * Tülu 3 (Lambert et al. 2024, arXiv 2411.15124, section 3.2): more than half of the words of a test instance lie in
 * 8-grams that one training prompt has too.
 */
export const tulu3: ContaminationRule = { gram: 8, above: 0.5 };

/** A benchmark's item that a prompt has words in common with. */
export interface BenchmarkOverlap extends Place {
  /** The share of its words that the prompt has in runs, 0 to 1. */
  readonly share: number;
  /** Absolute path. */
  readonly file: string;
}

/** A run that stands more often than this in the benchmarks is one of their templates. */
const maxOccurrences = 100;

/**
 * The items of benchmarks, to find the prompts that hold them. A word of an item is matched by a prompt where both have
 * a run of `gram` words that the word lies in; what counts is the share of the item's words that a single prompt
 * matches, as open-instruct reckons it (decontamination/search.py, `ngram_match`). There, words are spaCy's as they are
 * written; here they are those of `wordsOf`, as GPT-3 passes over case and punctuation too.
 *
 * Runs that stand in the benchmarks more than a hundred times ("Answer the following multiple choice question. The last
 * line of …") tell nothing: neither they nor words that lie in no other run are counted. (GPT-3 passes over grams that
 * match more than ten documents.) An item of fewer words than a run, or of such runs only, is found where the prompt is
 * the same, word by word. 30 to 40 bytes for each word of the benchmarks; of their texts nothing is kept.
 */
export class Contamination {
  private constructor(private readonly runs: Runs) {}

  /** Reads benchmark files (absolute paths) of any kind; see `benchmarkTexts`, also for the errors. */
  static async read(
    files: readonly string[],
    { gram = tulu3.gram, ...options }: BenchmarkOptions & { readonly gram?: number } = {},
  ): Promise<Contamination> {
    return Contamination.of(benchmarkTexts(files, options), gram);
  }

  /** The same of texts at hand. */
  static async of(
    texts: AsyncIterable<BenchmarkText> | Iterable<BenchmarkText>,
    gram = tulu3.gram,
  ): Promise<Contamination> {
    const reading = new BenchmarkRuns(gram);
    for await (const text of texts) reading.add(text);
    return new Contamination(reading.close());
  }

  /** Items, each once. */
  get items(): number {
    return this.runs.places.length;
  }

  /** What the runs take, in bytes. */
  get bytes(): number {
    const { grams, wholes, starts, counted, postings, postingStarts } = this.runs;
    return (
      grams.bytes +
      wholes.bytes +
      starts.byteLength +
      counted.byteLength +
      postings.byteLength +
      postingStarts.byteLength
    );
  }

  /**
   * The item of which a prompt has most, the first where there are several; undefined where it has no run of any.
   * @param turns the prompt, or the user's turns of it (`askedBy`), each compared by itself
   */
  overlapOf(turns: string | readonly string[]): BenchmarkOverlap | undefined {
    let most: Match | undefined;
    for (const turn of typeof turns === 'string' ? [turns] : turns) {
      const match = this.matchOf(wordHashesOf(turn));
      if (match && (!most || match.share > most.share)) most = match;
    }
    const place = most && this.runs.places[most.item];
    return most && place && { share: most.share, ...place };
  }

  private matchOf(words: Uint32Array): Match | undefined {
    const { gram, grams, wholes, postings, postingStarts } = this.runs;
    const whole = words.length > 0 ? wholes.find(hashOfWords(words)) : -1;
    if (whole >= 0) return { item: whole, share: 1 };
    const begins: number[] = [];
    for (let at = 0; at + gram <= words.length; at++) {
      const number = grams.find(hashOfWords(words, at, gram));
      if (number < 0) continue;
      for (let i = postingStarts[number] ?? 0; i < (postingStarts[number + 1] ?? 0); i++) begins.push(postings[i] ?? 0);
    }
    return begins.length > 0 ? this.maxOf(Uint32Array.from(begins).sort()) : undefined;
  }

  /** @param begins where the runs that a prompt has begin among the words of all items, in their order */
  private maxOf(begins: Uint32Array): Match | undefined {
    const { gram, starts, counted } = this.runs;
    let most: Match | undefined;
    for (let i = 0; i < begins.length;) {
      const item = itemAt(starts, begins[i] ?? 0);
      const matched = new Covered(gram);
      for (const end = starts[item + 1] ?? 0; (begins[i] ?? end) < end; i++) matched.add(begins[i] ?? 0);
      const share = matched.words / (counted[item] ?? 1);
      if (!most || share > most.share) most = { item, share };
    }
    return most;
  }
}

interface Match {
  /** By number. */
  readonly item: number;
  readonly share: number;
}

/** The runs of benchmarks, and where they stand. */
interface Runs {
  readonly gram: number;
  readonly places: readonly Omit<BenchmarkText, 'text'>[];
  /** Items by all of their words. */
  readonly wholes: NumberTable;
  readonly grams: NumberTable;
  /** Where each item begins among the words of all, and where the last one ends. */
  readonly starts: Uint32Array;
  /** Words of each item that lie in a run that counts. */
  readonly counted: Uint32Array;
  /**
   * Where each run begins among the words of all items, run after run; and from where to where the places of each
   * stand. Templates stand nowhere.
   */
  readonly postings: Uint32Array;
  readonly postingStarts: Uint32Array;
}

const none = 0xffffffff;

/** Reads the runs of benchmark items, one after the other. */
class BenchmarkRuns {
  private readonly places: Omit<BenchmarkText, 'text'>[] = [];
  private readonly wholes = new NumberTable();
  private readonly grams = new NumberTable();
  /** For each word the number of the run that begins there; `none` for the last ones of an item. */
  private readonly gramAt = new GrowableArray(new Uint32Array(1 << 12));
  private readonly starts = new GrowableArray(new Uint32Array(1 << 8));

  constructor(private readonly gram: number) {}

  /** An item that says the same as an earlier one is passed over. */
  add({ text, ...place }: BenchmarkText): void {
    const { gram } = this;
    const words = wordHashesOf(text);
    if (words.length === 0 || this.wholes.add(hashOfWords(words)) < this.places.length) return;
    this.places.push(place);
    this.starts.push(this.gramAt.length);
    for (let at = 0; at < words.length; at++)
      this.gramAt.push(at + gram <= words.length ? this.grams.add(hashOfWords(words, at, gram)) : none);
  }

  close(): Runs {
    const { gram, places, wholes, grams } = this;
    this.starts.push(this.gramAt.length);
    const [gramAt, starts] = [this.gramAt.all, this.starts.all.slice()];
    const occurrences = new Uint32Array(grams.size);
    for (const number of gramAt) if (number !== none) occurrences[number] = (occurrences[number] ?? 0) + 1;
    const currentAnnotation = occurrences.map((count) => (count > maxOccurrences ? 0 : count));
    const postingStarts = new Uint32Array(grams.size + 1);
    for (let number = 0; number < grams.size; number++)
      postingStarts[number + 1] = (postingStarts[number] ?? 0) + (currentAnnotation[number] ?? 0);
    const next = postingStarts.slice();
    const postings = new Uint32Array(postingStarts.at(-1) ?? 0);
    const counted = new Uint32Array(places.length);
    for (let item = 0; item < places.length; item++) {
      const covered = new Covered(gram);
      for (let at = starts[item] ?? 0; at < (starts[item + 1] ?? 0); at++) {
        const number = gramAt[at] ?? none;
        if (number === none || currentAnnotation[number] === 0) continue;
        const place = next[number] ?? 0;
        postings[place] = at;
        next[number] = place + 1;
        covered.add(at);
      }
      counted[item] = covered.words;
    }
    return { gram, places, wholes, grams, starts, counted, postings, postingStarts };
  }
}

/** How many words runs cover that come in the order of their beginnings. */
class Covered {
  words = 0;
  private upTo = 0;

  constructor(private readonly gram: number) {}

  add(begin: number): void {
    this.words += begin + this.gram - Math.max(begin, this.upTo);
    this.upTo = begin + this.gram;
  }
}

/** The item in which the word stands that is so far among those of all. */
function itemAt(starts: Uint32Array, word: number): number {
  let [low, high] = [0, starts.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((starts[middle] ?? 0) <= word) low = middle;
    else high = middle - 1;
  }
  return low;
}
