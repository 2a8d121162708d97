import { ownValue } from '../model/text/ownValue';
import { open, realpath } from 'node:fs/promises';
import { dirname, extname, isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whereOf, type MediaPart } from '../model/item/media';

/** A larger file is not shown: all of it is held in memory while it is on the screen. In bytes. */
export const maxMediaBytes = 64 * 1024 * 1024;
/** So much is read and sent at a time. In bytes. */
const partLength = 2 * 1024 * 1024;

/** Types that a browser does not find out by itself, or not for sound and film. */
const types: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.bmp': 'image/bmp',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.ogg': 'audio/ogg',
  '.oga': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.flac': 'audio/flac',
  '.m4a': 'audio/mp4',
  '.aac': 'audio/aac',
  '.mp4': 'video/mp4',
  '.m4v': 'video/mp4',
  '.webm': 'video/webm',
  '.ogv': 'video/ogg',
  '.mov': 'video/quicktime',
  '.mkv': 'video/x-matroska',
};

export interface MediaOptions {
  /** Folders where relative paths are looked for after the dataset's own folder, in this order. */
  readonly folders: () => readonly string[];
  /** Hears of a folder before anything is read of it, and rejects where that must not be. */
  readonly admit: (folders: readonly string[]) => Promise<void>;
}

/**
 * Reads the files that records name as images, sounds and films: those on this machine, from folders that the study may
 * read.
 */
export class MediaFiles {
  /** Nobody is asked about a folder twice. */
  private readonly refused = new Set<string>();

  constructor(private readonly options: MediaOptions) {}

  /** The part that begins at `from` of the file that a record of the file `dataset` names, or why there is none. */
  async read(source: string, dataset: string, from: number): Promise<MediaPart> {
    const path = await this.find(source, dataset);
    if (path === undefined) return { kind: 'fault', fault: 'not-found' };
    if (!(await this.isAdmitted(dirname(path)))) return { kind: 'fault', fault: 'outside' };
    try {
      return await readPart(path, from);
    } catch {
      return { kind: 'fault', fault: 'unreadable' };
    }
  }

  /** Resolves to the path of the file, without links. */
  private async find(source: string, dataset: string): Promise<string | undefined> {
    const path = localPath(source);
    if (path === undefined) return undefined;
    const places = isAbsolute(path)
      ? [path]
      : [dirname(dataset), ...this.options.folders()].map((folder) => resolve(folder, path));
    for (const place of places) {
      const found = await realpath(place).catch(() => undefined);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private async isAdmitted(folder: string): Promise<boolean> {
    if (this.refused.has(folder)) return false;
    try {
      await this.options.admit([folder]);
      return true;
    } catch {
      this.refused.add(folder);
      return false;
    }
  }
}

async function readPart(path: string, from: number): Promise<MediaPart> {
  const file = await open(path);
  try {
    const stats = await file.stat();
    const { size } = stats;
    if (!stats.isFile()) return { kind: 'fault', fault: 'unreadable' };
    if (size > maxMediaBytes) return { kind: 'fault', fault: 'too-large' };
    const bytes = new Uint8Array(Math.max(0, Math.min(partLength, size - from)));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
    if (bytesRead < bytes.length) return { kind: 'fault', fault: 'unreadable' };
    return {
      kind: 'bytes',
      bytes,
      left: Math.max(0, size - from - bytesRead),
      type: ownValue(types, extname(path).toLowerCase()) ?? '',
    };
  } finally {
    await file.close();
  }
}

/** A source as a path on this machine; undefined for what is elsewhere, or in the record itself. */
function localPath(source: string): string | undefined {
  if (whereOf(source) !== 'file') return undefined;
  if (!/^file:/i.test(source)) return source;
  try {
    return fileURLToPath(source);
  } catch {
    return undefined;
  }
}
