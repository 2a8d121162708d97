import { scan, type ScanOptions } from '../../dataset/scan';
import { slicesOf } from '../../desk/queue/slices';
import { seedOf } from '../../model/blind';
import type { CoverageSlice } from '../../model/coverage';
import type { Scope } from '../../model/rubric';
import type { ItemSource } from '../../study/study';
import { NumberTable } from './numberTable';
import { ScopeIndex, scopeKey } from './scopes';

/** So many values of one kind stand by themselves, the most frequent first; the others are one slice. */
export const mostValues = 50;
/** So many items are named where they are a finding; all are counted. */
export const mostNamed = 1000;

/** What coverage needs to know of items: some 60 bytes an item and 12 a response. */
export interface ItemFacts {
  /** Items that can be read; one that is repeated counts once. */
  readonly count: number;
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
  /** Whether the item of a row is within the scope of a slice, by its `scopeKey`. */
  isWithin(row: number, scope: string): boolean;
  /** Items for which no rubric is in force. */
  readonly withoutRubric: { readonly count: number; readonly items: readonly { readonly item: string; readonly ordinal: number }[] };
  /** The row of the item with this id and content; -1 where it is not in the dataset. */
  rowOf(item: string, hash: string): number;
}

export interface FactsWanted {
  /** By what items and responses are sliced; see `CoverageSlice.by`. */
  readonly by: readonly string[];
  /** Scopes of the rubrics in force. */
  readonly inForce: readonly Scope[];
  /** Scopes of all rubrics. */
  readonly scopes: readonly Scope[];
  /** A file's name for people. */
  readonly nameOf: (file: string) => string;
}

/** Those of what items are sliced by that the dataset does not say. */
const ofAnnotations: readonly string[] = ['annotator', 'round'];
const ofResponses: readonly string[] = ['model', 'response'];

/** Reads every record once. Throws `signal.reason` once aborted, and the file system's error if a file cannot be read. */
export async function readItemFacts({ paths, reading }: ItemSource, { by, inForce, scopes, nameOf }: FactsWanted, options: ScanOptions = {}): Promise<ItemFacts> {
  const rows = new NumberTable();
  const [ofItems, ofEach] = [new Membership(), new Membership()];
  const ordinals: number[] = [];
  const responseKeys: number[] = [];
  const responseEnds: number[] = [];
  const metadataPaths = by.filter((each) => !ofAnnotations.includes(each) && !ofResponses.includes(each) && each !== 'source');
  const index = new ScopeIndex(scopes);
  const scopeMembers: number[] = [];
  const scopeEnds: number[] = [];
  const isForAll = inForce.some(({ kind }) => kind === 'study');
  const itemsInForce = new Set(inForce.flatMap((scope) => (scope.kind === 'item' ? [scope.item] : [])));
  const scopesInForce = new Set(inForce.flatMap((scope) => (scope.kind === 'slice' ? [index.numbers.get(scopeKey(scope.fields))] : [])));
  const without: { item: string; ordinal: number }[] = [];
  let withoutCount = 0;
  let ordinal = -1;
  for await (const batch of scan(paths, reading, { onEnd: () => undefined, ...options })) {
    for (const parsed of batch) {
      ordinal++;
      if (!('item' in parsed)) continue;
      const { item, file } = parsed;
      const before = rows.size;
      const row = rows.add(itemNumber(item.id, item.hash));
      if (row < before) continue;
      ordinals.push(ordinal);
      if (by.includes('source')) ofItems.add('source', nameOf(file));
      for (const slice of slicesOf(item, metadataPaths)) ofItems.add(slice.path, slice.value);
      ofItems.end();
      for (const response of item.responses) {
        responseKeys.push(seedOf(response.id));
        if (by.includes('model') && response.model !== undefined) ofEach.add('model', response.model);
        if (by.includes('response')) ofEach.add('response', response.id);
        ofEach.end();
      }
      responseEnds.push(responseKeys.length);
      const within = index.of(item);
      scopeEnds.push(scopeMembers.push(...within));
      if (isForAll || itemsInForce.has(item.id) || within.some((scope) => scopesInForce.has(scope))) continue;
      withoutCount++;
      if (without.length < mostNamed) without.push({ item: item.id, ordinal });
    }
  }
  const items = ofItems.settled(0);
  const each = ofEach.settled(items.slices.length);
  return {
    count: rows.size,
    ordinals: Uint32Array.from(ordinals),
    slices: [...items.slices, ...each.slices],
    members: items.members,
    ends: items.ends,
    responseMembers: each.members,
    responseMemberEnds: each.ends,
    responseKeys: Uint32Array.from(responseKeys),
    responseEnds: Uint32Array.from(responseEnds),
    isWithin(row, scope) {
      const number = index.numbers.get(scope);
      for (let at = row === 0 ? 0 : (scopeEnds[row - 1] ?? 0); at < (scopeEnds[row] ?? 0); at++) if (scopeMembers[at] === number) return true;
      return false;
    },
    withoutRubric: { count: withoutCount, items: without },
    rowOf: (item, hash) => rows.find(itemNumber(item, hash)),
  };
}

/** An item's id and content as 52 bits: those of the content's hash (32 hex digits) with the id's in the last 20, which set items of the same content apart. */
function itemNumber(id: string, hash: string): number {
  const [high, low] = [Number.parseInt(hash.slice(0, 8), 16), Number.parseInt(hash.slice(8, 13), 16)];
  return (Number.isNaN(high) ? 0 : high) * 0x100000 + (((Number.isNaN(low) ? 0 : low) ^ seedOf(id)) & 0xfffff);
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
      const own = [...values.values()].map((number) => ({ number, by: '', value: '', count: 0, ...this.found[number] }));
      const frequent = own.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, mostValues);
      for (const { number, by, value } of frequent.sort((a, b) => (a.value < b.value ? -1 : 1))) {
        numbers[number] = first + slices.length;
        slices.push({ by, value });
      }
      if (own.length <= frequent.length) continue;
      const kept = new Set(frequent.map(({ number }) => number));
      for (const { number } of own) if (!kept.has(number)) numbers[number] = first + slices.length;
      slices.push({ by: own[0]?.by ?? '', value: null });
    }
    return { slices, members: Uint32Array.from(this.members, (number) => numbers[number] ?? 0), ends: Uint32Array.from(this.ends) };
  }
}
