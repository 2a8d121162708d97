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
import { valueEnd } from './jsonArray';
import { keyIn } from './jsonObject';
import { JsonStrings } from './jsonStrings';

/**
 * The records are the values of a JSON object whose keys are their ids, as in `{"q1": {…}, "q2": {…}}`: of the
 * outermost object, or of the one at these keys (one at most).
 */
export interface KeyedObjectsFraming {
  readonly kind: 'keyed-objects';
  readonly path: readonly string[];
}

/** One record an entry of the object at `path`; it begins at its key. */
export class KeyedObjectsFramer implements Framer {
  private line = 1;
  private depth = 0;
  private readonly strings = new JsonStrings();
  private readonly key: number[] = [];
  private readingKey = false;
  private awaitingKey = false;
  /** The key of the outermost object behind which reading stands. */
  private outerKey: string | undefined;
  private state: 'before' | 'inside' | 'behind' = 'before';
  private trailing: number | undefined;

  constructor(private readonly path: readonly string[]) {}

  push(chunk: Buffer, offset: number, onStart: (start: number, line: number) => void): void {
    const [outer] = this.path;
    for (let at = offset === 0 ? byteOrderMark(chunk) : 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte === newline) this.line++;
      if (this.strings.takes(byte)) {
        if (this.readingKey) this.readKey(byte);
        continue;
      }
      if (isSpace(byte)) continue;
      if (this.state === 'behind' && this.depth === 0) this.trailing ??= this.line;
      if (byte === quote) {
        if (!this.awaitingKey) continue;
        this.awaitingKey = false;
        if (this.state === 'inside') onStart(offset + at, this.line);
        else this.readingKey = true;
      } else if (byte === openBrace || byte === openBracket) {
        this.depth++;
        const isWanted =
          this.state === 'before' &&
          byte === openBrace &&
          this.depth === this.path.length + 1 &&
          (this.depth === 1 || this.outerKey === outer);
        if (isWanted) this.state = 'inside';
        this.awaitingKey = isWanted || (this.depth === 1 && byte === openBrace);
      } else if (byte === closeBrace || byte === closeBracket) {
        this.depth--;
        if (this.state === 'inside' && this.depth === this.path.length) this.state = 'behind';
        this.awaitingKey = false;
      } else if (byte === comma)
        this.awaitingKey =
          this.state === 'inside' ? this.depth === this.path.length + 1 : this.depth === 1 && this.path.length === 1;
    }
  }

  end(): WholeFileProblem | undefined {
    if (this.state === 'before') return wholeFileProblem(problem('dataset.noObjectAt', { path: this.path.join('.') }));
    if (this.depth > 0) return wholeFileProblem(problem('dataset.objectCutOff', {}), this.line);
    if (this.trailing !== undefined) return wholeFileProblem(problem('dataset.textBehindObject', {}), this.trailing);
    return undefined;
  }

  /** Takes a byte of a key of the outermost object, or the quote behind it. */
  private readKey(byte: number): void {
    if (this.strings.isOpen) {
      this.key.push(byte);
      return;
    }
    const text = Buffer.from([quote, ...this.key.splice(0), quote]);
    this.outerKey = keyIn(text, 0, text.length);
    this.readingKey = false;
  }
}

/** The id and the JSON text of a record that begins at its key. */
export function keyedRecord(
  bytes: Buffer,
  encoding: 'latin1' | 'utf8',
): { readonly id: string; readonly text: string } {
  let end = 1;
  while (end < bytes.length && bytes[end] !== quote) end += bytes[end] === backslash ? 2 : 1;
  end++;
  const from = bytes.indexOf(0x3a, end) + 1 || end;
  const value = bytes.subarray(from);
  return { id: keyIn(bytes, 0, end), text: value.toString(encoding, 0, valueEnd(value)).trim() };
}
