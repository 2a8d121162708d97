import { open, stat, type FileHandle } from 'node:fs/promises';
import { problem, UserError } from '../model/problems/problem';
import { whileNotBusy } from './busyFiles';

/** In milliseconds: who reads many places of a file asks for it again sooner. */
const idle = 100;

/** A file that is open, and how many read it. */
interface Opened {
  readonly handle: Promise<FileHandle>;
  readers: number;
  /** True once the next reader has to open the path again. */
  isLeft: boolean;
}

/**
 * A file that is read again and again: open while somebody reads it, and closed a moment afterwards. Windows does not
 * let git replace a file that is open.
 */
export class IdleFile {
  private opened: Opened | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly path: string) {}

  /** The open file; to be given back by `release`. Throws as `openFile` does. */
  async take(): Promise<{ readonly file: FileHandle; readonly release: () => void }> {
    const opened = (this.opened ??= { handle: openFile(this.path), readers: 0, isLeft: false });
    opened.readers++;
    try {
      return { file: await opened.handle, release: () => this.release(opened) };
    } catch (error) {
      if (this.opened === opened) this.opened = undefined;
      throw error;
    }
  }

  /**
   * Closes the file; from here on the path is opened again, where another one may stand. Whoever reads the one before
   * reads on.
   */
  async leave(): Promise<void> {
    const { opened } = this;
    this.opened = undefined;
    if (!opened) return;
    opened.isLeft = true;
    if (opened.readers === 0) await closed(opened);
  }

  private release(opened: Opened): void {
    opened.readers--;
    if (opened.readers > 0) return;
    if (opened.isLeft) void closed(opened);
    else if (this.timer) this.timer.refresh();
    else this.timer = setTimeout(() => this.closeIdle(), idle).unref();
  }

  private closeIdle(): void {
    if (this.opened && this.opened.readers > 0) return;
    void this.leave();
  }
}

/** Closes a file that was only read: nothing is lost where that fails. */
function closed({ handle }: Opened): Promise<void> {
  return handle.then((file) => file.close()).catch(() => undefined);
}

/** Opens a file to read. Throws `UserError` for a pipe or a socket, at which whoever reads would wait for ever. */
export async function openFile(path: string): Promise<FileHandle> {
  const found = await stat(path);
  if (found.isFIFO() || found.isSocket()) throw new UserError(problem('journal.isStream', {}));
  return whileNotBusy(() => open(path, 'r'));
}
