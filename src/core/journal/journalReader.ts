import { isAscii } from 'node:buffer';
import { readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Annotation } from '../model/annotation/annotation';
import { fileProblem, problem, UserError } from '../model/problems/problem';
import type { Entry, LineRef } from './journal';
import { parseLine } from './line';
import { lookAt } from './fileStatus';
import { tailOf } from './fileTail';
import { IdleFile, openFile } from './idleFile';

const newline = 0x0a;
const byteOrderMark = Buffer.from('\ufeff');
/**
 * Read at a time: few enough lines to parse that the host can do something else every few milliseconds, and to be
 * garbage while still young.
 */
const chunk = 1 << 18;
/** Read at a time where lines are read again: a longer text would be old before it is garbage. */
const windowBytes = 1 << 16;
/** Annotations that are parsed at a time where they are read again. */
const few = 32;

/** The beginning of every line that Tiebreak writes (`formatLine`). */
const lineStart = '{"v":';

/** The progress in a file: up to and with its last whole line, and how many bytes of a torn one stood after it. */
interface Progress {
  /** How the file looked before it was read; undefined where it was not read to its end. */
  readonly look: string | undefined;
  /** A hash of the bytes before the end of all that (`tailOf`), which tells whether the file is still the same. */
  readonly tail: string;
  readonly offset: number;
  readonly line: number;
  readonly torn: number;
}

/** Readings so many bytes apart follow each other. */
const nearby = 1 << 12;

/** A part of a file. */
interface Window {
  readonly file: FileHandle;
  readonly offset: number;
  readonly texts: Texts;
}

/** Reads one journal file, each line once, and again by its place. */
export class JournalReader {
  private progress: Progress | undefined;
  /** The file where lines are read again. */
  private readonly idle: IdleFile;
  /** What was read last of lines that are read again. */
  private window: Window | undefined;

  /**
   * @param blocks whether reading again holds the thread up, as it may on one that has nothing else to do: while all
   *   cores are busy that is quicker than to be called back
   */
  constructor(
    private readonly path: string,
    private readonly blocks = false,
  ) {
    this.idle = new IdleFile(path);
  }

  /**
   * The lines that were not read before, and what is wrong with some; one reading at a time. Throws the file system's
   * error where the file cannot be read.
   */
  async *read(signal: AbortSignal | undefined): AsyncGenerator<readonly Entry[]> {
    const look = await lookAt(this.path);
    if (look !== undefined && look === this.progress?.look) return;
    const file = await openFile(this.path);
    try {
      await this.close();
      yield* this.readOn(file, look, signal);
    } finally {
      await file.close();
    }
  }

  /** Reads from where the last reading ended; from the beginning where it is not the same file or was cut. */
  private async *readOn(
    file: FileHandle,
    look: string | undefined,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<readonly Entry[]> {
    const known = this.progress;
    const { size } = await file.stat();
    const isSame =
      known !== undefined && known.tail !== '' && (await tailOf(file, known.offset + known.torn)) === known.tail;
    const before = isSame ? known : { offset: 0, line: 0, torn: 0 };
    let { offset, line } = before;
    let torn = 0;
    let isWhole = false;
    try {
      if (known && !isSame) yield [{ replaced: this.path }];
      let rest = Buffer.alloc(0);
      let at = offset;
      for (;;) {
        signal?.throwIfAborted();
        // As far as it is long now: a device in the journal's place may have no end, and what is appended meanwhile comes
        // next time.
        const length = Math.min(chunk, size - at);
        if (length <= 0) break;
        // Behind the beginning of its line.
        const { buffer, bytesRead } = await file.read(
          Buffer.allocUnsafe(rest.length + length),
          rest.length,
          length,
          at,
        );
        if (bytesRead === 0) break;
        buffer.set(rest);
        at += bytesRead;
        const bytes = buffer.subarray(0, rest.length + bytesRead);
        const texts = new Texts(bytes);
        const entries: Entry[] = [];
        // Some editors put a byte order mark before the first line, which is no part of it.
        let begin =
          offset === 0 && bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark.length : 0;
        for (let end = texts.lineEnd(begin); end >= 0; end = texts.lineEnd(begin)) {
          line++;
          if (end > begin)
            entries.push(...this.entriesOf(line, texts.between(begin, end), offset + begin, end - begin));
          begin = end + 1;
        }
        offset += begin;
        rest = Buffer.from(bytes.subarray(begin));
        if (entries.length > 0) yield entries;
      }
      // A last line without its newline was cut off while it was written. It may still be growing, so it is read again
      // next time; whole in itself it counts.
      torn = rest.length;
      isWhole = true;
      if (rest.length > 0 && (rest.length !== before.torn || offset !== before.offset))
        yield this.tornEntries(line + 1, rest, offset);
    } finally {
      const tail = await tailOf(file, offset + torn);
      this.progress = { look: isWhole ? look : undefined, offset, line, torn, tail };
    }
  }

  /** Reads one annotation again. Throws `UserError` where it does not stand there any more. */
  async fetch(ref: LineRef): Promise<Annotation> {
    const { file, release } = await this.idle.take();
    try {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(ref.length), 0, ref.length, ref.offset);
      return annotationIn(buffer.toString('utf8', 0, bytesRead), ref);
    } finally {
      release();
    }
  }

