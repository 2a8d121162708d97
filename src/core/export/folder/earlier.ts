import { readdir, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { UserError } from '../../model/problem';
import { sha256Of } from './fileHash';
import { readManifest } from './manifest';
import { dataNames, manifestName, type Target } from './target';

/** Throws `UserError` where an export cannot go into this folder because it is none, or to this file because it is a folder. */
export async function refuseFile({ folder, isFolder, data }: Target): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found && !found.isDirectory()) throw new UserError(`${folder}: is a file. Name a folder, or a file that ends in ".jsonl"`);
  for (const path of isFolder ? [] : Object.values(data)) {
    const there = await stat(path).catch(() => undefined);
    if (there?.isDirectory()) throw new UserError(`${path}: is a folder, and its name that of a file. Rename it, name a folder within it, or choose another name`);
  }
}

/**
 * Names in the folder that an earlier export of ours left there and that `names`, those of the new one, replace or leave out. `load_dataset(folder)` reads every data file of a folder as one dataset (FORMATS.md 4), so nothing else may stand there: throws
 * `UserError` for data of somebody else's, and for texts (a card, a registry) of other content than an earlier export wrote, which somebody may have worked on.
 */
export async function earlierFiles({ folder, isFolder, ...target }: Target, names: readonly string[]): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: isFolder });
  if (!isFolder) return names.filter((name) => found.includes(name));
  const listed = new Map<string, string>();
  const isOurs = found.includes(manifestName);
  if (isOurs) {
    // One that cannot be read any more says that the folder is ours, and no more.
    const manifest = await readManifest(target.manifest).catch(() => undefined);
    for (const { name, sha256 } of manifest?.files ?? []) listed.set(name, sha256);
    if (listed.size === 0) for (const name of ['train.jsonl', 'test.jsonl']) listed.set(name, '');
  }
  const isText = (name: string): boolean => !dataNames.includes(name) && !name.startsWith('.');
  const earlier: string[] = [];
  for (const name of found) {
    const sha256 = listed.get(name);
    if (dataNames.includes(name) ? sha256 !== undefined : isText(name) && sha256 !== undefined && sha256 === (await sha256Of(join(folder, name)))) earlier.push(name);
  }
  const isHidden = (name: string): boolean => name.split(sep).some((part) => part.startsWith('.'));
  const edited = found.find((name) => isText(name) && names.includes(name) && !earlier.includes(name));
  if (edited !== undefined && (listed.has(edited) || edited.endsWith('.md'))) throw new UserError(`${folder}: holds ${edited}, which is not as an export left it and would be lost. Move it away, or choose another folder`);
  const foreign = found.find((name) => !isHidden(name) && !earlier.includes(name) && (names.includes(name) || /\.(jsonl?|ndjson|parquet|csv|tsv|arrow|txt|tar|zip)(\.(gz|zst))?$/.test(name)));
  if (foreign !== undefined) throw new UserError(`${folder}: holds ${foreign}, which trainers would read together with the export. Choose an empty folder`);
  const hidden = [target.manifest, target.provenance].map((path) => basename(path)).filter((name) => found.includes(name));
  return [...earlier, ...hidden];
}
