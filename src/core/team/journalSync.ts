import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { journalFiles } from '../journal/fileJournal';
import { openOrNone } from '../journal/fileStatus';
import { tailOf } from '../journal/fileTail';
import { appendToJournal } from '../journal/journalWriter';
import { makeFolders } from '../journal/makeFolders';
import { fileProblem, isProblem, UserError, type FileProblem } from '../model/problems/problem';
import { withLock } from '../study/folderLock';
import { studyPaths } from '../study/studyPaths';
import {
  byteOrderMark,
  judgedBy,
  pathOfJournal,
  isUnnamed,
  journalName,
  lastLine,
  lineId,
  LineIds,
  linesFrom,
  remoteLine,
  type FileLine,
} from './journalLines';
import type { Cursor, Remote, RemoteLine, SentLine } from './remote';
import type { JournalState, RefusedLine, SyncState } from './syncState';

/** So many characters of lines that were fetched are written at a time. */
const writtenAtOnce = 8 << 20;
/** A remote that refuses so many lines and takes none refuses the journal. */
const maxRefused = 20;
/** So many lines that were refused are tried again at a time. */
const triedAgain = 100;

/** The outcome of a sync of journals. */
export interface JournalsSynced {
  /** Lines that the remote did not have, and that the files did not. */
  readonly sent: number;
  readonly fetched: number;
  /** Lines that stay here until it is settled: torn ones, too long ones, or what the remote refuses. */
  readonly refused: readonly FileProblem[];
}

/** Options for sending a journal. */
interface SendOptions {
  /** Whether lines without an id of their own stay here. */
  readonly onlyIds: boolean;
  /** True to try again what was refused before: the remote may take it now. */
  readonly again?: boolean;
}

/** Sends a study's journals to a remote and fetches what others sent, each line once and byte for byte. */
export class JournalSync {
  private readonly folder: string;
  private readonly team: string;
  private readonly ids = new Map<string, LineIds>();
  /** Lines of a journal that stand in it more than once, where they had to be counted. */
  private readonly doubled = new Map<string, number>();

  constructor(
    projectFile: string,
    private readonly remote: Pick<Remote, 'heads' | 'lines' | 'append' | 'longestLine'>,
    private readonly state: SyncState,
  ) {
    const paths = studyPaths(projectFile);
    this.folder = paths.annotations;
    this.team = paths.team;
  }

  /** Names of the journals that lie here. */
  async journals(): Promise<string[]> {
    const names: string[] = [];
    for (const path of await journalFiles(this.folder)) names.push(await journalName(path));
    return names;
  }

  /**
   * Sends what a journal holds behind what was sent. What was sent is remembered as it goes, so that an interruption
   * costs one bit again, which the remote passes over.
   */
  async send(journal: string, { onlyIds, again = false }: SendOptions): Promise<JournalsSynced> {
    const path = await this.pathOf(journal);
    const file = await openOrNone(path);
    const known = await this.stateOf(journal, file);
    let sent = 0;
    if (!file) return { sent, fetched: 0, refused: [] };
    try {
      if (again) sent += await this.sendAgain(journal, known, file, onlyIds);
      // Where nothing is remembered, what is there already need not go again.
      const there = known.sent.bytes === 0 ? await this.idsThere(journal) : undefined;
      const toSend = ({ text, isText }: FileLine, place: number): Sendable | undefined => {
        if (text.trim() === '') return undefined;
        const line = lineToSend(text, place, onlyIds);
        if (there?.has(line.id)) return undefined;
        const isLine = isText && !text.includes('\0') && !(onlyIds && isUnnamed(line));
        return { line, why: isLine ? this.tooLong(text) : { code: 'team.lineNotSent', params: {} } };
      };
      for await (const { lines, bytes } of linesFrom(file, known.sent.bytes)) {
        const { sent: before } = known;
        const found = lines.flatMap((line, at) => toSend(line, before.lines + at + 1) ?? []);
        const done = await this.append(journal, found);
        sent += done.added;
        const refused = refusedIn(lines, before, done.refused);
        known.refused = stillRefused([...known.refused, ...refused], found, done.refused);
        const atRemote = found.length - done.refused.size + countIn(there, lines);
        known.sent = {
          bytes: before.bytes + bytes,
          lines: before.lines + lines.length,
          passed: before.passed + lines.length - atRemote,
          tail: await tailOf(file, before.bytes + bytes),
        };
      }
      const last = await lastLine(file, known.sent.bytes);
      const line = last && toSend(last, known.sent.lines + 1);
      const more: FileProblem[] = [];
      if (line && !isUnnamed(line.line)) {
        const done = await this.append(journal, [line]);
        sent += done.added;
        for (const [place, why] of done.refused) more.push(fileProblem('warning', { file: path, line: place }, why));
        known.refused = stillRefused(known.refused, [line], done.refused);
      }
      return { sent, fetched: 0, refused: [...refusedOf(known, path), ...more] };
    } finally {
      await file.close();
    }
  }

