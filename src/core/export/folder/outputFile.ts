import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';

/** What a file holds once it is whole. */
export interface WrittenFile {
  readonly bytes: number;
  /** SHA-256, 64 hex digits. */
  readonly sha256: string;
}

/** So much is written before the disk is asked to take it, beside what is written next. */
const flushed = 1 << 28;

/** A new file that knows what was written to it. */
export class OutputFile {
  private bytes = 0;
  private unflushed = 0;
  private flushing: Promise<void> = Promise.resolve();
  private readonly hash = createHash('sha256');
  private closed = false;

  private constructor(
    readonly path: string,
    private readonly file: FileHandle,
  ) {}

  /** Throws the file system's error where something stands at `path` already. */
  static async make(path: string): Promise<OutputFile> {
    return new OutputFile(path, await open(path, 'wx'));
  }

  /**
   * Behind what was written before. Holds the thread up meanwhile, which is shorter than to have another one do it
   * while all cores are busy.
   */
  writeFile(content: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      this.put(typeof content === 'string' ? Buffer.from(content) : content);
      resolve();
    });
  }

  /**
   * Sends everything to the disk, so that what is moved into its place afterwards is whole there after a power cut too.
   */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    try {
      await this.flushing;
      await this.file.sync();
    } finally {
      await this.flushing.catch(() => undefined);
      await this.file.close();
    }
  }

  /** Closes the file and takes it away; never rejects. */
  async remove(): Promise<void> {
    await this.flushing.catch(() => undefined);
    if (!this.closed) await this.file.close().catch(() => undefined);
    this.closed = true;
    await rm(this.path, { force: true }).catch(() => undefined);
  }

  /** What the file holds; once, when it is closed. */
  written(): WrittenFile {
    return { bytes: this.bytes, sha256: this.hash.digest('hex') };
  }

  private put(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.byteLength;) at += writeSync(this.file.fd, bytes, at);
    this.hash.update(bytes);
    this.bytes += bytes.byteLength;
    this.unflushed += bytes.byteLength;
    if (this.unflushed < flushed) return;
    this.unflushed = 0;
    // What goes wrong is heard of when the file is closed: the system tells it once.
    this.flushing = this.flushing.then(() => this.file.datasync());
    this.flushing.catch(() => undefined);
  }
}
