import { duplicateIdProblem, type FilePlace } from '../../dataset/items/duplicateIds';
import type { SharedAnnotationIndex } from '../../journal/sharedAnnotationIndex';
import type { Item } from '../../model/item/item';
import { longer, NumberTable } from '../../model/report/numberTable';
import type { FileProblem } from '../../model/problems/problem';
import { hashOfText } from '../../model/text/textHash';
import type { ExportOptions } from '../format';
import { count, type Tally } from './tally';

/**
 * Items of a stretch of the dataset that anybody judged (all of them, where all have a row), in its order. Plain data,
 * by item.
 */
export interface SeenItems {
  /** By which the table of what was judged knows them. */
  readonly numbers: Int32Array;
  /** What tells their contents apart (`contentNumber`). */
  readonly contents: Uint32Array;
  /** Lines of one file; where items stand in several, or are rows, their places. */
  readonly places: { readonly file: string; readonly lines: Uint32Array } | readonly FilePlace[];
  /** Ids of those judgements that a later one supersedes, on other texts; seldom any. */
  readonly older: readonly string[];
}

/** Of contents under one id, two are taken for the same by chance once in some four thousand million. */
export const contentNumber = ({ hash }: Pick<Item, 'hash'>): number => Number.parseInt(hash.slice(0, 8), 16);

/** Numbers items: those that were judged as their table does, and where all have a row the others behind these. */
export class ItemNumbers {
  private readonly others: NumberTable | undefined;

  constructor(
    private readonly annotationIndex: SharedAnnotationIndex,
    { items }: Pick<ExportOptions, 'items'>,
  ) {
    this.others = items === 'all' ? new NumberTable() : undefined;
  }

  /** The number of the item with an id; -1 where it has none. */
  of(id: string): number {
    const number = this.annotationIndex.numberOf(id);
    return number >= 0 || !this.others ? number : this.annotationIndex.size + this.others.add(hashOfText(id));
  }
}

/** Writes down which items were seen. */
export class SeenItemsBuilder {
  private readonly numbers: number[] = [];
  private readonly contents: number[] = [];
  private readonly lines: number[] = [];
  /** Where they stand, in the order in which they came: nearly always the lines of one file. */
  private readonly sources: { readonly file: string; readonly unit: FilePlace['unit']; readonly from: number }[] = [];
  private readonly older: string[] = [];

  readonly onOlder = ({ id }: { readonly id: string }): void => {
    this.older.push(id);
  };

  /** Gives the item's place among all that were seen. */
  add(number: number, item: Item, { file, line, unit }: FilePlace): number {
    const last = this.sources.at(-1);
    if (last?.file !== file || last.unit !== unit) this.sources.push({ file, unit, from: this.numbers.length });
    this.contents.push(contentNumber(item));
    this.lines.push(line);
    return this.numbers.push(number) - 1;
  }

  get items(): SeenItems {
    const { sources, lines } = this;
    const [first = { file: '', unit: undefined }] = sources;
    const places =
      sources.length <= 1 && first.unit === undefined
        ? { file: first.file, lines: Uint32Array.from(lines) }
        : this.places;
    return {
      numbers: Int32Array.from(this.numbers),
      contents: Uint32Array.from(this.contents),
      places,
      older: this.older,
    };
  }

  private get places(): readonly FilePlace[] {
    const { sources, lines } = this;
    return sources.flatMap(({ file, unit, from }, i) =>
      lines.slice(from, sources[i + 1]?.from).map((line) => ({ file, line, ...(unit && { unit }) })),
    );
  }
}

/** Counts how often items came, by their numbers and contents; nearly every item comes once. */
export class RepetitionCounter {
  private seen: Uint8Array;
  private contents: Uint32Array;
  /** Of items that came again, by number and content. */
  private readonly more = new Map<string, number>();

  /** @param items so many are known; there may be more */
  constructor(items: number) {
    this.seen = new Uint8Array(items + 1);
    this.contents = new Uint32Array(items + 1);
  }

  has(number: number): boolean {
    return this.seen[number] === 1;
  }

  /** Whether the first item with this number had the same content. */
  isFirst(number: number, content: number): boolean {
    return this.contents[number] === content;
  }

  /** How often the item came before. */
  add(number: number, content: number): number {
    if (!this.has(number)) {
      if (number >= this.seen.length) {
        this.seen = longer(this.seen, number * 2);
        this.contents = longer(this.contents, number * 2);
      }
      this.seen[number] = 1;
      this.contents[number] = content;
      return 0;
    }
    const key = `${number} ${content}`;
    const before = this.more.get(key) ?? (this.isFirst(number, content) ? 1 : 0);
    this.more.set(key, before + 1);
    return before;
  }
}

/** What was seen of the dataset's items that anybody judged (of all where all have a row), as far as it was read. */
export class Duplicates {
  private readonly repetitions: RepetitionCounter;
  /** By item: where it came first. */
  private lines: Uint32Array;
  private places: Uint32Array;
  /** Files and units, by their place in this list. */
  private readonly sources: Omit<FilePlace, 'line'>[] = [];
  private readonly older = new Set<string>();
  private readonly problems: FileProblem[] = [];

  constructor(private readonly judged: SharedAnnotationIndex) {
    this.repetitions = new RepetitionCounter(judged.size);
    this.lines = new Uint32Array(judged.size + 1);
    this.places = new Uint32Array(judged.size + 1);
  }

  /**
   * Takes in the items of the next stretch; gives how often those came before that did, by their place among these.
   * @param before lines of the file before them, where theirs are numbered from 1
   */
  add({ numbers, contents, places, older }: SeenItems, before = 0): ReadonlyMap<number, number> {
    const again = new Map<number, number>();
    for (const [at, number] of numbers.entries()) {
      const content = contents[at] ?? 0;
      const place =
        'lines' in places ? { file: places.file, line: before + (places.lines[at] ?? 1) } : (places[at] as FilePlace);
      const isNew = !this.repetitions.has(number);
      if (isNew) {
        if (number >= this.lines.length) {
          this.lines = longer(this.lines, number * 2);
          this.places = longer(this.places, number * 2);
        }
        this.lines[number] = place.line;
        this.places[number] = this.sourceOf(place);
      } else if (!this.repetitions.isFirst(number, content))
        this.problems.push(duplicateIdProblem({ ...place, first: this.firstOf(number), same: false }));
      const times = this.repetitions.add(number, content);
      if (times > 0) again.set(at, times);
    }
    for (const id of older) this.older.add(id);
    return again;
  }

  /**
   * Tells of judgements of items that are no longer in the dataset, how many there are in all, and of items that share
   * an id.
   */
  notify(tally: Tally): void {
    let annotations = this.older.size;
    for (const number of this.judged.everyInForce()) {
      annotations++;
      if (!this.repetitions.has(number)) count(tally.dropped, 'no-item');
    }
    tally.annotations = annotations;
    tally.problems.push(...this.problems);
  }

  private sourceOf({ file, unit }: FilePlace): number {
    const last = this.sources.at(-1);
    if (last?.file === file && last.unit === unit) return this.sources.length - 1;
    const known = this.sources.findIndex((source) => source.file === file && source.unit === unit);
    return known >= 0 ? known : this.sources.push({ file, ...(unit && { unit }) }) - 1;
  }

  private firstOf(number: number): FilePlace {
    return { ...(this.sources[this.places[number] ?? 0] ?? { file: '' }), line: this.lines[number] ?? 1 };
  }
}
