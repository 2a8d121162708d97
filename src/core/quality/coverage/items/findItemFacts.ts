import type { Reading } from '../../../dataset/items/parse';
import { sampleChunks } from '../../../dataset/sources/sample';
import { itemsIn, scanChunks, type ScanOptions } from '../../../dataset/sources/scan';
import { valuesAt } from '../../../desk/queue/slices';
import { seedOf } from '../../../model/annotation/blindOrder';
import type { CoverageSlice } from '../../../model/report/coverage';
import type { Item } from '../../../model/item/item';
import type { FileProblem } from '../../../model/problems/problem';
import { ResponseTexts, type FoundTexts, type TextsWanted } from './responseTexts';
import { itemsLookedAt, slicingFields } from './slicingFields';
import { ScopeIndex } from '../../../rubric/scopes';
import { NumberTable } from '../../../model/report/numberTable';
import type { Scope } from '../../../model/rubric/rubric';

/** Those of what items are sliced by that the dataset does not say. */
const ofAnnotations: readonly string[] = ['annotator', 'round'];
const ofResponses: readonly string[] = ['model', 'response'];

/** So many faulty records are named. */
const maxFaulty = 20;

export interface FindOptions extends ScanOptions {
  /**
   * About how many bytes of records are looked at, in stretches that lie evenly over all files; all where nothing is
   * said. Of a part of them `ordinals` are places among what was looked at.
   */
  readonly maxBytes?: number | undefined;
}

/**
 * Reads every record once. Throws `signal.reason` once aborted, and the file system's error if a file cannot be read.
 */
export async function findItemFacts(
  paths: readonly string[],
  reading: Reading,
  wanted: FactsWanted,
  { maxBytes, ...options }: FindOptions = {},
): Promise<FoundFacts> {
  const finder = new FactFinder(wanted);
  const faulty: { count: number; first: FileProblem[] } = { count: 0, first: [] };
  const take = (problem: FileProblem): void => {
    if (faulty.count++ < maxFaulty) faulty.first.push(problem);
  };
  let ordinal = -1;
  const told = { onEnd: take, ...options };
  const stretches =
    maxBytes === undefined ? scanChunks(paths, reading, told) : sampleChunks(paths, reading, maxBytes, told);
  for await (const stretch of stretches) {
    for (const batch of itemsIn(stretch))
      for (const parsed of batch) {
        ordinal++;
        if ('item' in parsed) finder.add(parsed.item, parsed.file, ordinal);
        else take(parsed.problem);
      }
  }
  return { ...finder.found(), faulty };
}

/** Takes items one after the other. */
class FactFinder {
  private readonly rows = new NumberTable();
  private readonly ofItems = new Membership();
  private readonly ofEach = new Membership();
  private readonly ordinals: number[] = [];
  private readonly responseKeys: number[] = [];
  private readonly responseEnds: number[] = [];
  private metadataPaths: readonly string[];
  /** The first items, until it is decided which fields of their metadata make slices. */
  private waiting: { readonly item: Item; readonly file: string; readonly ordinal: number }[] | undefined;
  private readonly isBy: Readonly<Record<'source' | 'model' | 'response', boolean>>;
  private readonly index: ScopeIndex;
  private readonly scopeMembers: number[] = [];
  private readonly scopeEnds: number[] = [];
  private readonly scopesInForce: ReadonlySet<number | undefined>;
  private readonly without: { count: number; items: { item: string; ordinal: number }[] } = { count: 0, items: [] };
  private readonly names = new Map<string, string>();
  private readonly texts: ResponseTexts | undefined;

  constructor(private readonly wanted: FactsWanted) {
    const { by, withFields = false, withTexts, scopes, inForce } = wanted;
    this.texts = withTexts && new ResponseTexts(withTexts);
    this.waiting = withFields ? [] : undefined;
    this.metadataPaths = by.filter(
      (each) => !ofAnnotations.includes(each) && !ofResponses.includes(each) && each !== 'source',
    );
    this.isBy = { source: by.includes('source'), model: by.includes('model'), response: by.includes('response') };
    this.index = new ScopeIndex(scopes);
    this.scopesInForce = new Set(inForce.map((scope) => this.index.numberOf(scope)));
  }

