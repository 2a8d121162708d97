import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { UserError } from '../model/problem';
import { lookUp, onDisk, reasonOf, type OnDisk } from './onDisk';

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
   * One write, then fsync; the folder too where the file is new. A line that was torn before is closed first, never cut off.
   * Rejects with `JournalWriteError`, and then nothing may be called saved. One append at a time.
   */
  async append(text: string): Promise<void> {
    try {
      // Where another file was put in this one's place meanwhile the text goes there too: lines that appear twice count once.
      while (!(await this.appendHere(text)));
    } catch (error) {
      await this.close().catch(() => undefined);
      if (error instanceof JournalWriteError) throw error;
      throw new JournalWriteError(`${basename(this.path)} could not be written: ${reasonOf(error)}. Nothing was saved; your judgement is kept as a draft. Path: ${this.path}`, { cause: error });
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
    if (bytesWritten !== bytes.length) throw new JournalWriteError(`${this.path}: only ${bytesWritten} of ${bytes.length} bytes could be written; the disk may be full`);
    await handle.sync();
    if (size === 0) await syncFolder(dirname(this.path));
    const after = await lookUp(this.path);
    // More than that is another window's, and may not be whole yet.
    if (after?.size === size + bytes.length) this.whole = after.size;
    return after?.identity === identity;
  }

  private async current(): Promise<OnDisk & { readonly handle: FileHandle }> {
    const found = await lookUp(this.path);
    if (this.opened && found?.identity === this.opened.identity) return { ...found, handle: this.opened.handle };
    await this.close();
    this.whole = undefined;
    if (!found) await makeFolder(dirname(this.path));
    const handle = await open(this.path, 'a+');
    const { identity, size } = onDisk(await handle.stat());
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

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // a folder cannot be opened there; NTFS journals its entries
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
