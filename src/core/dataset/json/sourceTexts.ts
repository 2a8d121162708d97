import { backslash, quote } from '../records/syntaxBytes';
import type { JsonObject } from '../fields/recordFields';

/**
 * Where a record stands as JSON in UTF-8 whose texts `JSON.stringify` would write with the same bytes: no escape by
 * number, and none that is not needed.
 */
export interface JsonSource {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** Shorter texts are written anew as quickly as they are found. In UTF-16 code units. */
const worthKnowing = 32;

/**
 * The long texts of a record, and where the JSON of each stands with its quotes: to be copied wherever it is written
 * again.
 */
export class SourceTexts {
  private readonly texts: string[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];

  constructor(readonly bytes: Buffer) {}

  add(text: string, start: number, end: number): void {
    this.texts.push(text);
    this.starts.push(start);
    this.ends.push(end);
  }

  /** The place of a text; -1 where the record has none that says the same. */
  find(text: string): number {
    const { texts } = this;
    for (let place = 0; place < texts.length; place++) if (texts[place] === text) return place;
    return -1;
  }

  /** The JSON of the text at a place. */
  jsonAt(place: number): Buffer {
    return this.bytes.subarray(this.starts[place], this.ends[place]);
  }
}

/**
 * The texts of a record that was parsed from `source`. Both are gone through in step: the n-th text of what was parsed
 * is the n-th between quotes, names of fields among them, as long as the fields of each object stand in the order in
 * which they came. They do unless a name comes twice (then there are more quotes than texts) or is a number; then
 * undefined.
 */
export function sourceTexts({ bytes, start, end }: JsonSource, record: JsonObject): SourceTexts | undefined {
  const found = quoted(bytes, start, end);
  const texts = new SourceTexts(bytes);
  return walk(record, 0, texts) === found ? texts : undefined;
}

/** Where each text begins and ends that stands between quotes, with these. */
let places = new Uint32Array(1 << 10);

/** Fills `places`; tells how many there are. */
function quoted(bytes: Buffer, start: number, end: number): number {
  let found = 0;
  for (let at = start; at < end; at++) {
    if (bytes[at] !== quote) continue;
    let close = at;
    do close = bytes.indexOf(quote, close + 1);
    while (isEscaped(bytes, close));
    if (found * 2 === places.length) places = longer(places);
    places[found * 2] = at;
    places[found * 2 + 1] = close + 1;
    found++;
    at = close;
  }
  return found;
}

function isEscaped(bytes: Buffer, at: number): boolean {
  let before = at;
  while (bytes[before - 1] === backslash) before--;
  return (at - before) % 2 === 1;
}

function longer(column: Uint32Array): Uint32Array<ArrayBuffer> {
  const copy = new Uint32Array(column.length * 2);
  copy.set(column);
  return copy;
}

/** Far from the number of texts of any record, whatever is added to it. */
const outOfOrder = -Infinity;

/** Nobody nests texts of a dataset deeper. */
const deepest = 100;

/** Notes the long texts within a value, of which the first has a number; gives that of the next one behind it. */
function walk(value: unknown, number: number, texts: SourceTexts, depth = 0): number {
  if (typeof value === 'string') {
    if (value.length > worthKnowing) texts.add(value, places[number * 2] ?? 0, places[number * 2 + 1] ?? 0);
    return number + 1;
  }
  if (typeof value !== 'object' || value === null) return number;
  if (depth === deepest) return outOfOrder;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) number = walk(value[at], number, texts, depth + 1);
    return number;
  }
  for (const name in value)
    number = isNumber(name) ? outOfOrder : walk((value as JsonObject)[name], number + 1, texts, depth + 1);
  return number;
}

/** Such names go before all others, whatever their order was. */
function isNumber(name: string): boolean {
  const first = name.charCodeAt(0);
  return first >= 0x30 && first <= 0x39;
}
