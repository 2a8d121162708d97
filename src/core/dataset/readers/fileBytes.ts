import { readSync } from 'node:fs';

/** The bytes of an open file, read where they are needed: whoever decodes a table does nothing else meanwhile. */
export class FileBytes {
  constructor(
    private readonly descriptor: number,
    readonly size: number,
  ) {}

  /** Bytes [start, end). Throws `RangeError` where the file does not have them. */
  read(start: number, end: number): Buffer {
    if (!(start >= 0 && start <= end && end <= this.size))
      throw new RangeError(`bytes ${start} to ${end} of ${this.size}`);
    const bytes = Buffer.allocUnsafeSlow(end - start);
    for (let done = 0; done < bytes.length;) {
      const read = readSync(this.descriptor, bytes, done, Math.min(bytes.length - done, 1 << 30), start + done);
      if (read === 0) throw new RangeError('the file ends early');
      done += read;
    }
    return bytes;
  }
}
