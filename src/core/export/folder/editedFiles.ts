import { stat } from 'node:fs/promises';
import { problem, UserError } from '../../model/problems/problem';
import { sha256Of } from './fileHash';
import { isSameButForLineEnds } from './sameButForLineEnds';
import type { ManifestFile, UnreadManifest } from './manifest';

/**
 * Files of an earlier export that somebody worked on since, or of which nothing tells any more whether an export wrote
 * them: they would be lost.
 */
export class EditedFilesError extends UserError {
  override readonly name: string = 'EditedFiles';

  /**
   * @param files names in the folder
   * @param fault why the manifest, which tells what an export left there, cannot be read
   */
  constructor(
    folder: string,
    readonly files: readonly string[],
    fault?: UnreadManifest,
  ) {
    super(
      fault
        ? problem('export.filesOfUnknownOrigin', { files, ...fault }, folder)
        : problem('export.editedFiles', { files }, folder),
    );
  }
}

/**
 * Tells whether files are as an export left them, by their bytes, whatever size they have: times can be set back (`cp
 * -p`, `rsync -t` and unpacking do), and to hash a gigabyte takes a second. What git made of their line ends is no edit.
 * One that did not change since it was asked for last is not read again.
 */
export class UnchangedFiles {
  private readonly known = new Map<string, string>();

  constructor(private readonly signal?: AbortSignal) {}

  async isAsLeft(path: string, { bytes, sha256 }: Pick<ManifestFile, 'bytes' | 'sha256'>): Promise<boolean> {
    const now = await stat(path, { bigint: true });
    const state = [now.ino, now.mtimeNs, now.ctimeNs, bytes].join(' ');
    if (this.known.get(path) === state) return true;
    const isWhole = (await sha256Of(path, this.signal)) === sha256;
    const isSize = Number(now.size) === bytes;
    const isLeft = isSize ? isWhole : !isWhole && (await isSameButForLineEnds(path, sha256, this.signal));
    if (isLeft) this.known.set(path, state);
    return isLeft;
  }
}