  /** Lines of a journal that the remote does not take, as far as it was sent. */
  async refused(journal: string): Promise<readonly FileProblem[]> {
    const path = await this.pathOf(journal);
    const file = await openOrNone(path);
    try {
      return refusedOf(await this.stateOf(journal, file), path);
    } finally {
      await file?.close();
    }
  }

  /** Says no more of what a journal has that the remote does not take; resolves to how many lines that are. */
  async leaveRefused(journal: string): Promise<number> {
    const file = await openOrNone(await this.pathOf(journal));
    try {
      const told = (await this.stateOf(journal, file)).refused.filter(({ isLeft }) => !isLeft);
      for (const line of told) line.isLeft = true;
      return told.length;
    } finally {
      await file?.close();
    }
  }

  /** Sends what was refused once more; resolves to how many lines the remote took. */
  private async sendAgain(journal: string, known: JournalState, file: FileHandle, onlyIds: boolean): Promise<number> {
    const tried = known.refused.filter((line) => this.mayBeTaken(line)).slice(0, triedAgain);
    const lines: Sendable[] = [];
    for (const { at, bytes, line, id } of tried) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at);
      const text = buffer.toString('utf8', 0, bytesRead).replace(/\n$/, '');
      const found = lineToSend(text, line, onlyIds);
      if (found.id !== id) {
        // Somebody changed the file in its middle.
        forget(known);
        return 0;
      }
      lines.push({ line: found, why: this.tooLong(text) });
    }
    const { added, refused } = await this.append(journal, lines, Infinity);
    const taken = new Set(lines.filter(({ line }) => !refused.has(line.place)).map(({ line }) => line.place));
    known.sent = { ...known.sent, passed: known.sent.passed - taken.size };
    known.refused = known.refused
      .filter(({ line }) => !taken.has(line))
      .map((each) => ({ ...each, why: refused.get(each.line) ?? each.why }));
    return added;
  }

  /** Tells whether trying a line again may help. */
  private mayBeTaken({ isLeft, why }: RefusedLine): boolean {
    if (isLeft || why.code === 'team.lineNotSent') return false;
    return why.code !== 'team.lineTooLong' || why.params.size <= (this.remote.longestLine ?? Infinity);
  }

  /** Why a line is too long for the remote; undefined where it is not. */
  private tooLong(text: string): Why | undefined {
    const { longestLine } = this.remote;
    if (longestLine === undefined || text.length * 3 <= longestLine) return undefined;
    const size = Buffer.byteLength(text);
    return size > longestLine ? { code: 'team.lineTooLong', params: { size, most: longestLine } } : undefined;
  }

  /** Counts the whole lines of a journal that are not sent yet. */
  async waiting(journal: string): Promise<number> {
    const file = await openOrNone(await this.pathOf(journal));
    const { sent } = await this.stateOf(journal, file);
    if (!file) return 0;
    try {
      let count = 0;
      for await (const { lines } of linesFrom(file, sent.bytes))
        count += lines.filter(({ text }) => text.trim() !== '').length;
      return count;
    } finally {
      await file.close();
    }
  }

  /**
   * Appends to a journal what the remote has of it and the file has not.
   * @param head how far the journal reaches at the remote; undefined where it is not there (any more)
   */
  async fetch(journal: string, head: Cursor | undefined): Promise<JournalsSynced> {
    const path = await this.pathOf(journal);
    const nothing = { sent: 0, fetched: 0, refused: [] };
    const file = await openOrNone(path);
    const known = await this.stateOf(journal, file);
    try {
      if (file && (await this.isBehind(journal, head ?? '', known, file))) forget(known);
    } finally {
      await file?.close();
    }
    if (head === undefined || known.cursor === head) return nothing;
    const found: SentLine[] = [];
    let cursor = known.cursor;
    for await (const bit of this.remote.lines(journal, known.cursor)) {
      found.push(...bit.lines);
      cursor = bit.cursor;
    }
    found.sort((a, b) => a.place - b.place);
    const fetched = await this.write(path, found);
    await this.advance(path, known, new Set(found.map(({ text }) => lineId(text))));
    known.cursor = cursor;
    return { ...nothing, fetched };
  }

  /** Appends the lines that a file does not hold; resolves to how many. */
  private async write(path: string, found: readonly SentLine[]): Promise<number> {
    const ids = this.ids.get(path) ?? new LineIds(path, true);
    this.ids.set(path, ids);
    await ids.read();
    await makeFolders(this.team);
    let fetched = 0;
    for (let begin = 0; begin < found.length;) {
      let end = begin;
      for (let length = 0; end < found.length && length < writtenAtOnce; end++) length += found[end]?.text.length ?? 0;
      // The editor and the command line may fetch at once: not both may find a line missing.
      await withLock(join(this.team, '.fetch.lock'), async () => {
        const here = await ids.read();
        const missing = new Map<string, string>();
        for (const { text } of found.slice(begin, end)) if (!here.has(lineId(text))) missing.set(lineId(text), text);
        if (missing.size > 0) await appendToJournal(path, [...missing.values()].map((text) => `${text}\n`).join(''));
        fetched += missing.size;
      });
      begin = end;
    }
    return fetched;
  }

  /** Moves on behind lines that the remote has already, as they need not be sent. */
  private async advance(path: string, { sent }: JournalState, there: ReadonlySet<string>): Promise<void> {
    const file = await openOrNone(path);
    if (!file) return;
    try {
      for await (const { lines } of linesFrom(file, sent.bytes)) {
        const own = lines.findIndex(({ text }) => !there.has(lineId(text)));
        for (const { bytes } of own < 0 ? lines : lines.slice(0, own)) sent.bytes += bytes;
        sent.lines += own < 0 ? lines.length : own;
        if (own >= 0) break;
      }
      sent.tail = await tailOf(file, sent.bytes);
    } finally {
      await file.close();
    }
  }

  /** Appends lines to a remote's journal; those that it refuses, by their places, do not keep others here. */
  private async append(
    journal: string,
    lines: readonly Sendable[],
    most = maxRefused,
  ): Promise<{ readonly added: number; readonly refused: ReadonlyMap<number, Why> }> {
    const refused = new Map<number, Why>();
    for (const { line, why } of lines) if (why) refused.set(line.place, why);
    const unsendable = refused.size;
    let added = 0;
    let isTaken = false;
    const attempt = async (some: readonly RemoteLine[]): Promise<void> => {
      if (some.length === 0) return;
      try {
        added += await this.remote.append(journal, some);
        isTaken = true;
      } catch (error) {
        if (!(error instanceof UserError) || !error.problem || !isProblem(error.problem, 'team.refused')) throw error;
        if (!isTaken && refused.size - unsendable >= most) throw error;
        const [line] = some;
        if (some.length === 1 && line) {
          const { code, params } = error.problem;
          refused.set(line.place, { code, params });
          return;
        }
        const middle = some.length >> 1;
        await attempt(some.slice(0, middle));
        await attempt(some.slice(middle));
      }
    };
    await attempt(lines.flatMap(({ line, why }) => (why ? [] : [line])));
    return { added, refused };
  }

  /** The ids of what the remote has of a journal. */
  private async idsThere(journal: string): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    for await (const { lines } of this.remote.lines(journal, '')) for (const { text } of lines) ids.add(lineId(text));
    return ids;
  }

  /**
   * Tells whether the remote lost lines of a journal that it had: it was restored from a copy, or a standby took over
   * that was behind. All is compared again then, and sent.
   */
  private async isBehind(
    journal: string,
    head: Cursor,
    { cursor, sent }: JournalState,
    file: FileHandle,
  ): Promise<boolean> {
    const now = numbersIn(head);
    for (const [part, number] of numbersIn(cursor)) if ((now.get(part) ?? 0) < number) return true;
    const there = linesIn(head);
    const here = sent.lines - sent.passed;
    if (here > 0 && head === '') return true;
    if (there === undefined || there >= here - (this.doubled.get(journal) ?? 0)) return false;
    const ids = new Set<string>();
    let bytes = 0;
    for await (const bit of linesFrom(file, 0)) {
      for (const line of bit.lines) {
        if (bytes < sent.bytes && line.text.trim() !== '') ids.add(lineId(line.text));
        bytes += line.bytes;
      }
      if (bytes >= sent.bytes) break;
    }
    const each = ids.size - sent.passed;
    this.doubled.set(journal, here - each);
    return there < each;
  }

  /** Gives the state of a journal; an empty one where another file stands in its place, or none. */
  private async stateOf(journal: string, file: FileHandle | undefined): Promise<JournalState> {
    let known = this.state.journals.get(journal);
    if (!known) this.state.journals.set(journal, (known = { sent: { ...unsent }, cursor: '', refused: [] }));
    const { bytes, tail } = known.sent;
    const isSame = file ? bytes === 0 || (await tailOf(file, bytes)) === tail : false;
    if (!isSame) forget(known);
    return known;
  }

  private pathOf(journal: string): Promise<string> {
    return pathOfJournal(this.folder, journal);
  }
}

