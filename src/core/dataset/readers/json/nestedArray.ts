import { problem } from '../../../model/problems/problem';
import { wholeFileProblem, wholeFileWarning, type Framer, type WholeFileProblem } from '../../records/framer';
import {
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
import { ArrayFramer } from './jsonArray';
import { JsonStrings } from './jsonStrings';

/** The records are an array inside a JSON object, as in `{"data": [...]}`: at these keys. */
export interface NestedArrayFraming {
  readonly kind: 'nested-array';
  readonly path: readonly string[];
}

/** Arrays that lie deeper are part of a record, or of what else the object tells. */
const deepest = 2;

/** The keys at which arrays of objects stand in a JSON object, at most two deep, as far as `head` shows them. */
export function* arraysOfObjects(head: Buffer): Generator<readonly string[]> {
  const walk = new KeyWalk();
  for (let at = byteOrderMark(head); at < head.length; at++) {
    if (walk.step(head[at] ?? 0) === 'array of objects') yield walk.arrayPath;
  }
}

/** One record an element of the array at `path`. */
export class NestedArrayFramer implements Framer {
  private readonly walk = new KeyWalk();
  private readonly wanted: string;
  private array: ArrayFramer | undefined;
  private line = 1;
  private also: { readonly path: readonly string[]; readonly line: number } | undefined;

  constructor(private readonly path: readonly string[]) {
    this.wanted = JSON.stringify(path);
  }

  push(chunk: Buffer, offset: number, onStart: (start: number, line: number) => void): void {
    let at = offset === 0 ? byteOrderMark(chunk) : 0;
    for (; at < chunk.length && !this.array; at++) this.seek(chunk[at] ?? 0);
    if (!this.array) return;
    if (this.array.closedAt === undefined) {
      this.array.push(chunk.subarray(at), offset + at, onStart);
      const { closedAt } = this.array as { closedAt: number | undefined };
      if (closedAt === undefined) return;
      at = closedAt - offset;
      this.line = this.array.closedLine;
      this.walk.step(closeBracket);
    }
    for (; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte === newline) this.line++;
      if (this.walk.step(byte) === 'array of objects') this.also ??= { path: this.walk.arrayPath, line: this.line };
    }
  }

  end(): WholeFileProblem | undefined {
    const path = this.path.join('.');
    if (!this.array) return wholeFileProblem(problem('dataset.noArrayAt', { path }));
    if (this.array.closedAt === undefined) return this.array.end();
    if (!this.walk.closed) return wholeFileProblem(problem('dataset.objectCutOffBehindArray', {}), this.line);
    if (this.also)
      return wholeFileWarning(problem('dataset.otherArray', { path, other: this.also.path.join('.') }), this.also.line);
    return undefined;
  }

  /** Looks at one byte before the array. */
  private seek(byte: number): void {
    if (byte === newline) this.line++;
    if (this.walk.step(byte) && JSON.stringify(this.walk.arrayPath) === this.wanted)
      this.array = new ArrayFramer(true, this.line);
  }
}

/** Follows the keys of a JSON text byte by byte. */
class KeyWalk {
  /** The path of the array that a step found. */
  arrayPath: readonly string[] = [];
  /** The outermost value has ended. */
  closed = false;
  /** For each open object its key of the moment, for each open array undefined. */
  private readonly keys: (string | undefined)[] = [];
  private readonly strings = new JsonStrings();
  private readonly key: number[] = [];
  private awaitingKey = false;
  private readingKey = false;
  /** The byte before was the bracket of an array that may be the one. */
  private opened = false;

  /** Tells where an array opens that lies in objects only, and at its first element where that is an object. */
  step(byte: number): 'array' | 'array of objects' | undefined {
    if (this.strings.takes(byte)) {
      if (this.readingKey) this.readKey(byte);
      return undefined;
    }
    if (isSpace(byte)) return undefined;
    const wasOpened = this.opened;
    this.opened = false;
    if (byte === quote) this.readingKey = this.awaitingKey;
    else if (byte === comma) this.awaitingKey = typeof this.keys.at(-1) === 'string';
    else if (byte === openBrace) {
      this.keys.push('');
      this.awaitingKey = true;
      if (wasOpened) return 'array of objects';
    } else if (byte === openBracket) {
      const inObjects =
        this.keys.length > 0 && this.keys.length <= deepest && this.keys.every((key) => key !== undefined);
      if (inObjects) this.arrayPath = [...this.keys];
      this.keys.push(undefined);
      this.awaitingKey = false;
      this.opened = inObjects;
      if (inObjects) return 'array';
    } else if (byte === closeBrace || byte === closeBracket) {
      this.keys.pop();
      this.awaitingKey = false;
      this.closed ||= this.keys.length === 0;
    }
    return undefined;
  }

  /** Takes a byte of a key, or the quote behind it. */
  private readKey(byte: number): void {
    if (this.strings.isOpen) {
      this.key.push(byte);
      return;
    }
    const text = Buffer.from(this.key.splice(0)).toString('utf8');
    this.keys[this.keys.length - 1] = unescaped(text);
    this.awaitingKey = false;
    this.readingKey = false;
  }
}

function unescaped(key: string): string {
  if (!key.includes('\\')) return key;
  try {
    return String(JSON.parse(`"${key}"`));
  } catch {
    // Not a JSON string: it cannot be the key that is looked for, and what follows will not parse either.
    return key;
  }
}
