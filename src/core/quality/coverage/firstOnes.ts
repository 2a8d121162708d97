/** The first of what is found, by a name, and how many there are in all: whatever the order in which they come, the same ones are kept. */
export class FirstOnes<T> {
  count = 0;
  private isSorted = true;
  private kept: { readonly name: string; readonly value: T }[] = [];

  constructor(private readonly most: number) {}

  /** @param value made only where it may be kept */
  add(name: string, value: () => T): void {
    this.count++;
    const last = this.kept.length >= this.most ? this.kept[this.most - 1] : undefined;
    if (this.isSorted && last && name >= last.name) return;
    this.kept.push({ name, value: value() });
    this.isSorted = false;
    if (this.kept.length >= 2 * this.most + 1) this.settle();
  }

  /** In the order of their names. */
  get all(): T[] {
    this.settle();
    return this.kept.map(({ value }) => value);
  }

  private settle(): void {
    this.kept.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    this.kept.length = Math.min(this.kept.length, this.most);
    this.isSorted = true;
  }
}
