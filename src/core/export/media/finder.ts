import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { dirname, extname, isAbsolute, relative, resolve, sep } from 'node:path';
import { pathWithin } from '../../study/pathWithin';
import { fileURLToPath } from 'node:url';
import type { Media } from '../../model/item/item';
import { whereOf } from '../../model/item/media';
import type { Recipe } from '../../model/study/recipe';
import type { DropReason } from '../dropReasons';
import type { SupportedMedia } from './mediaKinds';

/** Where an export looks for the files that records name, and how its rows name them. Plain data. */
export interface MediaSetting {
  /** The folder of the data files, from which rows name files. */
  readonly folder: string;
  /** Where relative paths are looked for behind the dataset's own folder, in this order. */
  readonly roots: readonly string[];
  /** Whether files are copied or linked into that folder, and rows name these. */
  readonly mode?: 'copy' | 'link' | undefined;
}

/** The folder below an export's that files are copied into. */
export const mediaFolder = 'media';

/** Finds the files that records name. Each is looked for once. */
export class MediaFinder {
  private readonly known = new Map<string, string | undefined>();
  /** Names of copies by the paths of files. */
  private readonly named = new Map<string, string>();

  constructor(private readonly setting: MediaSetting) {}

  /** Why the readers of a format could not open what a record of the file `dataset` names. */
  fault({ source }: Media, dataset: string, { addresses = [] }: SupportedMedia): DropReason | undefined {
    const where = whereOf(source);
    if (where === 'file') {
      const path = this.find(source, dataset);
      return path === undefined
        ? 'media-missing'
        : this.setting.mode && !this.mayCopy(path, dataset)
          ? 'media-outside'
          : undefined;
    }
    if (where === 'elsewhere') return 'media-address';
    return addresses.includes(where) ? undefined : where === 'web' ? 'media-address' : 'media-in-record';
  }

  /** What a row names: a file by its path from the export's folder, with "/" between names; all else as it is. */
  nameIn(source: string, dataset: string, onCopy: (name: string, path: string) => void): string {
    const path = this.find(source, dataset);
    if (path === undefined) return source;
    if (!this.setting.mode) return rowPath(this.setting.folder, path);
    const name = this.named.get(path) ?? copyName(path);
    this.named.set(path, name);
    onCopy(name, path);
    return name;
  }

  /**
   * A dataset that came with somebody else's folder may name any file of this machine: only those below the folders
   * that are looked in are copied.
   */
  private mayCopy(path: string, dataset: string): boolean {
    const real = realpathSync(path);
    return [dirname(dataset), ...this.setting.roots].some(
      (root) => existsSync(root) && pathWithin(realpathSync(root), real) !== undefined,
    );
  }

  /** The whole path of a file; undefined where there is none. */
  find(source: string, dataset: string): string | undefined {
    if (whereOf(source) !== 'file') return undefined;
    const key = `${dirname(dataset)}\0${source}`;
    if (!this.known.has(key)) this.known.set(key, this.look(source, dirname(dataset)));
    return this.known.get(key);
  }

  private look(source: string, beside: string): string | undefined {
    const path = /^file:/i.test(source) ? pathOfUrl(source) : source;
    if (path === undefined) return undefined;
    const places = isAbsolute(path) ? [path] : [beside, ...this.setting.roots].map((root) => resolve(root, path));
    return places.find((place) => statSync(place, { throwIfNoEntry: false })?.isFile());
  }
}

/** Endings that readers go by; another might be anybody's word. */
const endings: readonly string[] = [
  '.png',
  '.jpg',
  '.jpeg',
  '.gif',
  '.webp',
  '.bmp',
  '.tif',
  '.tiff',
  '.avif',
  '.svg',
  '.wav',
  '.mp3',
  '.flac',
  '.ogg',
  '.opus',
  '.m4a',
  '.aac',
  '.mp4',
  '.m4v',
  '.webm',
  '.mov',
  '.mkv',
  '.avi',
];

/** Half of the SHA-256 of its content, with its ending. */
function copyName(path: string): string {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(1 << 18);
  const file = openSync(path, 'r');
  try {
    for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer))
      hash.update(buffer.subarray(0, read));
  } finally {
    closeSync(file);
  }
  const ending = extname(path).toLowerCase();
  return `${mediaFolder}/${hash.digest('hex').slice(0, 32)}${endings.includes(ending) ? ending : ''}`;
}

/**
 * A path from a folder, with "/" on every machine; the whole path where there is none from there (another drive of
 * Windows).
 */
export function rowPath(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

function pathOfUrl(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

/**
 * Where the records of a study name files: beside them, or beside the study.
 * @param folder in which the rows are written
 * @param further folders to look in, as those of a workspace
 * @param mode whether files are copied or linked there
 */
export const mediaFilesOf = (
  { file }: { readonly file: string },
  folder: string,
  further: readonly string[] = [],
  mode?: MediaSetting['mode'],
): MediaSetting => ({ folder, roots: [...new Set([dirname(file), ...further])], mode });

/**
 * Whether an export copies or links files. Under pseudonyms it copies them, as their paths may name people, unless it
 * is said that rows name them where they are.
 */
export const copyingOf = ({ media, pseudonyms }: Pick<Recipe, 'media' | 'pseudonyms'>): MediaSetting['mode'] =>
  media === 'copy' || media === 'link' ? media : media === undefined && pseudonyms !== undefined ? 'copy' : undefined;