const countIn = (ids: ReadonlySet<string> | undefined, lines: readonly FileLine[]): number =>
  ids ? lines.filter(({ text }) => ids.has(lineId(text))).length : 0;

const unsent = { bytes: 0, lines: 0, passed: 0, tail: '' };

function forget(known: JournalState): void {
  known.sent = { ...unsent };
  known.cursor = '';
  known.refused = [];
}

/** Why a remote does not take a line. */
type Why = RefusedLine['why'];

/** A line for the remote, or why it stays here. */
interface Sendable {
  readonly line: RemoteLine;
  readonly why: Why | undefined;
}

/** A line for a remote; an annotator's without the mark that an editor put before it, which a store cannot read. */
const lineToSend = (text: string, place: number, onlyIds: boolean): RemoteLine =>
  remoteLine(onlyIds && text.startsWith(byteOrderMark) ? text.slice(1) : text, place);

/** Lists the problems of a journal's refused lines that are not settled. */
const refusedOf = ({ refused }: JournalState, file: string): FileProblem[] =>
  refused.filter(({ isLeft }) => !isLeft).map(({ line, why }) => fileProblem('warning', { file, line }, why));

/** Lines that were refused, as they are remembered. @param before how far the journal was sent */
function refusedIn(
  lines: readonly FileLine[],
  before: JournalState['sent'],
  refused: ReadonlyMap<number, Why>,
): RefusedLine[] {
  if (refused.size === 0) return [];
  const found: RefusedLine[] = [];
  let at = before.bytes;
  for (const [n, { text, bytes }] of lines.entries()) {
    const line = before.lines + n + 1;
    const why = refused.get(line);
    if (why)
      found.push({
        id: lineId(text),
        judges: judgedBy(text).judges,
        line,
        at,
        bytes,
        why,
        isLeft: false,
      });
    at += bytes;
  }
  return found;
}

