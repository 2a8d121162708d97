import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { journalFile, journalFiles } from '../journal/fileJournal';
import { isErrorCode } from '../journal/fileStatus';
import { JournalWriter } from '../journal/journalWriter';
import { fileProblem, problem, type FileProblem } from '../model/problems/problem';
import { studyPaths } from '../study/studyPaths';
import { basename } from 'node:path';
import { journalName, lineId, remoteLine } from './journalLines';
import type { Cursor, Remote, RemoteLine, SentLine } from './remote';
import type { JournalState, SyncState } from './syncState';

/** So much of a journal is read at a time, in bytes. */
const chunk = 4 << 20;
/** So many bytes before the end of what was sent tell whether it is the same file still. */
const tailLength = 64;

/** What a sync of journals did. */
export interface JournalsSynced {
  /** Lines that the remote did not have, and that the files did not. */
  readonly sent: number;
  readonly fetched: number;
  /** Lines that stay here: torn ones, or what no remote takes. */
  readonly problems: readonly FileProblem[];
}

/** Sends a study's journals to a remote and fetches what others sent, each line once and byte for byte. */
export class JournalSync {
  private readonly folder: string;
  /** Ids of the lines of a file up to so many bytes, where it holds some that are not the remote's alone. */
  private readonly ids = new Map<string, { bytes: number; readonly ids: Set<string> }>();

  constructor(
    projectFile: string,
    private readonly remote: Pick<Remote, 'heads' | 'lines' | 'append'>,
    private readonly state: SyncState,
  ) {
    this.folder = studyPaths(projectFile).annotations;
  }

  /** Names of the journals that lie here. */
  async journals(): Promise<string[]> {
    return (await journalFiles(this.folder)).map((path) => journalName(basename(path)));
  }

  /**
   * Sends what a journal holds behind what was sent. What was sent is remembered as it goes, so that an interruption
   * costs one bit again, which the remote passes over.
   * @param onlyIds whether lines without an id of their own stay here
   */
  async send(journal: string, onlyIds: boolean): Promise<JournalsSynced> {
    const path = this.pathOf(journal);
    const problems: FileProblem[] = [];
    let sent = 0;
    const file = await openOrNone(path);
    if (!file) return { sent, fetched: 0, problems };
    try {
      const known = this.stateOf(journal);
      if (!(await isSameFile(file, known.sent))) known.sent = { bytes: 0, lines: 0, tail: '' };
      for await (const { texts, bytes } of linesFrom(file, known.sent.bytes)) {
        const lines: RemoteLine[] = [];
        for (const [at, text] of texts.entries()) {
          const place = known.sent.lines + at + 1;
          const line = remoteLine(text, place);
          if (text.includes('\0') || text.includes('\ufffd') || (onlyIds && line.id.startsWith('line-'))) {
            if (text !== '')
              problems.push(fileProblem('warning', { file: path, line: place }, problem('team.lineNotSent', {})));
          } else lines.push(line);
        }
        sent += await this.remote.append(journal, lines);
        known.sent = {
          bytes: known.sent.bytes + bytes,
          lines: known.sent.lines + texts.length,
          tail: await tailOf(file, known.sent.bytes + bytes),
        };
      }
      return { sent, fetched: 0, problems };
    } finally {
      await file.close();
    }
  }

  /** How many whole lines of a journal are not sent yet. */
  async waiting(journal: string): Promise<number> {
    const file = await openOrNone(this.pathOf(journal));
    if (!file) return 0;
    try {
      const { sent } = this.stateOf(journal);
      let count = 0;
      for await (const { texts } of linesFrom(file, (await isSameFile(file, sent)) ? sent.bytes : 0))
        count += texts.length;
      return count;
    } finally {
      await file.close();
    }
  }

  /** Appends to a journal what the remote has of it and the file has not. */
  async fetch(journal: string, head: Cursor): Promise<JournalsSynced> {
    const known = this.stateOf(journal);
    const nothing = { sent: 0, fetched: 0, problems: [] };
    if (known.cursor === head) return nothing;
    const found: SentLine[] = [];
    let cursor = known.cursor;
    for await (const bit of this.remote.lines(journal, known.cursor)) {
      found.push(...bit.lines);
      cursor = bit.cursor;
    }
    found.sort((a, b) => a.place - b.place);
    const path = this.pathOf(journal);
    const before = await this.idsIn(path, known.sent);
    const missing = found.filter(({ text }) => !before.ids.has(lineId(text)));
    if (missing.length > 0) {
      const text = missing.map((line) => `${line.text}\n`).join('');
      const writer = new JournalWriter(path);
      try {
        await writer.append(text);
      } finally {
        await writer.close();
      }
      for (const line of missing) before.ids.add(lineId(line.text));
    }
    known.cursor = cursor;
    return { ...nothing, fetched: missing.length };
  }

  /** Ids of the lines that stand in a file. */
  private async idsIn(path: string, sent: JournalState['sent']): Promise<{ readonly ids: Set<string> }> {
    let known = this.ids.get(path);
    const file = await openOrNone(path);
    if (!file) return { ids: new Set() };
    try {
      if (!known || !(await isSameFile(file, sent))) this.ids.set(path, (known = { bytes: 0, ids: new Set() }));
      for await (const { texts, bytes } of linesFrom(file, known.bytes)) {
        for (const text of texts) known.ids.add(lineId(text));
        known.bytes += bytes;
      }
      return known;
    } finally {
      await file.close();
    }
  }

  private stateOf(journal: string): JournalState {
    let known = this.state.journals.get(journal);
    if (!known) this.state.journals.set(journal, (known = { sent: { bytes: 0, lines: 0, tail: '' }, cursor: '' }));
    return known;
  }

  private pathOf(journal: string): string {
    return join(this.folder, journalFile(journal));
  }
}

async function openOrNone(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Whole lines from a place of a file on, by bits, each with the bytes that it takes. */
async function* linesFrom(
  file: FileHandle,
  from: number,
): AsyncGenerator<{ readonly texts: readonly string[]; readonly bytes: number }> {
  let position = from;
  for (let size = chunk; ;) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, position);
    const bytes = buffer.subarray(0, bytesRead).lastIndexOf(0x0a) + 1;
    if (bytes === 0 && bytesRead < size) return;
    if (bytes === 0) size *= 2;
    else {
      position += bytes;
      yield { texts: buffer.toString('utf8', 0, bytes - 1).split('\n'), bytes };
    }
  }
}

/** Whether what was sent of a file still stands in it: git may have put another one in its place. */
async function isSameFile(file: FileHandle, { bytes, tail }: JournalState['sent']): Promise<boolean> {
  return bytes === 0 || (await tailOf(file, bytes)) === tail;
}

async function tailOf(file: FileHandle, end: number): Promise<string> {
  const length = Math.min(tailLength, end);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, end - length);
  return bytesRead < length ? '' : buffer.toString('base64');
}
