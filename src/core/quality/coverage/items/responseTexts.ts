import type { Item } from '../../../model/item/item';
import { seedOf } from '../../../model/annotation/blindOrder';
import { traitsOf } from '../../bias/responseTraits';
import { RunFacts, type FoundRuns } from './runFacts';
import { SourceFacts, type FoundSources } from './sourceFacts';
import { wordPairsIn, wordsOfText } from './words';
import { VerifierResults, type VerifierColumns } from './verifierResults';

/** What reports need to know of the texts of responses and prompts: some 16 bytes a response. */
export interface FoundTexts {
  /** Names of the models that wrote responses, in the order in which they are met. */
  readonly models: readonly string[];
  /** Of each response, by its place among all: the number of its model, -1 where none is named. */
  readonly responseModels: Int32Array;
  /** Characters (code points of the text). */
  readonly lengths: Uint32Array;
  /** See `traitsOf`. */
  readonly traits: Uint16Array;
  /** What each verifier says of responses, and how many results are of verifiers that are too many to be told apart. */
  readonly verifiers: readonly VerifierColumns[];
  readonly otherResults: number;
  /** 1 where its text is also that of another response of the item. */
  readonly repeated: Uint8Array;
  /** 1 where its text is a reference answer of the item. */
  readonly reference: Uint8Array;
  /** Of the first responses: pairs of words behind each other, and those of them that are not met before (distinct-2). */
  readonly wordPairs: { readonly responses: number; readonly all: number; readonly distinct: number };
  /** Of each item, by row: characters of its evidence, and how much its responses differ (see `listDiversity`). */
  readonly evidence: Uint32Array;
  readonly diversities: Float32Array;
  /** The responses that are runs. */
  readonly runs: FoundRuns;
  /** Where items and responses are from, and of what they are made. */
  readonly sources: FoundSources;
  /** Of each item, by row: a number made of its prompt's text. */
  readonly prompts: Uint32Array;
}

/** What is wanted of texts: `lengths` and which are `repeated` alone, all other columns empty; or everything. */
export type TextsWanted = 'lengths' | 'all';

/** Takes what is seen of items' texts, one after the other. */
export class ResponseTexts {
  private readonly models = new Map<string, number>();
  private readonly responseModels: number[] = [];
  private readonly lengths: number[] = [];
  private readonly traits: number[] = [];
  private readonly verifiers = new VerifierResults();
  private readonly repeated: number[] = [];
  private readonly reference: number[] = [];
  private readonly evidence: number[] = [];
  private readonly diversities: number[] = [];
  private readonly prompts: number[] = [];
  private readonly wordPairs = new WordPairs();
  private readonly sources = new SourceFacts();
  private readonly runs = new RunFacts();

  constructor(private readonly wanted: TextsWanted) {}

  add(item: Item): void {
    const { prompt, responses, references = [], evidence = [] } = item;
    const counts = new Map<string, number>();
    for (const { text } of responses) counts.set(text, (counts.get(text) ?? 0) + 1);
    for (const { text } of responses) {
      this.lengths.push(charactersIn(text));
      this.repeated.push((counts.get(text) ?? 0) > 1 ? 1 : 0);
    }
    if (this.wanted === 'lengths') return;
    const words: (readonly string[])[] = [];
    const wordsOf = (place: number): readonly string[] => (words[place] ??= wordsOfText(responses[place]?.text ?? ''));
    this.sources.add(item, wordsOf);
    this.evidence.push(evidence.reduce((sum, { text }) => sum + text.length, 0));
    this.diversities.push(responses.length >= 3 ? listDiversity(responses.map((_, place) => wordsOf(place))) : -1);
    const answers = new Set(references.map((text) => text.trim()));
    this.prompts.push(seedOf(...prompt.map(({ role, content }) => `${role}: ${content}`)));
    for (const [place, response] of responses.entries()) {
      const { text, model, verifiers = [] } = response;
      this.runs.add(this.responseModels.length, response);
      this.verifiers.add(this.responseModels.length, verifiers);
      this.responseModels.push(model === undefined ? -1 : this.numberOf(model));
      this.traits.push(traitsOf(text));
      if (this.wordPairs.takesMore && text !== '') this.wordPairs.add(wordsOf(place));
      this.reference.push(answers.has(text.trim()) ? 1 : 0);
    }
  }

  found(): FoundTexts {
    return {
      models: [...this.models.keys()],
      responseModels: Int32Array.from(this.responseModels),
      lengths: Uint32Array.from(this.lengths),
      traits: Uint16Array.from(this.traits),
      ...this.verifiers.found(),
      repeated: Uint8Array.from(this.repeated),
      reference: Uint8Array.from(this.reference),
      wordPairs: this.wordPairs.found(),
      evidence: Uint32Array.from(this.evidence),
      diversities: Float32Array.from(this.diversities),
      runs: this.runs.found(),
      sources: this.sources.found(),
      prompts: Uint32Array.from(this.prompts),
    };
  }

  private numberOf(model: string): number {
    const known = this.models.get(model);
    if (known !== undefined) return known;
    this.models.set(model, this.models.size);
    return this.models.size - 1;
  }
}

/** So many responses are looked at for their words. */
const maxResponses = 2000;

/**
 * How much the responses of a list differ in their words: words that are in one of them, of all words of each, on a scale
 * from 0 (all have the same words) to 1 (no two share one). -1 for fewer than three responses, and where there are no
 * words.
 * @param responses the words of each, in small letters
 */
export function listDiversity(responses: readonly (readonly string[])[]): number {
  if (responses.length < 3) return -1;
  const union = new Set<string>();
  let all = 0;
  let lists = 0;
  for (const words of responses) {
    const own = new Set(words);
    if (own.size === 0) continue;
    lists++;
    all += own.size;
    for (const word of own) union.add(word);
  }
  return lists < 2 ? -1 : Math.max(0, (union.size / all - 1 / lists) / (1 - 1 / lists));
}

/** Counts pairs of words that stand behind each other, by their hashes. */
class WordPairs {
  private readonly seen = new Set<number>();
  private responses = 0;
  private all = 0;

  get takesMore(): boolean {
    return this.responses < maxResponses;
  }

  add(words: readonly string[]): void {
    this.responses++;
    for (const hash of wordPairsIn(words)) {
      this.all++;
      this.seen.add(hash);
    }
  }

  found(): FoundTexts['wordPairs'] {
    return { responses: this.responses, all: this.all, distinct: this.seen.size };
  }
}

/** Code points, without a copy of the text. */
function charactersIn(text: string): number {
  // Few texts have any, and the engine finds that out several times as fast as the loop.
  if (!/[\udc00-\udfff]/.test(text)) return text.length;
  let count = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0xdc00 && code <= 0xdfff) count--;
  }
  return count;
}
