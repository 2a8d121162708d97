import { createHash } from 'node:crypto';
import type { FileFault, PatchedCodeFile } from '../patch/applyPatch';
import { refusedPath, type PathRefusal } from '../patch/refusedPath';
import { maxFiles, type SourceFile } from './sourceFiles';

/** A file of a tree. */
export interface TreeFile {
  readonly path: string;
  readonly isExecutable: boolean;
  /** Git's id of the bytes; absent where it is only known once they were read. */
  readonly id?: string;
  readonly read: () => Promise<Uint8Array | undefined>;
}

/** What is not in a tree, or not as it should be. */
export type TreeNote =
  | { readonly kind: 'symlink' | 'submodule' | 'tooLarge' | 'tooMany'; readonly path: string }
  | { readonly kind: 'path'; readonly path: string; readonly refusal: PathRefusal }
  /** On this system the file would be one with another. */
  | { readonly kind: 'sameName'; readonly path: string; readonly other: string }
  /** A change of a patch that was not made. */
  | { readonly kind: 'change'; readonly path: string; readonly fault: FileFault };

export interface TreePlan {
  /** Sorted by path. */
  readonly files: readonly TreeFile[];
  readonly notes: readonly TreeNote[];
}

/**
 * Puts together which files a tree has: those of the base, then what each patch makes of them, a later one over an
 * earlier one. Links, submodules and paths that lead elsewhere are left out and told.
 * @param foldsCase whether the file system takes `a` and `A` for one
 */
export function treeFiles(
  base: readonly SourceFile[],
  patches: readonly (readonly PatchedCodeFile[])[],
  foldsCase: boolean,
): TreePlan {
  const notes: TreeNote[] = [];
  const files = new Map<string, TreeFile>();
  const folders = new Set<string>();
  const isRefused = (path: string): boolean => {
    const refusal = path.includes('\ufffd') ? 'name' : refusedPath(path);
    if (refusal) notes.push({ kind: 'path', path, refusal });
    return refusal !== undefined;
  };
  const add = (file: TreeFile): void => {
    files.set(file.path, file);
    for (const folder of foldersAbove(file.path)) folders.add(folder);
  };
  for (const file of base) {
    if (file.kind !== 'file') notes.push({ kind: file.kind, path: file.path });
    else if (!isRefused(file.path)) add(file);
  }
  if (base.length >= maxFiles) notes.push({ kind: 'tooMany', path: '' });

  for (const { path, before, after, movedTo, faults } of patches.flat()) {
    for (const fault of faults) notes.push({ kind: 'change', path, fault });
    if (movedTo !== undefined || (before && !after)) files.delete(path);
    if (!after || movedTo !== undefined || isRefused(path)) continue;
    // What a patch puts there has its place, whatever an earlier one put in its way.
    for (const folder of foldersAbove(path)) files.delete(folder);
    if (folders.has(path)) for (const each of [...files.keys()]) if (each.startsWith(`${path}/`)) files.delete(each);
    const { bytes, mode } = after;
    add({ path, isExecutable: mode === '100755', id: gitId(bytes), read: () => Promise.resolve(bytes) });
  }
  const sorted = [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files: foldsCase ? apart(sorted, notes) : sorted, notes };
}

/** `['a', 'a/b']` of `a/b/c`. */
export function foldersAbove(path: string): readonly string[] {
  const above: string[] = [];
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) above.push(path.slice(0, at));
  return above;
}

/** Leaves out what would be one file with an earlier one, and tells it. */
function apart(files: readonly TreeFile[], notes: TreeNote[]): readonly TreeFile[] {
  const fold = (path: string): string => path.normalize('NFC').toLowerCase();
  const taken = new Map<string, string>();
  for (const { path } of files) for (const folder of foldersAbove(path)) taken.set(fold(folder), `${folder}/`);
  return files.filter(({ path }) => {
    const other = taken.get(fold(path));
    if (other !== undefined) notes.push({ kind: 'sameName', path, other });
    else taken.set(fold(path), path);
    return other === undefined;
  });
}

/** Git's id of a file's bytes: SHA-1 of `blob <size>\0` and the bytes (object-file.c, `hash_object_file`). */
export const gitId = (bytes: Uint8Array): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
