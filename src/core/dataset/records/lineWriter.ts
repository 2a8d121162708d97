import type { FileHandle } from 'node:fs/promises';

/** Lines are gathered to writes of so many bytes. */
const writeSize = 1 << 18;
const newline = 0x0a;

/**
 * What takes the lines: an open file, or what stands for one. What was given to it is not changed before it is done.
 */
type LineFile = Pick<FileHandle, 'close'> & { writeFile(bytes: Uint8Array): Promise<void> };

/**
 * Writes lines to an open file, which it closes at the end. While one write is under way the next lines are gathered.
 */
export class LineWriter {
  /** Bytes of all lines so far: where in the file the next one begins. */
  position = 0;
  private pending: Buffer = Buffer.allocUnsafeSlow(writeSize);
  private spare: Buffer | undefined;
  private size = 0;
  private writing: Promise<unknown> = Promise.resolve();

  constructor(private readonly file: LineFile) {}

  /** @param line text, or its UTF-8, without its newline. Rejects where a write failed, of this or of lines before. */
  async line(line: string | Uint8Array): Promise<void> {
    if (!this.add(line)) await this.flush(line);
  }

  /**
   * Writes lines that have their newlines already; many at a time go to the file as they are. They are not changed
   * before it resolves.
   */
  async block(lines: Uint8Array): Promise<void> {
    if (this.size + lines.length > this.pending.length) await this.flush();
    if (lines.length <= this.pending.length) {
      this.pending.set(lines, this.size);
      this.size += lines.length;
    } else {
      await this.writing;
      await this.file.writeFile(lines);
    }
    this.position += lines.length;
  }

  /** Writes what is left; the file is closed in any case. */
  async close(): Promise<void> {
    try {
      await this.flush();
      await this.writing;
    } finally {
      await this.writing.catch(() => undefined);
      await this.file.close();
    }
  }

  /** Takes up a line, where there is room for it. */
  private add(line: string | Uint8Array): boolean {
    const { pending, size } = this;
    // No UTF-16 code unit takes more than three bytes.
    if (size + (typeof line === 'string' ? line.length * 3 : line.length) >= pending.length) return false;
    let end: number;
    if (typeof line === 'string') end = size + pending.write(line, size);
    else {
      pending.set(line, size);
      end = size + line.length;
    }
    pending[end] = newline;
    this.position += end + 1 - size;
    this.size = end + 1;
    return true;
  }

  /** Begins to write what was gathered, once the write before is done. @param line for which there was no room */
  private async flush(line?: string | Uint8Array): Promise<void> {
    await this.writing;
    if (this.size === 0 && line === undefined) return;
    const full = this.pending.subarray(0, this.size);
    const room = line === undefined ? 0 : line.length * (typeof line === 'string' ? 3 : 1) + 1;
    this.pending =
      this.spare && this.spare.length > room ? this.spare : Buffer.allocUnsafeSlow(Math.max(writeSize, room + 1));
    this.spare = undefined;
    this.size = 0;
    if (line !== undefined) this.add(line);
    if (full.length === 0) return;
    this.writing = this.file.writeFile(full).then(() => {
      const whole = Buffer.from(full.buffer);
      if (whole.length === writeSize) this.spare = whole;
    });
    this.writing.catch(() => undefined);
  }
}
