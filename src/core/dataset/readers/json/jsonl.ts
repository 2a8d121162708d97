import { type Framer } from '../../records/framer';
import { byteOrderMark, isSpace, newline } from '../../records/syntaxBytes';

/** One record a line; blank lines are none. */
export class LineFramer implements Framer {
  private atLineStart = true;
  private readonly first: number;

  /** @param line the line on which the first pushed byte stands */
  constructor(private line = 1) {
    this.first = line;
  }

  /** Newlines that were pushed. */
  get lines(): number {
    return this.line - this.first;
  }

  push(chunk: Buffer, offset: number, onStart: (start: number, line: number) => void): void {
    let at = offset === 0 ? byteOrderMark(chunk) : 0;
    while (at < chunk.length) {
      if (this.atLineStart) {
        const byte = chunk[at];
        if (isSpace(byte)) {
          if (byte === newline) this.line++;
          at++;
          continue;
        }
        onStart(offset + at, this.line);
        this.atLineStart = false;
      }
      const end = chunk.indexOf(newline, at);
      if (end < 0) return;
      this.line++;
      this.atLineStart = true;
      at = end + 1;
    }
  }

  end(): undefined {
    return undefined;
  }
}
