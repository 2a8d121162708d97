/** Output of which the beginning and the end were kept. */
export interface KeptOutput {
  readonly head: string;
  /** Empty where the head is all. */
  readonly tail: string;
  /** Bytes between the two. */
  readonly omitted: number;
}

/** Keeps the beginning and the end of a stream, however long it is. */
export class OutputKeeper {
  private readonly head: Buffer[] = [];
  private tail: Buffer[] = [];
  private headLength = 0;
  private tailLength = 0;
  /** Bytes that came. */
  total = 0;

  /** @param each bytes that are kept of the beginning, and of the end */
  constructor(private readonly each: number) {}

  add(chunk: Buffer): void {
    this.total += chunk.length;
    const first = chunk.subarray(0, this.each - this.headLength);
    if (first.length > 0) this.head.push(Buffer.from(first));
    this.headLength += first.length;
    const rest = chunk.subarray(first.length);
    if (rest.length === 0) return;
    this.tail.push(Buffer.from(rest.subarray(Math.max(0, rest.length - this.each))));
    this.tailLength += Math.min(rest.length, this.each);
    if (this.tailLength > 2 * this.each || this.tail.length > 1000) this.shorten();
  }

  output(): KeptOutput {
    this.shorten();
    const omitted = this.total - this.headLength - this.tailLength;
    const [head, tail] = [Buffer.concat(this.head), Buffer.concat(this.tail)];
    // Without a gap a sign of several bytes may lie in both.
    if (omitted === 0) return { head: Buffer.concat([head, tail]).toString(), tail: '', omitted };
    return { head: head.toString(), tail: tail.toString(), omitted };
  }

  private shorten(): void {
    const all = Buffer.concat(this.tail, this.tailLength);
    this.tail = [all.subarray(Math.max(0, all.length - this.each))];
    this.tailLength = Math.min(all.length, this.each);
  }
}
