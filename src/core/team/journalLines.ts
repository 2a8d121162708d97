import { hash } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { annotatorOf, isShortened, journalPath } from '../journal/journalName';
import { openOrNone } from '../journal/fileStatus';
import { tailOf } from '../journal/fileTail';
import { ulidPattern } from '../model/annotation/annotation';
import type { RemoteLine } from './remote';

/** So much of a journal is read at a time, in bytes. */
const chunk = 4 << 20;

/** Makes the line that a remote keeps without understanding it. */
export function remoteLine(text: string, place: number): RemoteLine {
  const { id, item } = idsIn(text);
  return { id: id ?? unnamed(text), item: item ?? '', place, text };
}

/** The id by which a line is told from others: its ULID, or of one that has none, what it holds. */
export const lineId = (text: string): string => idsIn(text).id ?? unnamed(text);

const unnamed = (text: string): string => `line-${hash('sha256', text).slice(0, 24)}`;

/**
 * What a line judges, as `judgementKey` has it, so that a later line of the same counts in its place; the empty text of what
 * cannot be read. With what it takes back, where it does.
 */
export function judgedBy(text: string): { readonly judges: string; readonly retracts: string | undefined } {
  try {
    const { annotator, item, role, context, repeat, turn, retracts } = JSON.parse(text) as Readonly<
      Record<string, unknown>
    >;
    if (typeof item !== 'string') return { judges: '', retracts: undefined };
    return {
      judges: JSON.stringify([annotator, item, role, context, repeat, turn].map((each) => each ?? null)),
      retracts: typeof retracts === 'string' ? retracts : undefined,
    };
  } catch {
    return { judges: '', retracts: undefined };
  }
}

/** Tells whether a line has no id of its own. */
export const isUnnamed = ({ id }: RemoteLine): boolean => id.startsWith('line-');

function idsIn(text: string): { readonly id?: string; readonly item?: string } {
  try {
    const value: unknown = JSON.parse(text.startsWith(byteOrderMark) ? text.slice(1) : text);
    if (typeof value !== 'object' || value === null) return {};
    const { id, item } = value as Readonly<Record<string, unknown>>;
    return {
      ...(typeof id === 'string' && ulidPattern.test(id) && { id }),
      ...(typeof item === 'string' && { item }),
    };
  } catch {
    return {};
  }
}

/** Some editors put it before the first line, which is no part of it. */
export const byteOrderMark = '\ufeff';

/**
 * The name of a journal, which is its annotator's. A file that bears nobody's name (a copy, "ana (1).jsonl") is called by
 * itself, with a slash before it.
 */
export async function journalName(path: string): Promise<string> {
  const file = basename(path);
  const name = annotatorOf(file) ?? (isShortened(file) ? await annotatorIn(path) : undefined);
  return name !== undefined && basename(await pathOfJournal(dirname(path), name)) === file ? name : `/${file}`;
}

/** The path of a journal by its name. It never leads out of its folder. */
export async function pathOfJournal(folder: string, name: string): Promise<string> {
  return /^\/[^/\\:\p{Cc}.][^/\\:\p{Cc}]*\.jsonl$/u.test(name)
    ? join(folder, name.slice(1))
    : journalPath(folder, name);
}

/** Whom a journal is of, as its first line says that can be read. */
async function annotatorIn(path: string): Promise<string | undefined> {
  const file = await openOrNone(path);
  if (!file) return undefined;
  try {
    for await (const { lines } of linesFrom(file, 0))
      for (const { text } of lines) {
        try {
          const { annotator } = JSON.parse(text) as { readonly annotator?: unknown };
          if (typeof annotator === 'string') return annotator;
        } catch {
          // The next one may say it.
        }
      }
    return undefined;
  } finally {
    await file.close();
  }
}

/** A line as it stands in a file. */
export interface FileLine {
  readonly text: string;
  /** With its newline. */
  readonly bytes: number;
  /** Whether it is UTF-8, so that its text is what stands in the file. */
  readonly isText: boolean;
}

/** Whole lines from a place of a file on, by bits, each with the bytes that it takes. */
export async function* linesFrom(
  file: FileHandle,
  from: number,
): AsyncGenerator<{ readonly lines: readonly FileLine[]; readonly bytes: number }> {
  let position = from;
  for (let size = chunk; ;) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, position);
    const bytes = buffer.subarray(0, bytesRead).lastIndexOf(0x0a) + 1;
    if (bytes === 0 && bytesRead < size) return;
    if (bytes === 0) {
      size *= 2;
      continue;
    }
    position += bytes;
    const whole = buffer.subarray(0, bytes);
    const areTexts = isUtf8(whole);
    const lines: FileLine[] = [];
    for (let begin = 0; begin < bytes;) {
      const end = whole.indexOf(0x0a, begin);
      const line = whole.subarray(begin, end);
      lines.push({ text: line.toString('utf8'), bytes: end + 1 - begin, isText: areTexts || isUtf8(line) });
      begin = end + 1;
    }
    yield { lines, bytes };
  }
}

/** Resolves to the line behind the last newline, where it is whole and only its newline was cut off. */
export async function lastLine(file: FileHandle, from: number): Promise<FileLine | undefined> {
  const { size } = await file.stat();
  if (size <= from) return undefined;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
  const text = buffer.toString('utf8', 0, bytesRead);
  return text.endsWith('}') ? { text, bytes: bytesRead, isText: isUtf8(buffer) } : undefined;
}

/** The ids of the whole lines of a file, which is read on where it was read before. */
export class LineIds {
  private known = { bytes: 0, tail: '', ids: new Set<string>() };

  /** @param countsLast whether a last line counts too that is whole but for its newline */
  constructor(
    private readonly path: string,
    private readonly countsLast = false,
  ) {}

  /** The ids as they are now; of none where there is no file. */
  async read(): Promise<ReadonlySet<string>> {
    const file = await openOrNone(this.path);
    if (!file) return (this.known = { bytes: 0, tail: '', ids: new Set() }).ids;
    try {
      // Somebody may have put another file in its place: git does.
      if ((await tailOf(file, this.known.bytes)) !== this.known.tail)
        this.known = { bytes: 0, tail: '', ids: new Set() };
      const { known } = this;
      const before = known.bytes;
      for await (const { lines, bytes } of linesFrom(file, known.bytes)) {
        for (const { text } of lines) known.ids.add(lineId(text));
        known.bytes += bytes;
      }
      if (known.bytes !== before || known.tail === '') known.tail = await tailOf(file, known.bytes);
      const last = this.countsLast ? await lastLine(file, known.bytes) : undefined;
      if (last) known.ids.add(lineId(last.text));
      return known.ids;
    } finally {
      await file.close();
    }
  }
}
