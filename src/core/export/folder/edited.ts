import { stat } from 'node:fs/promises';
import { UserError } from '../../model/problem';
import { sha256Of } from './fileHash';
import type { ManifestFile } from './manifest';

/** Files of an earlier export that somebody worked on since: they would be lost. */
export class EditedFiles extends UserError {
  override readonly name: string = 'EditedFiles';

  /** @param files names in the folder */
  constructor(
    folder: string,
    readonly files: readonly string[],
  ) {
    super(`${folder}: holds ${files.join(' and ')}, which ${files.length === 1 ? 'is' : 'are'} not as an export left ${files.length === 1 ? 'it' : 'them'} and would be lost. Move ${files.length === 1 ? 'it' : 'them'} away, or choose another folder, or have ${files.length === 1 ? 'it' : 'them'} replaced (--overwrite)`);
  }
}

/** What is larger is not read again as long as its times say that it was not touched: hashing takes a second for each gigabyte. In bytes. */
const readAnyway = 64 << 20;

/** Tells whether files are as an export left them. One that did not change since it was asked for last is not read again. */
export class LeftFiles {
  private readonly known = new Map<string, string>();

  constructor(private readonly most = readAnyway) {}

  /** @param manifest path of the manifest that lists the file; it was written and moved into its place after all others */
  async isAsLeft(path: string, { bytes, sha256 }: Pick<ManifestFile, 'bytes' | 'sha256'>, manifest: string): Promise<boolean> {
    const now = await stat(path, { bigint: true });
    if (Number(now.size) !== bytes) return false;
    const state = [now.ino, now.mtimeNs, now.ctimeNs].join(' ');
    if (this.known.get(path) === state) return true;
    const isLeft = (bytes > this.most && (await isOlder(now, manifest))) || sha256 === (await sha256Of(path));
    if (isLeft) this.known.set(path, state);
    return isLeft;
  }
}

interface Times {
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
}

/** Whether nothing was done to a file since another was written. */
async function isOlder({ mtimeNs, ctimeNs }: Times, path: string): Promise<boolean> {
  const other = await stat(path, { bigint: true });
  // Both are moved into their places in one go, which clocks may not tell apart.
  return mtimeNs < other.mtimeNs && ctimeNs <= other.ctimeNs;
}
