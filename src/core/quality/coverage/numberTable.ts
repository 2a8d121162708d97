const empty = -1;

/** Gives numbers (whole ones, up to 2^53) places from 0 in the order in which they come: 16 to 32 bytes each, where a `Map` takes 50 or more. */
export class NumberTable {
  /** How many there are. */
  size = 0;
  private keys = new Float64Array(1 << 10);
  private places = new Int32Array(1 << 11).fill(empty);

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
    if (place === this.keys.length) this.keys = longer(this.keys);
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
    this.places = new Int32Array(this.places.length * 2).fill(empty);
    for (let place = 0; place < this.size; place++) this.places[this.slotOf(this.keys[place] ?? 0)] = place;
  }
}

/** A copy of a column with room for more. */
export function longer<C extends Float64Array | Uint32Array | Uint8Array>(column: C, length = column.length * 2): C {
  const copy = new (column.constructor as new (length: number) => C)(length);
  copy.set(column);
  return copy;
}
