/**
 * The first of what is found, by a name, and how many there are in all: whatever the order in which they come, the same
 * ones are kept.
 */
export class FirstExamples<T> {
  count = 0;
  private isSorted = true;
  private kept: { readonly name: string; readonly value: T }[] = [];

  constructor(private readonly max: number) {}

  /**
   * @param value made only where it may be kept
   * @param start of the name, by which most can be told to come too late
   */
  add(name: string | (() => string), value: () => T, start = ''): void {
    this.count++;
    const last = this.isSorted && this.kept.length >= this.max ? this.kept[this.max - 1] : undefined;
    if (last && start > last.name) return;
    this.keep(typeof name === 'string' ? name : name(), value, last);
  }

  private keep(name: string, value: () => T, last: { readonly name: string } | undefined): void {
    if (last && name >= last.name) return;
    this.kept.push({ name, value: value() });
    this.isSorted = false;
    if (this.kept.length >= 2 * this.max + 1) this.settle();
  }

  /** In the order of their names. */
  get all(): T[] {
    this.settle();
    return this.kept.map(({ value }) => value);
  }

  private settle(): void {
    this.kept.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    this.kept.length = Math.min(this.kept.length, this.max);
    this.isSorted = true;
  }
}
