/** How many values are known at a time. */
const most = 32;

/** Where the JSON of the last few values stands. They are told apart by identity, texts by what they say. */
export class RecentValues<V extends string | object> {
  private readonly values: V[] = [];
  private readonly starts = new Uint32Array(most);
  private readonly ends = new Uint32Array(most);
  private next = 0;
  /** How many there are; what else stands in the list was known before. */
  private size = 0;

  clear(): void {
    this.size = 0;
    this.next = 0;
  }

  /** The place of a value; -1 where it is not known. */
  find(value: V): number {
    const { values, size } = this;
    for (let place = 0; place < size; place++) if (values[place] === value) return place;
    return -1;
  }

  start(place: number): number {
    return this.starts[place] ?? 0;
  }

  end(place: number): number {
    return this.ends[place] ?? 0;
  }

  add(value: V, start: number, end: number): void {
    this.values[this.next] = value;
    this.starts[this.next] = start;
    this.ends[this.next] = end;
    this.size = Math.max(this.size, this.next + 1);
    this.next = (this.next + 1) % most;
  }
}
