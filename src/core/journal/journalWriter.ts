import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { problem, UserError } from '../model/problems/problem';
import { fileStatusAt, fileStatusOf, fileErrorReason, type FileStatus } from './fileStatus';

const newline = 0x0a;

/** An append that did not become durable. The text that was to be saved is still the caller's. */
export class JournalWriteError extends UserError {
  override readonly name = 'JournalWriteError';
}

/** Appends to one journal file, which it keeps open: a save looks at the file, writes, syncs, and looks again. */
export class JournalWriter {
  private opened: { readonly handle: FileHandle; readonly identity: string } | undefined;
  /** The size at which the file is known to end in a newline: that of the last append. */
  private whole: number | undefined;

  constructor(private readonly path: string) {}

  /**
   * One write, then fsync; the folder too where the file is new. A line that was torn before is closed first, never cut
   * off; lines that came to stand behind a torn one all the same are appended once more. Rejects with
   * `JournalWriteError`, and then nothing may be called saved. One append at a time.
   */
  async append(text: string): Promise<void> {
    try {
      // Where another file was put in this one's place meanwhile, or another process tore a line right before, the text
      // is appended again: lines that appear twice count once.
      while (!(await this.appendHere(text)));
    } catch (error) {
      await this.close().catch(() => undefined);
      if (error instanceof JournalWriteError) throw error;
      throw new JournalWriteError(
        problem('journal.notWritten', { name: basename(this.path), reason: fileErrorReason(error), path: this.path }),
        { cause: error },
      );
    }
  }

  /** Closes the file; the next append opens it again. */
  async close(): Promise<void> {
    const { opened } = this;
    this.opened = undefined;
    await opened?.handle.close();
  }

  /** Whether what was written stands at the path now. */
  private async appendHere(text: string): Promise<boolean> {
    const { handle, identity, size } = await this.current();
    const bytes = Buffer.from(size !== this.whole && (await endsMidLine(handle, size)) ? `\n${text}` : text);
    this.whole = undefined;
    const { bytesWritten } = await handle.write(bytes);
    if (bytesWritten !== bytes.length)
      throw new JournalWriteError(
        problem('journal.cutShort', { written: bytesWritten, bytes: bytes.length }, this.path),
      );
    await handle.sync();
    if (size === 0) await syncFolder(dirname(this.path));
    const end = (await handle.stat()).size;
    // More than that is another process's as well: it may not be whole yet, and what it tore may stand right before the
    // own lines.
    if (end === size + bytes.length) this.whole = end;
    else if (!(await standsOnItsOwnLine(handle, Buffer.from(text), size, end))) return false;
    return (await fileStatusAt(this.path))?.identity === identity;
  }

  private async current(): Promise<FileStatus & { readonly handle: FileHandle }> {
    const found = await fileStatusAt(this.path);
    if (this.opened && found?.identity === this.opened.identity) return { ...found, handle: this.opened.handle };
    await this.close();
    this.whole = undefined;
    if (!found) await makeFolder(dirname(this.path));
    const handle = await open(this.path, 'a+');
    const { identity, size } = fileStatusOf(await handle.stat());
    this.opened = { handle, identity };
    return { handle, identity, size };
  }
}

/** Makes a folder that survives a power cut: every new one is entered in its parent durably. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

async function endsMidLine(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== newline;
}

/**
 * Whether `lines`, appended to a file that was `size` bytes long, begin a line. Between the look at the file's end and
 * the append another process may have torn a line of its own, behind which they are part of that line, and lost with
 * it.
 */
async function standsOnItsOwnLine(file: FileHandle, lines: Buffer, size: number, end: number): Promise<boolean> {
  const from = Math.max(0, size - 1);
  const { buffer, bytesRead } = await file.read(
    Buffer.alloc(Math.max(0, end - from)),
    0,
    Math.max(0, end - from),
    from,
  );
  const at = buffer.subarray(0, bytesRead).indexOf(lines);
  return at > 0 ? buffer[at - 1] === newline : at === 0 && from === 0;
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // a folder cannot be opened there; NTFS journals its entries
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
