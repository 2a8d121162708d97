/** Sets of the numbers from 0 to `count`, each with its least number as its name. 4 bytes a number. */
export class UnionFind {
  private readonly parents: Int32Array;

  constructor(count: number) {
    this.parents = Int32Array.from({ length: count }, (_, i) => i);
  }

  /** The least number of the set that a number is in. */
  find(number: number): number {
    const { parents } = this;
    let at = number;
    for (let parent = parents[at] ?? at; parent !== at; parent = parents[at] ?? at) {
      // Every second one on the way is hung higher, so that ways stay short.
      const above = parents[parent] ?? parent;
      parents[at] = above;
      at = above;
    }
    return at;
  }

  /** Makes one set of two. */
  join(a: number, b: number): void {
    const [left, right] = [this.find(a), this.find(b)];
    this.parents[Math.max(left, right)] = Math.min(left, right);
  }

  /** The name of every number's set. */
  all(): Int32Array {
    return this.parents.map((_, number) => this.find(number));
  }
}
