import { hash } from 'node:crypto';
import { open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { isErrorCode, fileErrorReason } from '../../journal/fileStatus';
import { journalFile } from '../../journal/fileJournal';
import { JournalWriter } from '../../journal/journalWriter';
import { makeFolders } from '../../journal/makeFolders';
import { problem, UserError } from '../../model/problems/problem';
import { replaceFile, withLock } from '../../study/replaceFile';
import type { Cursor, Membership, Remote, RemoteDocument, RemoteLine, SentLine } from '../remote';
import { journalName, lineId } from '../journalLines';
import type { TeamFile } from '../teamFile';

/** So much of a journal is read at a time, in bytes. */
const chunk = 4 << 20;

/**
 * A folder that everybody reaches (a share, a mounted bucket) as a remote: `annotations/` holds the journals and
 * `documents/` the rest. It gives nothing out - the study's plan shares the items - and hides nothing: whoever reads the
 * folder reads it all.
 */
export class FolderRemote implements Remote {
  readonly leases = undefined;
  private readonly annotations: string;
  private readonly documentsFolder: string;
  /** The ids of a journal's lines up to a length, so that an append need not read it all. */
  private readonly known = new Map<string, { length: number; readonly ids: Set<string> }>();

  constructor(
    private readonly folder: string,
    private readonly self: Pick<TeamFile, 'study' | 'name' | 'part'>,
  ) {
    this.annotations = join(folder, 'annotations');
    this.documentsFolder = join(folder, 'documents');
  }

  async me(): Promise<Membership> {
    if (!(await stat(this.documentsFolder).catch(() => undefined)))
      throw new UserError(problem('team.folderUnreachable', {}, this.folder));
    const { study, name, part } = this.self;
    return { study, name, part, closed: (await this.document('closed')) !== undefined };
  }

  async heads(): Promise<ReadonlyMap<string, Cursor>> {
    const heads = new Map<string, Cursor>();
    for (const file of await this.namesIn(this.annotations))
      if (file.endsWith('.jsonl'))
        heads.set(
          journalName(file),
          String((await stat(join(this.annotations, file)).catch(() => undefined))?.size ?? 0),
        );
    return heads;
  }

  async *lines(
    journal: string,
    since: Cursor,
  ): AsyncGenerator<{ readonly lines: readonly SentLine[]; readonly cursor: Cursor }> {
    const file = await open(this.pathOf(journal), 'r').catch((error: unknown) => {
      throw this.unreachable(error);
    });
    try {
      let position = Number(since === '' ? 0 : since);
      for (let size = chunk; ;) {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, position);
        const end = buffer.subarray(0, bytesRead).lastIndexOf(0x0a) + 1;
        if (end === 0 && bytesRead < size) return;
        if (end === 0) {
          size *= 2;
          continue;
        }
        const texts = buffer.toString('utf8', 0, end - 1).split('\n');
        const from = position;
        position += end;
        // Lines stand in the order of their bytes.
        yield { lines: texts.map((text, at) => ({ place: from + at, text })), cursor: String(position) };
      }
    } finally {
      await file.close();
    }
  }

  async append(journal: string, lines: readonly RemoteLine[]): Promise<number> {
    const path = this.pathOf(journal);
    try {
      await makeFolders(this.annotations);
      let added = 0;
      // Two desks of one person must not both find a line missing.
      await withLock(join(this.annotations, `.${journalFile(journal)}.lock`), async () => {
        const ids = await this.idsOf(journal);
        const missing = lines.filter(({ id }) => !ids.has(id));
        if (missing.length === 0) return;
        const writer = new JournalWriter(path);
        await writer.append(missing.map(({ text }) => `${text}\n`).join(''));
        await writer.close();
        added = missing.length;
      });
      return added;
    } catch (error) {
      throw this.unreachable(error);
    }
  }

  async documents(): Promise<readonly RemoteDocument[]> {
    const found: RemoteDocument[] = [];
    for (const name of await this.namesIn(this.documentsFolder, true)) {
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
      await makeFolders(dirname(path));
      await withLock(join(dirname(path), `.${name.replaceAll('/', '-')}.lock`), async () => {
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

  private async idsOf(journal: string): Promise<Set<string>> {
    let found = this.known.get(journal);
    const size = (await stat(this.pathOf(journal)).catch(() => undefined))?.size ?? 0;
    if (!found || size < found.length) this.known.set(journal, (found = { length: 0, ids: new Set() }));
    if (size > found.length)
      for await (const { lines, cursor } of this.lines(journal, String(found.length))) {
        for (const { text } of lines) found.ids.add(lineId(text));
        found.length = Number(cursor);
      }
    return found.ids;
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

  private pathOf(journal: string): string {
    return join(this.annotations, journalFile(journal));
  }

  /** Names in a folder, in order, with `/` between parts; none where there is no folder. */
  private async namesIn(folder: string, recursive = false): Promise<string[]> {
    try {
      const entries = await readdir(folder, { recursive, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
        .map(({ name, parentPath }) =>
          join(parentPath, name)
            .slice(folder.length + 1)
            .split(sep)
            .join('/'),
        )
        .sort();
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
