import { createReadStream } from 'node:fs';
import { lstat, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, parse, resolve } from 'node:path';
import { openTable } from '../../dataset/readers/table/openTable';
import { manifestName } from '../../export/folder/exportTarget';
import { ManifestError, readManifest } from '../../export/folder/manifest';
import { makeFolders } from '../../journal/makeFolders';
import { isErrorCode, fileErrorReason } from '../../journal/fileStatus';
import { inFile, problem, UserError } from '../../model/problems/problem';
import { readPacks, type PacksRead } from '.';
import type { NegativeMeaning, PackOptions } from './packFormat';

/** A pack that comes with Tiebreak. */
export interface StarterPack {
  /** The file's name without its ending. */
  readonly name: string;
  readonly path: string;
}

/** The packs that lie in a folder, by name; none where there is no such folder. */
export async function starterPacks(folder: string): Promise<StarterPack[]> {
  try {
    const files = await readdir(folder);
    return files
      .filter((file) => file.endsWith('.yaml'))
      .sort()
      .map((file) => ({ name: basename(file, '.yaml'), path: join(folder, file) }));
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/**
 * Finds the pack that somebody names: a file, or else one that comes with Tiebreak and lies in `folder`. Throws
 * `UserError` where there is neither.
 */
export async function packPath(named: string, folder: string): Promise<string> {
  const file = resolve(named);
  const found = await stat(file).catch(() => undefined);
  if (found && !found.isDirectory()) return file;
  const packs = await starterPacks(folder);
  const pack = packs.find(({ name }) => name === named);
  if (pack) return pack.path;
  if (found) throw new UserError(problem('pack.isFolder', {}, file));
  throw new UserError(problem('pack.noSuchFile', { packs: packs.map(({ name }) => name) }, file));
}

/**
 * Reads the rubrics of a file, and what one of them is called that has no title. What a negative weight means is known
 * of what Tiebreak exported, by the manifest beside it. Throws `UserError` that names the file.
 */
export async function readPackFile(
  path: string,
  options: PackOptions = {},
): Promise<PacksRead & { readonly titleOf: (at: number) => string }> {
  const text = await packText(path);
  const negative = options.negative ?? (await exportedNegative(path));
  try {
    const read = await readPacks(text, { ...options, negative });
    const name = basename(path, extname(path));
    const titleOf = (at: number): string => {
      const scope = read.packs[at]?.scope;
      if (scope?.kind === 'item') return `${name} ${scope.item}`;
      return read.packs.length === 1 ? name : `${name} ${at + 1}`;
    };
    return { ...read, titleOf };
  } catch (error) {
    throw inFile(path, error);
  }
}

/**
 * Writes a file that is not there yet, with the folders that it lies in. Throws `UserError` where it is, or cannot be
 * written; then nothing of it is left.
 */
export async function writePackFile(path: string, text: string): Promise<void> {
  // A link that leads nowhere stands there too.
  const isThere = async (): Promise<boolean> => (await lstat(path).catch(() => undefined)) !== undefined;
  const refused = new UserError(problem('pack.exists', {}, path));
  if (await isThere()) throw refused;
  try {
    await makeFolders(dirname(path));
    await writeFile(path, text, { flag: 'wx', flush: true });
  } catch (error) {
    // The folder's path may be a file too, which is another fault.
    if (isErrorCode(error, 'EEXIST') && (await isThere())) throw refused;
    if (error instanceof UserError) throw error;
    if (!isErrorCode(error, 'EEXIST')) await rm(path, { force: true }).catch(() => undefined);
    throw new UserError(problem('pack.notWritten', { reason: fileErrorReason(error) }, path), { cause: error });
  }
}

/** Bytes of a pack at most; all prompts of HealthBench with their conversations are half of it. */
const maxFileBytes = 128 << 20;

/** The text of a file, a pipe or a device; not more than `maxFileBytes`, whatever it would give. */
export const readUtf8 = async (path: string): Promise<string> => decoded(await readBytes(path), path);

/** The text of a pack; the rows of a Parquet file, as exports for verl and SkyRL are, as lines of JSON. */
async function packText(path: string): Promise<string> {
  const bytes = await readBytes(path);
  return bytes.subarray(0, 4).toString('latin1') === 'PAR1' ? tableText(path) : decoded(bytes, path);
}

async function tableText(path: string): Promise<string> {
  const table = await openTable(path, 'parquet');
  try {
    let text = '';
    for await (const { rows } of table.scan()) for (const row of rows) text += `${JSON.stringify(row)}\n`;
    return text;
  } finally {
    await table.close();
  }
}

/**
 * Finds out what a negative weight means in a file that an export wrote; undefined where no manifest beside it names
 * the file.
 */
async function exportedNegative(path: string): Promise<NegativeMeaning | undefined> {
  const { dir, name, base } = parse(path);
  for (const manifest of [manifestName, `.${name}${manifestName}`]) {
    const found = await readManifest(join(dir, manifest)).catch((error: unknown) => {
      // What it would say is asked then.
      if (error instanceof ManifestError) return undefined;
      throw error;
    });
    if (found?.files?.some((file) => file.name === base))
      return found.options.negative === 'avoidance' ? 'avoidance' : 'fault';
  }
  return undefined;
}

/** The bytes of a file, a pipe or a device; not more than `maxFileBytes`, whatever it would give. */
async function readBytes(path: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size > maxFileBytes) throw new UserError(problem('pack.tooLarge', { megabytes: maxFileBytes >> 20 }, path));
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
    const reason = isErrorCode(error, 'EISDIR')
      ? problem('pack.cannotReadFolder', {}, path)
      : isErrorCode(error, 'EACCES')
        ? problem('pack.notReadable', {}, path)
        : problem('pack.unreadable', { reason: fileErrorReason(error) }, path);
    throw new UserError(reason, { cause: error });
  }
  return Buffer.concat(parts);
}

function decoded(bytes: Buffer, path: string): string {
  if (bytes.subarray(0, 1 << 12).includes(0) && bytes.length > 1)
    throw new UserError(problem('pack.binary', { mayBeUtf16: bytes.length % 2 === 0 }, path));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    const packed =
      (bytes[0] === 0x1f && bytes[1] === 0x8b) ||
      bytes.subarray(0, 4).equals(Buffer.from([0x28, 0xb5, 0x2f, 0xfd])) ||
      bytes.subarray(0, 2).toString('latin1') === 'PK';
    throw new UserError(problem(packed ? 'pack.compressed' : 'pack.notUtf8', {}, path), { cause: error });
  }
}
