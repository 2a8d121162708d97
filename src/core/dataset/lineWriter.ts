import type { FileHandle } from 'node:fs/promises';

/** Lines are gathered to writes of so many bytes. */
const writeSize = 1 << 18;

/** What takes the lines: an open file, or what stands for one. */
type LineFile = Pick<FileHandle, 'close'> & { writeFile(text: string): Promise<void> };

/** Writes lines to an open file, which it closes at the end. */
export class LineWriter {
  /** Bytes of all lines so far: where in the file the next one begins. */
  position = 0;
  private pending: string[] = [];
  private size = 0;

  constructor(private readonly file: LineFile) {}

  /** @param text without its newline */
  async line(text: string): Promise<void> {
    const bytes = Buffer.byteLength(text) + 1;
    this.position += bytes;
    this.size += bytes;
    this.pending.push(text, '\n');
    if (this.size > writeSize) await this.flush();
  }

  /** Writes what is left; the file is closed in any case. */
  async close(): Promise<void> {
    try {
      await this.flush();
    } finally {
      await this.file.close();
    }
  }

  private async flush(): Promise<void> {
    const text = this.pending.join('');
    this.pending = [];
    this.size = 0;
    if (text !== '') await this.file.writeFile(text);
  }
}
