import { hash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { isErrorCode, fileErrorReason, openOrNone } from '../../journal/fileStatus';
import { tailOf } from '../../journal/fileTail';
import { journalFiles } from '../../journal/fileJournal';
import { appendToJournal } from '../../journal/journalWriter';
import { makeFolders } from '../../journal/makeFolders';
import { problem, UserError } from '../../model/problems/problem';
import { withLock } from '../../study/folderLock';
import { replaceFile } from '../../study/replaceFile';
import { journalName, LineIds, linesFrom, pathOfJournal } from '../journalLines';
import type { Cursor, Membership, Remote, RemoteDocument, RemoteLine, SentLine } from '../remote';
import type { TeamFile } from '../teamFile';

/** The document that says which study a folder holds; and the one by which it is closed. */
export const studyDocument = 'study';
export const closedDocument = 'closed';

/**
 * A folder that everybody reaches (a share, a mounted bucket) as a remote: `annotations/` holds the journals and
 * `documents/` the rest. It gives nothing out - the study's plan shares the items - and hides nothing: whoever reads the
 * folder reads it all.
 */
export class FolderRemote implements Remote {
  readonly leases = undefined;
  readonly longestLine = undefined;
  private readonly annotations: string;
  private readonly documentsFolder: string;
  /** By journal, so that an append need not read it all. */
  private readonly known = new Map<string, LineIds>();
  /** Names by the paths of the journals, which may have to be read for them. */
  private readonly names = new Map<string, string>();

  constructor(
    private readonly folder: string,
    private readonly member: Pick<TeamFile, 'study' | 'name' | 'part'>,
  ) {
    this.annotations = join(folder, 'annotations');
    this.documentsFolder = join(folder, 'documents');
  }

  async me(): Promise<Membership> {
    const { study, name, part } = this.member;
    await this.assertThere();
    return { study, name, part, closed: (await this.document(closedDocument)) !== undefined };
  }

  async heads(): Promise<ReadonlyMap<string, Cursor>> {
    await this.assertThere();
    const heads = new Map<string, Cursor>();
    try {
      for (const path of await journalFiles(this.annotations)) {
        const file = await openOrNone(path);
        if (!file) continue;
        try {
          const name = this.names.get(path) ?? (await journalName(path));
          this.names.set(path, name);
          const { size } = await file.stat();
          heads.set(name, cursorOf(size, await tailOf(file, size)));
        } finally {
          await file.close();
        }
      }
    } catch (error) {
      throw this.unreachable(error);
    }
    return heads;
  }

  async *lines(
    journal: string,
    since: Cursor,
  ): AsyncGenerator<{ readonly lines: readonly SentLine[]; readonly cursor: Cursor }> {
    const file = await openOrNone(await this.pathOf(journal)).catch((error: unknown) => {
      throw this.unreachable(error);
    });
    if (!file) return;
    try {
      let position = Number(/^bytes:(\d+) /.exec(since)?.[1] ?? 0);
      // Another file, as of a copy that was restored: from the beginning on, as lines that are known do no harm.
      if (cursorOf(position, await tailOf(file, position)) !== since) position = 0;
      for await (const { lines, bytes } of linesFrom(file, position)) {
        const sent: SentLine[] = [];
        let place = position;
        for (const line of lines) {
          // Lines stand in the order of their bytes. What is no text was torn while it was written: it comes again.
          if (line.isText && line.text !== '') sent.push({ place, text: line.text });
          place += line.bytes;
        }
        position += bytes;
        yield { lines: sent, cursor: cursorOf(position, await tailOf(file, position)) };
      }
    } catch (error) {
      throw this.unreachable(error);
    } finally {
      await file.close();
    }
  }

  async append(journal: string, lines: readonly RemoteLine[]): Promise<number> {
    if (lines.length === 0) return 0;
    const path = await this.pathOf(journal);
    try {
      await this.assertThere();
      await makeFolders(this.annotations);
      const known = this.known.get(path) ?? new LineIds(path);
      this.known.set(path, known);
      // All of it while nothing is locked: a lock that is held for long is taken for one that was left.
      await known.read();
      let added = 0;
      // Two desks of one person must not both find a line missing.
      await withLock(lockFor(path), async () => {
        const ids = await known.read();
        const missing = new Map(lines.filter(({ id }) => !ids.has(id)).map(({ id, text }) => [id, text]));
        if (missing.size === 0) return;
        await appendToJournal(path, [...missing.values()].map((text) => `${text}\n`).join(''));
        added = missing.size;
      });
      return added;
    } catch (error) {
      throw this.unreachable(error);
    }
  }

  async documents(): Promise<readonly RemoteDocument[]> {
    await this.assertThere();
    const found: RemoteDocument[] = [];
    for (const name of await this.namesIn(this.documentsFolder)) {
      const text = await this.read(name);
      if (text !== undefined) found.push({ name, version: versionOf(text) });
    }
    return found;
  }

  async document(name: string): Promise<{ readonly version: string; readonly text: string } | undefined> {
    const text = await this.read(name);
    return text === undefined ? undefined : { version: versionOf(text), text };
  }

  async putDocument(name: string, text: string | undefined, expected: string | undefined): Promise<string | undefined> {
    const path = this.documentPath(name);
    let written: string | undefined;
    try {
      if (name !== studyDocument) await this.assertThere();
      await makeFolders(dirname(path));
      await withLock(lockFor(path), async () => {
        const now = await this.read(name);
        if ((now === undefined ? undefined : versionOf(now)) !== expected) return;
        if (text === undefined) await rm(path, { force: true });
        else await replaceFile(path, (partial) => writeFile(partial, text, { flush: true }));
        written = text === undefined ? '' : versionOf(text);
      });
    } catch (error) {
      throw this.unreachable(error);
    }
    return written;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Rejects where the folder is not there: one that is not connected must not look like an empty one. */
  private async assertThere(): Promise<void> {
    const there = await this.read(studyDocument);
    if (there === undefined) throw new UserError(problem('team.folderUnreachable', {}, this.folder));
    if (there !== this.member.study) throw new UserError(problem('team.folderOfOther', { name: there }, this.folder));
  }

  private async read(name: string): Promise<string | undefined> {
    try {
      return await readFile(this.documentPath(name), 'utf8');
    } catch (error) {
      if (isErrorCode(error, 'ENOENT') || isErrorCode(error, 'ENOTDIR')) return undefined;
      throw this.unreachable(error);
    }
  }

  private documentPath(name: string): string {
    if (name.split('/').some((part) => part === '' || part.startsWith('.')))
      throw new RangeError(`${name} is no name of a document`);
    return join(this.documentsFolder, ...name.split('/'));
  }

  private pathOf(journal: string): Promise<string> {
    return pathOfJournal(this.annotations, journal);
  }

  /** Names in a folder, in order, with `/` between parts; none where there is no folder. */
  private async namesIn(folder: string): Promise<string[]> {
    try {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return (
        entries
          .filter((entry) => entry.isFile())
          .map(({ name, parentPath }) => relative(folder, join(parentPath, name)).split(sep))
          // What is hidden is no document: locks, partial files, snapshots of the file system.
          .filter((parts) => parts.every((part) => !part.startsWith('.')))
          .map((parts) => parts.join('/'))
          .sort()
      );
    } catch (error) {
      if (isErrorCode(error, 'ENOENT')) return [];
      throw this.unreachable(error);
    }
  }

  private unreachable(error: unknown): unknown {
    return error instanceof UserError
      ? error
      : new UserError(problem('team.unreachable', { host: this.folder, reason: fileErrorReason(error) }), {
          cause: error,
        });
  }
}

const versionOf = (text: string): string => hash('sha256', text).slice(0, 16);

const cursorOf = (bytes: number, tail: string): Cursor => `bytes:${bytes} tail=${tail}`;

/** The lock of a file: its own name may be as long as names can be. */
const lockFor = (path: string): string => join(dirname(path), `.${hash('sha256', basename(path)).slice(0, 16)}.lock`);