  add(item: Item, file: string, ordinal: number): void {
    if (this.waiting) {
      this.waiting.push({ item, file, ordinal });
      if (this.waiting.length >= itemsLookedAt) this.decide();
    } else this.take(item, file, ordinal);
  }

  private decide(): void {
    const { waiting = [] } = this;
    this.waiting = undefined;
    this.metadataPaths = [...new Set([...this.metadataPaths, ...slicingFields(waiting.map(({ item }) => item))])];
    for (const { item, file, ordinal } of waiting) this.take(item, file, ordinal);
  }

  private take(item: Item, file: string, ordinal: number): void {
    const { rows, ofItems, ofEach, isBy } = this;
    const before = rows.size;
    if (rows.add(itemNumber(item.id, item.hash)) < before) return;
    this.ordinals.push(ordinal);
    if (isBy.source) ofItems.add('source', this.nameOf(file));
    for (const path of this.metadataPaths) for (const value of valuesAt(item, path)) ofItems.add(path, value);
    ofItems.end();
    this.texts?.add(item);
    for (const { id, model } of item.responses) {
      this.responseKeys.push(seedOf(id));
      if (isBy.model && model !== undefined) ofEach.add('model', model);
      if (isBy.response) ofEach.add('response', id);
      ofEach.end();
    }
    this.responseEnds.push(this.responseKeys.length);
    const within = this.index.of(item);
    this.scopeEnds.push(this.scopeMembers.push(...within));
    // The whole study has no number.
    if (this.scopesInForce.has(undefined) || within.some((scope) => this.scopesInForce.has(scope))) return;
    if (this.without.count++ < maxNamed) this.without.items.push({ item: item.id, ordinal });
  }

  found(): Omit<FoundFacts, 'faulty'> {
    if (this.waiting) this.decide();
    const items = this.ofItems.settled(0);
    const each = this.ofEach.settled(items.slices.length);
    return {
      items: this.rows.all,
      ordinals: Uint32Array.from(this.ordinals),
      slices: [...items.slices, ...each.slices],
      members: items.members,
      ends: items.ends,
      responseMembers: each.members,
      responseMemberEnds: each.ends,
      responseKeys: Uint32Array.from(this.responseKeys),
      responseEnds: Uint32Array.from(this.responseEnds),
      scopes: [...this.index.numbers.keys()],
      scopeMembers: Uint32Array.from(this.scopeMembers),
      scopeEnds: Uint32Array.from(this.scopeEnds),
      withoutRubric: this.without,
      ...(this.texts && { texts: this.texts.found() }),
    };
  }

  private nameOf(file: string): string {
    let name = this.names.get(file);
    if (name === undefined) this.names.set(file, (name = this.wanted.nameOf(file)));
    return name;
  }
}

/** Which slices things are in, while they come one after the other. */
class Membership {
  private readonly kinds = new Map<string, Map<string, number>>();
  private readonly found: { readonly by: string; readonly value: string; count: number }[] = [];
  private readonly members: number[] = [];
  private readonly ends: number[] = [];

  /** The thing in hand is in a slice. */
  add(by: string, value: string): void {
    let values = this.kinds.get(by);
    if (!values) this.kinds.set(by, (values = new Map<string, number>()));
    let number = values.get(value);
    if (number === undefined) {
      values.set(value, (number = this.found.length));
      this.found.push({ by, value, count: 0 });
    }
    const slice = this.found[number];
    if (slice) slice.count++;
    this.members.push(number);
  }

  /** The next thing comes. */
  end(): void {
    this.ends.push(this.members.length);
  }

