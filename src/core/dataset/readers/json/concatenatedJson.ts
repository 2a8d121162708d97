import { problem } from '../../../model/problems/problem';
import { wholeFileProblem, type Framer, type WholeFileProblem } from '../../records/framer';
import {
  byteOrderMark,
  closeBrace,
  closeBracket,
  isSpace,
  newline,
  openBrace,
  openBracket,
  quote,
} from '../../records/syntaxBytes';
import { JsonStrings } from './jsonStrings';

/**
 * JSON objects one after the other, each over several lines: one that was pretty-printed, or what `jq .` prints of
 * many.
 */
export class ConcatenatedJsonFramer implements Framer {
  private line = 1;
  private depth = 0;
  private readonly strings = new JsonStrings();

  push(chunk: Buffer, offset: number, onStart: (start: number, line: number) => void): void {
    for (let at = offset === 0 ? byteOrderMark(chunk) : 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === newline) this.line++;
      if (this.strings.takes(byte) || byte === quote) continue;
      if (byte === openBrace || byte === openBracket) {
        if (this.depth++ === 0) onStart(offset + at, this.line);
      } else if (byte === closeBrace || byte === closeBracket) this.depth = Math.max(0, this.depth - 1);
      else if (this.depth === 0 && !isSpace(byte)) {
        // A stray word: a record of its own, which does not parse and is reported.
        onStart(offset + at, this.line);
        while (at + 1 < chunk.length && chunk[at + 1] !== newline) at++;
      }
    }
  }

  end(): WholeFileProblem | undefined {
    return this.depth > 0 ? wholeFileProblem(problem('dataset.lastObjectCutOff', {}), this.line) : undefined;
  }
}
