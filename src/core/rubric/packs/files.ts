import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { isCode, reasonOf } from '../../journal/onDisk';
import { messageOf, UserError } from '../../model/problem';
import { readPacks, type PacksRead } from '.';
import type { PackOptions } from './form';

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
    return files.filter((file) => file.endsWith('.yaml')).sort().map((file) => ({ name: basename(file, '.yaml'), path: join(folder, file) }));
  } catch (error) {
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/** Where a pack is that somebody names: a file, or else one that comes with Tiebreak and lies in `folder`. Throws `UserError` where there is neither. */
export async function packPath(named: string, folder: string): Promise<string> {
  const file = resolve(named);
  if (await stat(file).catch(() => undefined)) return file;
  const packs = await starterPacks(folder);
  const pack = packs.find(({ name }) => name === named);
  if (pack) return pack.path;
  throw new UserError(`${file}: there is no such file, and no pack of this name comes with Tiebreak; the packs are ${packs.map(({ name }) => name).join(', ')}`);
}

/** Reads the rubrics of a file, and what one of them is called that has no title. Throws `UserError` that names the file. */
export async function readPackFile(path: string, options: PackOptions = {}): Promise<PacksRead & { readonly titleOf: (at: number) => string }> {
  const text = await readUtf8(path);
  try {
    const read = await readPacks(text, options);
    const name = basename(path, extname(path));
    const titleOf = (at: number): string => {
      const scope = read.packs[at]?.scope;
      if (scope?.kind === 'item') return `${name} ${scope.item}`;
      return read.packs.length === 1 ? name : `${name} ${at + 1}`;
    };
    return { ...read, titleOf };
  } catch (error) {
    throw error instanceof UserError ? new UserError(`${path}: ${messageOf(error)}`, { cause: error }) : error;
  }
}

/** Writes a file that is not there yet, with the folders that it lies in. Throws `UserError` where it is, or cannot be written. */
export async function writePackFile(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: 'wx', flush: true });
  } catch (error) {
    // The folder's path may be a file too, which is another fault.
    if (isCode(error, 'EEXIST') && (await stat(path).catch(() => undefined))) throw new UserError(`${path}: stands there already and is not overwritten. Choose another name, or take it away first`, { cause: error });
    throw new UserError(`${path}: could not be written: ${reasonOf(error)}`, { cause: error });
  }
}

async function readUtf8(path: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw new UserError(`${path}: cannot be read: ${isCode(error, 'EISDIR') ? 'it is a folder' : reasonOf(error)}`, { cause: error });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new UserError(`${path}: is not UTF-8 text. Save it as such`, { cause: error });
  }
}