/**
 * Keeps the refused lines that are not settled: a later line that the remote took may judge the same anew, or take it
 * back.
 */
function stillRefused(
  refused: readonly RefusedLine[],
  sent: readonly Sendable[],
  not: ReadonlyMap<number, Why>,
): RefusedLine[] {
  if (refused.length === 0) return [];
  const latest = new Map<string, string>();
  const retracted = new Set<string>();
  for (const { line } of sent) {
    if (not.has(line.place)) continue;
    const { judges, retracts } = judgedBy(line.text);
    if (retracts !== undefined) retracted.add(retracts);
    else if (line.id > (latest.get(judges) ?? '')) latest.set(judges, line.id);
  }
  return refused.filter(
    ({ id, judges }) => !retracted.has(id) && (judges === '' || !((latest.get(judges) ?? '') > id)),
  );
}

/** The numbers of a cursor, which only grow, by their parts (`Cursor`). */
function numbersIn(cursor: Cursor): ReadonlyMap<string, number> {
  return new Map([...cursor.matchAll(/(\w+):(\d+)/g)].map(([, part = '', number]) => [part, Number(number)]));
}

/** Counts the lines up to a cursor, where it counts them. */
function linesIn(cursor: Cursor): number | undefined {
  let sum = 0;
  for (const [part, number] of numbersIn(cursor)) {
    if (!/^\d+$/.test(part)) return undefined;
    sum += number;
  }
  return sum;
}
