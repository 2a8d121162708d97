const empty = -1;

/** Threads share it. */
const memory = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes);

/** A table as another thread takes it, its columns not copied. */
export interface SharedNumbers {
  readonly size: number;
  readonly keys: Float64Array;
  readonly places: Int32Array;
}

/**
 * Gives numbers (whole ones, up to 2^53) places from 0 in the order in which they come: 16 to 32 bytes each, where a
 * `Map` takes 50 or more.
 */
export class NumberTable {
  /** How many there are. */
  size = 0;
  private keys: Float64Array;
  private places: Int32Array;

  /** @param expected about so many will come */
  constructor(expected = 1 << 10) {
    const room = 2 ** Math.ceil(Math.log2(Math.max(expected, 1 << 10)));
    this.keys = new Float64Array(memory(room * 8));
    this.places = new Int32Array(memory(room * 8)).fill(empty);
  }

  /** A table that was made on another thread; it takes no more numbers here. */
  static over({ size, keys, places }: SharedNumbers): NumberTable {
    const table = new NumberTable(0);
    Object.assign(table, { size, keys, places });
    return table;
  }

  /** The numbers of another table (its `all`) with the places that they had there. */
  static of(keys: Float64Array): NumberTable {
    const table = new NumberTable();
    for (const key of keys) table.add(key);
    return table;
  }

  /** All of them, in the order of their places. */
  get all(): Float64Array {
    return this.keys.slice(0, this.size);
  }

  /** For other threads, as it is now. */
  get shared(): SharedNumbers {
    const { size, keys, places } = this;
    return { size, keys, places };
  }

  /** What it takes, in bytes. */
  get bytes(): number {
    return this.keys.byteLength + this.places.byteLength;
  }

  /** The place of a number, which it gets here where it has none. */
  add(key: number): number {
    const slot = this.slotOf(key);
    const known = this.places[slot] ?? empty;
    if (known !== empty) return known;
    const place = this.size++;
    if (place === this.keys.length) {
      const keys = new Float64Array(memory(place * 16));
      keys.set(this.keys);
      this.keys = keys;
    }
    this.keys[place] = key;
    this.places[slot] = place;
    if (this.size * 2 > this.places.length) this.widen();
    return place;
  }

  /** The place of a number; -1 where it has none. */
  find(key: number): number {
    return this.places[this.slotOf(key)] ?? empty;
  }

  /** The number at a place. */
  keyAt(place: number): number {
    return this.keys[place] ?? 0;
  }

  private slotOf(key: number): number {
    const { places, keys } = this;
    const last = places.length - 1;
    // `|` takes the last 32 bits of a whole number.
    let slot = (Math.imul(key | 0, 0x9e3779b1) ^ Math.imul((key / 0x100000000) | 0, 0x85ebca6b)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & last;
    while (places[slot] !== empty && keys[places[slot] ?? 0] !== key) slot = (slot + 1) & last;
    return slot;
  }

  private widen(): void {
    this.places = new Int32Array(memory(this.places.length * 8)).fill(empty);
    for (let place = 0; place < this.size; place++) this.places[this.slotOf(this.keys[place] ?? 0)] = place;
  }
}

/** A copy of a column with room for more. */
export function longer<C extends Float64Array | Uint32Array | Uint8Array>(column: C, length = column.length * 2): C {
  const copy = new (column.constructor as new (length: number) => C)(length);
  copy.set(column);
  return copy;
}
