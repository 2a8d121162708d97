import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { moveFile } from '../journal/busyFiles';
import { makeFolders } from '../journal/makeFolders';
import { messageOf, problem, UserError } from '../model/problems/problem';
import { refusedPath } from './patch/refusedPath';

/** What an archive may hold at most. */
export interface ArchiveLimits {
  readonly bytes: number;
  readonly files: number;
}
const gigabyte = 2 ** 30;
const usualLimits: ArchiveLimits = { bytes: 8 * gigabyte, files: 500_000 };
/** In milliseconds: an unpacked archive that nobody used for so long is removed. */
const month = 30 * 24 * 3600 * 1000;

/** Whether a file is named as archives of repositories are. */
export const isArchiveName = (path: string): boolean => /\.(?:tar|tar\.gz|tgz|zip)$/i.test(path);

/** A file or folder of an archive, and how to read it. */
interface ArchiveEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
  readonly bytes: () => Promise<Readable>;
  /** Goes on without having read it. */
  readonly skip: () => void;
}

/**
 * Unpacks an archive of a repository into a folder below `cacheFolder`, once for each version of the file; resolves to
 * that folder. Links and devices in it are left out: nothing of them is ever written. Rejects with `UserError` where a
 * path would lead elsewhere, where it holds too much, or where it is faulty; then nothing of it stays.
 */
export async function unpackedArchive(
  path: string,
  cacheFolder: string,
  limits: ArchiveLimits = usualLimits,
): Promise<string> {
  const { size, mtimeMs, ino } = await stat(path);
  const key = createHash('sha256').update(`${path}\0${size}\0${mtimeMs}\0${ino}`).digest('hex').slice(0, 32);
  const folder = join(cacheFolder, 'repositories', key);
  const now = new Date();
  if (await isThere(folder)) {
    await utimes(folder, now, now).catch(() => undefined);
    return folder;
  }
  await makeFolders(dirname(folder));
  await prune(dirname(folder));
  const partial = `${folder}.${randomBytes(4).toString('hex')}.partial`;
  try {
    await mkdir(partial);
    await writeEntries(path, partial, limits);
    // Another window may have been faster.
    await moveFile(partial, folder).catch(async (error: unknown) => {
      if (!(await isThere(folder))) throw error;
    });
    return folder;
  } catch (error) {
    if (error instanceof UserError || (error instanceof Error && 'syscall' in error)) throw error;
    throw new UserError(problem('code.archiveFaulty', { reason: messageOf(error) }, path), { cause: error });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function writeEntries(path: string, folder: string, limits: ArchiveLimits): Promise<void> {
  const tooLarge = (): UserError =>
    new UserError(problem('code.archiveTooLarge', { gigabytes: limits.bytes / gigabyte, files: limits.files }, path));
  let [bytes, files] = [0, 0];
  const counted = async function* (stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of stream) {
      bytes += chunk.length;
      if (bytes > limits.bytes) throw tooLarge();
      yield chunk;
    }
  };
  const made = new Set<string>();
  for await (const entry of entriesOf(path)) {
    if (++files > limits.files) throw tooLarge();
    const name = entry.name.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
    if (name !== '' && name !== '.' && refusedPath(name, true))
      throw new UserError(problem('code.archiveEntry', { name: entry.name }, path));
    if (name === '' || name === '.' || entry.kind === 'other' || /(?:^|\/)hooks(?:\/|$)/.test(name)) {
      entry.skip();
      continue;
    }
    const target = join(folder, ...name.split('/'));
    const above = entry.kind === 'folder' ? target : dirname(target);
    if (!made.has(above)) await mkdir(above, { recursive: true });
    made.add(above);
    if (entry.kind === 'folder') entry.skip();
    // A name that comes again takes the place of the first one, as tar has it. No link is ever here to be followed.
    else await pipeline(await entry.bytes(), counted, createWriteStream(target, { mode: 0o600 }));
  }
}

async function* entriesOf(path: string): AsyncGenerator<ArchiveEntry> {
  const file = await open(path);
  const head = Buffer.alloc(2);
  try {
    await file.read(head, 0, 2, 0);
  } finally {
    await file.close();
  }
  if (head.toString('latin1') === 'PK') yield* zipEntries(path);
  else yield* tarEntries(path, head[0] === 0x1f && head[1] === 0x8b);
}

async function* tarEntries(path: string, isGzip: boolean): AsyncGenerator<ArchiveEntry> {
  const { extract } = await import('./libraries/tar');
  const reading = extract();
  const source = createReadStream(path);
  const flowing = isGzip ? pipeline(source, createGunzip(), reading) : pipeline(source, reading);
  // What goes wrong is thrown where entries are read.
  flowing.catch(() => undefined);
  for await (const entry of reading) {
    const { name, type } = entry.header;
    yield {
      name,
      kind: type === 'directory' ? 'folder' : type === 'file' || type === 'contiguous-file' ? 'file' : 'other',
      bytes: () => Promise.resolve(entry as unknown as Readable),
      skip: () => void entry.resume(),
    };
  }
  await flowing;
}

/** Where the attributes of a zip entry have the kind of a file of Unix, and the kinds that are a file or a folder. */
const [unixKindShift, unixKinds] = [28, { none: 0, folder: 4, file: 8 }];

async function* zipEntries(path: string): AsyncGenerator<ArchiveEntry> {
  const { openPromise } = await import('../dataset/libraries/zip');
  const archive = await openPromise(path, { autoClose: false });
  try {
    for await (const entry of archive.eachEntry()) {
      const unixKind = (entry.externalFileAttributes >>> unixKindShift) & 15;
      const isFile = unixKind === unixKinds.none || unixKind === unixKinds.file;
      yield {
        name: entry.fileName,
        kind: entry.fileName.endsWith('/') ? 'folder' : isFile ? 'file' : 'other',
        bytes: async () => await archive.openReadStreamPromise(entry),
        skip: () => undefined,
      };
    }
  } finally {
    archive.close();
  }
}

async function prune(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const used = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (used < Date.now() - month) await rm(path, { recursive: true, force: true });
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
