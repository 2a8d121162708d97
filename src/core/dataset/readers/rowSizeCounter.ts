/** The same as for a record of a text: what is longer was read with the wrong eyes, or is damaged. In bytes, about. */
const maxRowBytes = 256 << 20;
/** What a value takes beside its text. */
const valueBytes = 8;

/**
 * Weighs rows while they are made: a table can name one text a million times, so its size says nothing about theirs.
 */
export class RowSizeCounter {
  private bytes = 0;

  /**
   * Adds a value with a text of so many code units or bytes. Throws `RangeError` once they are more than any row holds.
   */
  add(text: number): void {
    this.bytes += text + valueBytes;
    if (this.bytes > maxRowBytes) throw new RangeError(`a row of more than ${maxRowBytes >> 20} MB`);
  }

  /** What was added since this was asked last. */
  take(): number {
    const { bytes } = this;
    this.bytes = 0;
    return bytes;
  }
}
