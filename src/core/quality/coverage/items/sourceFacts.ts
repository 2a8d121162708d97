import { turnsOf, type Item } from '../../../model/item/item';
import { wordPairsIn } from './words';

/** Kinds of media of an item, as bits of `FoundSources.media`. */
export const mediaBits = { image: 1, audio: 2, video: 4 } as const;

/** Parameters by which responses are sampled, as their metadata name them. */
const samplingNames = ['temperature', 'top_p', 'top_k', 'min_p', 'repetition_penalty', 'max_tokens'] as const;
/** More settings of sampling than this are not told apart: they are numbers that were drawn. */
const maxSamplings = 64;

/** What is known of where items and responses are from, and of what they are made. */
export interface FoundSources {
  /** Of each item, by row: see `mediaBits`; 0 for text alone. */
  readonly media: Uint8Array;
  /** Settings by which responses were sampled ("temperature 0.7"), and the number of each response's, -1 where none is said. */
  readonly samplings: readonly string[];
  readonly responseSamplings: Int16Array;
  /**
   * Of each response: some of its pairs of words behind each other as hashes, the same of all that have them, and where
   * each response's end; and how many responses were looked at.
   */
  readonly wordPairs: Uint32Array;
  readonly wordPairEnds: Uint32Array;
  /** Fields of metadata, and of each item, by row, a bit for each that it has a value of. */
  readonly fields: readonly string[];
  readonly rowFields: Uint32Array;
}

/** More fields of metadata than this are not counted: there is a bit for each. */
const maxFields = 32;
/** So many responses are looked at for their words, and one of so many pairs of words is kept. */
const [maxResponses, everyOf] = [20_000, 4];

/** Takes what is seen of items, one after the other. */
export class SourceFacts {
  private readonly media: number[] = [];
  private readonly samplings = new Map<string, number>();
  private readonly responseSamplings: number[] = [];
  private readonly wordPairs: number[] = [];
  private readonly wordPairEnds: number[] = [];
  private readonly fields = new Map<string, number>();
  private readonly rowFields: number[] = [];

  /** @param wordsOf the words of a response, by its place */
  add({ prompt, responses, metadata = {} }: Item, wordsOf: (place: number) => readonly string[]): void {
    let bits = 0;
    for (const { media = [] } of [...prompt, ...responses.flatMap(turnsOf)])
      for (const { kind } of media) bits |= mediaBits[kind];
    this.media.push(bits);
    let has = 0;
    for (const [name, value] of leavesOf(metadata)) {
      if (value === null || value === '') continue;
      if (!this.fields.has(name) && this.fields.size < maxFields) this.fields.set(name, this.fields.size);
      const bit = this.fields.get(name);
      if (bit !== undefined) has |= 1 << bit;
    }
    this.rowFields.push(has >>> 0);
    for (const [place, response] of responses.entries()) {
      this.responseSamplings.push(this.samplingOf(response.metadata));
      if (this.wordPairEnds.length < maxResponses) {
        // Which pairs are kept depends on the pair alone.
        this.wordPairs.push(...new Set(wordPairsIn(wordsOf(place)).filter((hash) => hash % everyOf === 0)));
        this.wordPairEnds.push(this.wordPairs.length);
      }
    }
  }

  found(): FoundSources {
    return {
      media: Uint8Array.from(this.media),
      samplings: [...this.samplings.keys()],
      responseSamplings: Int16Array.from(this.responseSamplings),
      wordPairs: Uint32Array.from(this.wordPairs),
      wordPairEnds: Uint32Array.from(this.wordPairEnds),
      fields: [...this.fields.keys()],
      rowFields: Uint32Array.from(this.rowFields),
    };
  }

  private samplingOf(metadata: Item['metadata']): number {
    if (!metadata) return -1;
    const said = new Map(leavesOf(metadata).map(([path, value]) => [path.slice(path.lastIndexOf('.') + 1), value]));
    const parts = samplingNames.flatMap((name) => {
      const value = said.get(name);
      return typeof value === 'number' ? [`${name} ${value}`] : [];
    });
    if (parts.length === 0) return -1;
    const text = parts.join(', ');
    const known = this.samplings.get(text);
    if (known !== undefined) return known;
    if (this.samplings.size >= maxSamplings) return -1;
    this.samplings.set(text, this.samplings.size);
    return this.samplings.size - 1;
  }
}

/** Fields of metadata, and those of the objects in it, by their paths. */
const leavesOf = (metadata: NonNullable<Item['metadata']>): (readonly [path: string, value: unknown])[] =>
  Object.entries(metadata).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([inner, own]): readonly [string, unknown] => [`${name}.${inner}`, own])
      : [[name, value] as const],
  );
