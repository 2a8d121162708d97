/** A second digit comes within this time, or the first one stands alone. In milliseconds. */
const patience = 700;

/** Makes numbers of digits: one that could begin a larger number waits for a second digit. */
export class MultiDigitInput {
  private first: number | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** @param onAlone hears that a digit was left alone for long enough: now it is to be taken */
  constructor(private readonly onAlone: () => void) {}

  /** The digit that waits. */
  get waiting(): number | undefined {
    return this.first;
  }

  /** Takes a digit where numbers go up to `most`; gives the numbers that are complete now. */
  push(digit: number, most: number): number[] {
    const first = this.take();
    if (first !== undefined && first * 10 + digit <= most) return [first * 10 + digit];
    const complete = first === undefined ? [] : [first];
    if (digit === 0 || digit * 10 > most) return [...complete, digit];
    this.first = digit;
    this.timer = setTimeout(this.onAlone, patience);
    return complete;
  }

  /** The digit that waits, which waits no more. */
  take(): number | undefined {
    clearTimeout(this.timer);
    const { first } = this;
    this.first = undefined;
    return first;
  }
}