  /**
   * Reads annotations again, in the order of `refs`; those that stand behind each other with one read. Throws as
   * `fetch` does.
   */
  async *fetchAll(refs: readonly LineRef[]): AsyncGenerator<readonly Annotation[]> {
    const { file, release } = await this.idle.take();
    try {
      for (let begin = 0; begin < refs.length;) {
        const from = refs[begin]?.offset ?? 0;
        let to = from + (refs[begin]?.length ?? 0);
        let end = begin + 1;
        for (
          let next = refs[end];
          next && next.offset >= to && next.offset + next.length - from <= windowBytes;
          next = refs[++end]
        )
          to = next.offset + next.length;
        const { texts, offset } = await this.bytesAt(file, from, to);
        // A few at a time, so that each is garbage before the next are made.
        for (; begin < end; begin += few)
          yield refs
            .slice(begin, Math.min(begin + few, end))
            .map((ref) => annotationIn(texts.between(ref.offset - offset, ref.offset - offset + ref.length), ref));
        begin = end;
      }
    } finally {
      release();
    }
  }

  /**
   * Bytes of the file, and where they begin. Who reads on where the last reading ended gets a whole window, from which
   * the next readings are served.
   */
  private async bytesAt(file: FileHandle, from: number, to: number): Promise<Window> {
    const { window } = this;
    const isNear =
      window?.file === file && from >= window.offset && from - window.offset <= window.texts.length + nearby;
    if (window && isNear && to <= window.offset + window.texts.length) return window;
    const length = isNear ? Math.max(windowBytes, to - from) : to - from;
    const buffer = Buffer.allocUnsafeSlow(length);
    const bytesRead = this.blocks
      ? readSync(file.fd, buffer, 0, length, from)
      : (await file.read(buffer, 0, length, from)).bytesRead;
    return (this.window = { file, offset: from, texts: new Texts(buffer.subarray(0, bytesRead)) });
  }

  /** Closes the file; who reads lines again opens it again. */
  close(): Promise<void> {
    this.window = undefined;
    return this.idle.leave();
  }

  private entriesOf(line: number, text: string, offset: number, length: number): readonly Entry[] {
    const parsed = parseLine(text);
    if ('line' in parsed)
      return [{ line: parsed.line, ref: { source: this.path, id: parsed.line.id, line, offset, length } }];
    // A quote in a text is escaped, so this stands where a line begins and nowhere else.
    const begin = text.lastIndexOf(lineStart);
    const behind = begin > 0 ? parseLine(text.slice(begin)) : parsed;
    const place = { file: this.path, line };
    if (!('line' in behind)) {
      const wrong = problem('journal.lineSetAside', { reason: parsed.reason });
      return [{ problem: fileProblem('warning', place, wrong) }];
    }
    const before = Buffer.byteLength(text.slice(0, begin));
    return [
      { problem: fileProblem('warning', place, problem('journal.beginningCutOff', {})) },
      {
        line: behind.line,
        ref: { source: this.path, id: behind.line.id, line, offset: offset + before, length: length - before },
      },
    ];
  }

  private tornEntries(line: number, bytes: Buffer, offset: number): readonly Entry[] {
    const entries = this.entriesOf(line, bytes.toString('utf8'), offset, bytes.length);
    if (entries.some((entry) => 'line' in entry)) return entries;
    return [{ problem: fileProblem('warning', { file: this.path, line }, problem('journal.lastLineCutOff', {})) }];
  }
}

/**
 * Texts by where their bytes stand. Bytes that are ASCII throughout, as nearly all are, become one text, of which
 * others are parts: that is much quicker than a text for each.
 */
class Texts {
  readonly length: number;
  private readonly ascii: string | undefined;

  constructor(private readonly bytes: Buffer) {
    this.length = bytes.length;
    this.ascii = isAscii(bytes) ? bytes.toString('latin1') : undefined;
  }

  /** Finds the end of the line that goes on at `from`; -1 where it goes on behind all this. */
  lineEnd(from: number): number {
    return this.ascii === undefined ? this.bytes.indexOf(newline, from) : this.ascii.indexOf('\n', from);
  }

  between(begin: number, end: number): string {
    return this.ascii === undefined ? this.bytes.toString('utf8', begin, end) : this.ascii.slice(begin, end);
  }
}

/** The annotation that a line holds. Throws `UserError` where it is not the one that stood there. */
function annotationIn(text: string, { source, line, id }: LineRef): Annotation {
  const parsed = parseLine(text);
  if ('line' in parsed && parsed.line.type === 'annotation' && parsed.line.id === id) return parsed.line;
  throw new UserError(problem('journal.changedMeanwhile', {}, { file: source, line }));
}
