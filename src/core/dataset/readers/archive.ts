import { open, stat } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import type { RefusedKind } from '../../model/problems/dataset';
import { shellQuote } from '../../model/text/shellQuote';
import { messageOf, problem, UserError } from '../../model/problems/problem';
import { harnessOfEntries } from '../runs/recognize';
import { dataFilePattern, ignoredFilePattern } from './dataFileNames';
import { unpackZstd } from './zstdFrames';

/** What a zip archive is: an Excel workbook, a packed file of text, or runs that a harness wrote. */
export type ArchiveContent =
  | { readonly kind: 'workbook' }
  | { readonly kind: 'file'; readonly entry: string }
  | { readonly kind: 'runs'; readonly harness: string };

/** More entries than these are not looked at: a dataset in an archive is one file. */
const maxEntries = 10_000;
/** Formats of programs that are zip archives as well, and what they hold. */
const documents: readonly { readonly holds: RegExp; readonly kind: RefusedKind }[] = [
  { holds: /^word\//, kind: 'word' },
  { holds: /^ppt\//, kind: 'presentation' },
  { holds: /^content\.xml$/, kind: 'openDocument' },
  { holds: /^xl\/workbook\.bin$/, kind: 'binaryExcel' },
];

/** Finds what a zip archive holds. Throws `UserError` where that is no single file of data. */
export async function archiveContentOf(path: string): Promise<ArchiveContent> {
  const names = (await entriesIn(path)).map(({ name }) => name);
  if (names.includes('xl/workbook.xml')) return { kind: 'workbook' };
  const harness = harnessOfEntries(names);
  if (harness) return { kind: 'runs', harness: harness.name };
  const document = documents.find(({ holds }) => names.some((name) => holds.test(name)));
  if (document) throw new UserError(problem('dataset.refusedKind', { kind: document.kind }, path));
  const files = names.filter((name) => !/\/$|(^|\/)(\.|__MACOSX\/)/.test(name));
  const data = files.filter((name) => isData(nameOf(name)));
  const found = data.length > 0 ? data : files;
  const [entry, ...others] = found;
  if (entry === undefined) throw new UserError(problem('dataset.zipWithoutFile', {}, path));
  if (others.length > 0)
    throw new UserError(
      problem(
        'dataset.zipOfSeveral',
        {
          count: found.length,
          areData: data.length > 0,
          names: found.slice(0, 5),
          command: `unzip ${shellQuote(path)}`,
        },
        path,
      ),
    );
  return { kind: 'file', entry };
}

const nameOf = (entry: string): string => entry.slice(entry.lastIndexOf('/') + 1);
const isData = (name: string): boolean => dataFilePattern.test(name) && !ignoredFilePattern.test(name);

/** The names of all entries of an archive and their sizes as it tells them. */
export async function entriesIn(path: string): Promise<readonly { readonly name: string; readonly size: number }[]> {
  return inArchive(path, async (archive) => {
    const entries: { name: string; size: number }[] = [];
    for await (const { fileName, uncompressedSize } of archive.eachEntry())
      if (entries.push({ name: fileName, size: uncompressedSize }) === maxEntries) break;
    return entries;
  });
}

/** The two ways in which entries are packed that are read as a whole (APPNOTE.TXT, 4.4.5). */
const [deflated, zstd] = [8, 93];

/**
 * Opens a zip archive to read its entries whole, the last one of each name, as an archive may have been added to.
 * Undefined where a file is none.
 * @param most bytes that an entry may unpack to
 */
export async function openEntries(
  path: string,
  most: number,
): Promise<
  | { readonly entries: readonly { readonly name: string; bytes(): Promise<Buffer> }[]; readonly close: () => void }
  | undefined
> {
  if (!(await isArchive(path))) return undefined;
  const archive = await openArchive(path);
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of archive.eachEntry()) entries.set(entry.fileName, entry);
  } catch (error) {
    archive.close();
    throw asArchiveError(error, path);
  }
  return {
    entries: [...entries].map(([name, entry]) => ({ name, bytes: () => wholeEntry(archive, entry, path, most) })),
    close: () => {
      archive.close();
    },
  };
}

async function isArchive(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString('latin1') === 'PK';
  } finally {
    await file.close();
  }
}

async function wholeEntry(archive: ZipFile, entry: Entry, path: string, most: number): Promise<Buffer> {
  if (entry.uncompressedSize > most)
    throw new UserError(problem('dataset.objectTooLarge', { megabytes: most >> 20 }, path));
  try {
    const stream = await archive.openReadStreamPromise(entry, { decodeFileData: false });
    const chunks: Buffer[] = [];
    for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
    const packed = Buffer.concat(chunks);
    if (entry.compressionMethod === zstd) return Buffer.from(unpackZstd(packed, most));
    return entry.compressionMethod === deflated ? inflateRawSync(packed, { maxOutputLength: most }) : packed;
  } catch (error) {
    throw asArchiveError(error, path);
  }
}

/**
 * The bytes of one entry of an archive, unpacked as they are asked for.
 * @param onBytes hears how many bytes of the archive were read, about
 */
export async function* entryBytes(
  path: string,
  entry: string,
  onBytes: ((bytes: number) => void) | undefined,
): AsyncGenerator<Buffer> {
  const { size } = await stat(path);
  const archive = await openArchive(path);
  try {
    const found = await entryNamed(archive, entry);
    if (!found) throw new UserError(problem('dataset.zipLacksEntry', { entry }, path));
    if (found.isEncrypted()) throw new UserError(problem('dataset.zipWithPassword', {}, path));
    let bytes = 0;
    const stream = await archive.openReadStreamPromise(found);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      onBytes?.(Math.round((bytes / found.uncompressedSize) * size));
      yield chunk;
    }
  } catch (error) {
    throw asArchiveError(error, path);
  } finally {
    archive.close();
  }
}

async function entryNamed(archive: ZipFile, name: string): Promise<Entry | undefined> {
  for await (const entry of archive.eachEntry()) if (entry.fileName === name) return entry;
  return undefined;
}

async function inArchive<T>(path: string, work: (archive: ZipFile) => Promise<T>): Promise<T> {
  const archive = await openArchive(path);
  try {
    return await work(archive);
  } catch (error) {
    throw asArchiveError(error, path);
  } finally {
    archive.close();
  }
}

async function openArchive(path: string): Promise<ZipFile> {
  const { openPromise } = await import('../libraries/zip');
  try {
    return await openPromise(path, { autoClose: false });
  } catch (error) {
    throw asArchiveError(error, path);
  }
}

function asArchiveError(error: unknown, path: string): unknown {
  if (error instanceof UserError || (error instanceof Error && 'syscall' in error)) return error;
  return new UserError(problem('dataset.zipDamaged', { reason: messageOf(error) }, path), { cause: error });
}
