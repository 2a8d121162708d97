import { problem } from '../../../model/problems/problem';
import { wholeFileProblem, type Framer, type WholeFileProblem } from '../../records/framer';
import {
  backslash,
  byteOrderMark,
  closeBrace,
  closeBracket,
  comma,
  isSpace,
  newline,
  openBrace,
  openBracket,
  quote,
} from '../../records/syntaxBytes';
import { JsonStrings } from './jsonStrings';

/** One record an element of the outermost array. */
export class ArrayFramer implements Framer {
  private depth: number;
  private readonly strings = new JsonStrings();
  /** At the top of the array, before an element. */
  private awaiting = true;
  private trailing: number | undefined;
  private closed = false;
  /** Where the array ended, just behind its bracket. */
  closedAt: number | undefined;
  closedLine = 1;

  /** @param inside the array's bracket has been read already @param line the line on which reading begins */
  constructor(
    inside = false,
    private line = 1,
  ) {
    this.depth = inside ? 1 : 0;
  }

  push(chunk: Buffer, offset: number, onStart: (start: number, line: number) => void): void {
    for (let at = offset === 0 ? byteOrderMark(chunk) : 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === newline) this.line++;
      if (this.strings.takes(byte) || isSpace(byte)) continue;
      if (this.closed) {
        this.trailing ??= this.line;
        continue;
      }
      if (this.depth === 1 && this.awaiting && byte !== closeBracket) {
        onStart(offset + at, this.line);
        this.awaiting = false;
      }
      if (byte === openBracket || byte === openBrace) this.depth++;
      else if (byte === closeBracket || byte === closeBrace) {
        this.depth--;
        if (this.depth <= 0) {
          this.closed = true;
          this.closedAt = offset + at + 1;
          this.closedLine = this.line;
        }
      } else if (byte === comma && this.depth === 1) this.awaiting = true;
    }
  }

  end(): WholeFileProblem | undefined {
    if (this.trailing !== undefined) return wholeFileProblem(problem('dataset.textBehindArray', {}), this.trailing);
    return this.closed ? undefined : wholeFileProblem(problem('dataset.arrayCutOff', {}), this.line);
  }
}

/**
 * Where the array element at the start of `bytes` ends: at the comma or bracket behind it. All between belongs to it,
 * so that a forgotten comma makes a record that does not parse and is reported, instead of an item that is missing.
 */
export function valueEnd(bytes: Buffer): number {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inString) {
      if (byte === backslash) at++;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (byte === openBracket || byte === openBrace) depth++;
    else if (byte === closeBracket || byte === closeBrace) {
      if (depth-- === 0) return at;
    } else if (byte === comma && depth === 0) return at;
  }
  return bytes.length;
}