  /** The slices by kind and name, numbered from `first`; rare values as one. */
  settled(first: number): { slices: CoverageSlice[]; members: Uint32Array; ends: Uint32Array } {
    const slices: CoverageSlice[] = [];
    const numbers = new Uint32Array(this.found.length);
    for (const values of this.kinds.values()) {
      const own = [...values.values()].map((number) => ({
        number,
        by: '',
        value: '',
        count: 0,
        ...this.found[number],
      }));
      const frequent = own.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, maxValues);
      for (const { number, by, value } of frequent.sort((a, b) => (a.value < b.value ? -1 : 1))) {
        numbers[number] = first + slices.length;
        slices.push({ by, value });
      }
      if (own.length <= frequent.length) continue;
      const kept = new Set(frequent.map(({ number }) => number));
      for (const { number } of own) if (!kept.has(number)) numbers[number] = first + slices.length;
      slices.push({ by: own[0]?.by ?? '', value: null });
    }
    return {
      slices,
      members: Uint32Array.from(this.members, (number) => numbers[number] ?? 0),
      ends: Uint32Array.from(this.ends),
    };
  }
}

/** So many values of one kind stand by themselves, the most frequent first; the others are one slice. */
export const maxValues = 50;

/** So many items are named where they are a finding; all are counted. */
export const maxNamed = 1000;

/** What a pass over the dataset finds of items for coverage, as data: some 60 bytes an item and 12 a response. */
export interface FoundFacts {
  /** Numbers of the items (see `itemNumber`), by row; one that is repeated counts once. */
  readonly items: Float64Array;
  /** 0-based places in the dataset, by row. */
  readonly ordinals: Uint32Array;
  readonly slices: readonly CoverageSlice[];
  /** Numbers of the slices of each item, row after row, and where each row's end. */
  readonly members: Uint32Array;
  readonly ends: Uint32Array;
  /** The same of each response, row after row. */
  readonly responseMembers: Uint32Array;
  readonly responseMemberEnds: Uint32Array;
  /** Of each response a number made of its id, row after row, and where each row's end. */
  readonly responseKeys: Uint32Array;
  readonly responseEnds: Uint32Array;
  /**
   * Scopes that are narrower than the study, by `scopeKey`; their places among these of each item, row after row, and
   * where each row's end.
   */
  readonly scopes: readonly string[];
  readonly scopeMembers: Uint32Array;
  readonly scopeEnds: Uint32Array;
  /** Items for which no rubric is in force. */
  readonly withoutRubric: {
    readonly count: number;
    readonly items: readonly { readonly item: string; readonly ordinal: number }[];
  };
  /** What is seen of the responses' texts, where that was wanted. */
  readonly texts?: FoundTexts | undefined;
  /** What is wrong with records that are no items, and with files as a whole: the first of it, and how much in all. */
  readonly faulty: { readonly count: number; readonly first: readonly FileProblem[] };
}

export interface FactsWanted {
  /** By what items and responses are sliced; see `CoverageSlice.by`. */
  readonly by: readonly string[];
  /** Whether fields of the metadata that have few values make slices too (see `slicingFields`). */
  readonly withFields?: boolean | undefined;
  readonly withTexts?: TextsWanted | undefined;
  /** Scopes of the rubrics in force. */
  readonly inForce: readonly (Scope | undefined)[];
  /** Scopes of all rubrics. */
  readonly scopes: readonly (Scope | undefined)[];
  /** A file's name for people. */
  readonly nameOf: (file: string) => string;
}

/**
 * An item's id and content as 52 bits: those of the content's hash (32 hex digits) with the id's in the last 20, which
 * set items of the same content apart.
 */
export function itemNumber(id: string, hash: string): number {
  const [high, low] = [Number.parseInt(hash.slice(0, 8), 16), Number.parseInt(hash.slice(8, 13), 16)];
  return (Number.isNaN(high) ? 0 : high) * 0x100000 + (((Number.isNaN(low) ? 0 : low) ^ seedOf(id)) & 0xfffff);
}
