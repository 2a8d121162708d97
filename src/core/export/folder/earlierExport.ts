import { stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { problem, UserError } from '../../model/problems/problem';
import { EditedFilesError, UnchangedFiles } from './editedFiles';
import { ManifestError, readManifest, type ManifestFile, type UnreadManifest } from './manifest';
import { folderEntries } from './folderEntries';
import { mediaFolder } from '../media/finder';
import { dataNames, type ExportTarget } from './exportTarget';

/**
 * Throws `UserError` where an export cannot go into this folder because it is none, or because a folder has the name of
 * one of its files.
 */
export async function refuseFile({ folder, isFolder, data, manifest, provenance }: ExportTarget): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found && !found.isDirectory())
    throw new UserError(problem('export.folderIsNone', { isFile: found.isFile() }, folder));
  for (const path of [...(isFolder ? [] : Object.values(data)), manifest, provenance]) {
    const there = await stat(path).catch(() => undefined);
    if (there?.isDirectory()) throw new UserError(problem('export.fileIsFolder', {}, path));
  }
}

/**
 * Names in the folder that an earlier export of ours left there and that `names`, those of the new one, replace or
 * leave out. `load_dataset(folder)` reads every data file of a folder as one dataset, so nothing else
 * may stand there: throws `UserError` for data of somebody else's, and `EditedFiles` for files of other content than an
 * earlier export wrote, which somebody may have worked on; `UserError` too for a folder with more in it than can be
 * looked through.
 * @param overwrite whether these are replaced all the same
 */
export async function earlierFiles(
  target: ExportTarget,
  names: readonly string[],
  { left = new UnchangedFiles(), overwrite = false }: Replacing = {},
): Promise<readonly string[]> {
  const { folder, isFolder } = target;
  // What an export copied there is looked after by itself, and may be much.
  const found = await folderEntries(folder, isFolder, undefined, [mediaFolder]);
  const { files: listed, fault } = found.includes(basename(target.manifest))
    ? await listedIn(target, names)
    : { files: noFiles };
  const edited = new Set<string>();
  // Whose they are only the manifest could tell: a person's own rows may be among them.
  if (fault !== undefined)
    for (const name of isFolder ? [...dataNames, ...names] : names) if (found.includes(name)) edited.add(name);
  for (const [name, file] of listed)
    if (file && found.includes(name) && !(await left.isAsLeft(join(folder, name), file))) edited.add(name);
  const isText = (name: string): boolean => !dataNames.includes(name) && !name.startsWith('.');
  // A text that the new export does not have stays where it is, if nothing reads it with the data.
  const isLost = (name: string): boolean =>
    edited.has(name)
      ? !isText(name) || names.includes(name)
      : names.includes(name) && !listed.has(name) && (!isFolder || (isText(name) && name.endsWith('.md')));
  const lost = found.filter(isLost);
  if (fault !== undefined && !overwrite)
    throw new EditedFilesError(folder, [...new Set([...lost, basename(target.manifest)])], fault);
  if (lost.length > 0 && !overwrite) throw new EditedFilesError(folder, lost);
  if (!isFolder) return names.filter((name) => found.includes(name));
  const earlier = found.filter(
    (name) => !name.startsWith('.') && (lost.includes(name) || (listed.has(name) && !edited.has(name))),
  );
  const isHidden = (name: string): boolean => name.split(sep).some((part) => part.startsWith('.'));
  const foreign = found.find(
    (name) =>
      !isHidden(name) &&
      !earlier.includes(name) &&
      (names.includes(name) || /\.(jsonl?|ndjson|parquet|csv|tsv|arrow|txt|tar|zip)(\.(gz|zst))?$/.test(name)),
  );
  if (foreign !== undefined) throw new UserError(problem('export.foreignData', { name: foreign }, folder));
  const hidden = [target.manifest, target.provenance]
    .map((path) => basename(path))
    .filter((name) => found.includes(name));
  return [...earlier, ...hidden];
}

/** How files of an earlier export are replaced. */
export interface Replacing {
  readonly left?: UnchangedFiles;
  readonly overwrite?: boolean | undefined;
}

const noFiles: ReadonlyMap<string, ManifestFile | undefined> = new Map();

/**
 * The files that the manifest there lists; of one of an earlier version, what stands there is taken for the export's,
 * and no more is known of it. One that cannot be read lists none, and says why.
 */
async function listedIn(
  { manifest: path, isFolder }: ExportTarget,
  names: readonly string[],
): Promise<{ readonly files: ReadonlyMap<string, ManifestFile | undefined>; readonly fault?: UnreadManifest }> {
  try {
    const manifest = await readManifest(path);
    if (!manifest) return { files: noFiles };
    return {
      files: new Map(
        manifest.files
          ? manifest.files.map((file) => [file.name, file])
          : (isFolder ? ['train.jsonl', 'test.jsonl'] : names).map((name) => [name, undefined]),
      ),
    };
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    return { files: noFiles, fault: error.what };
  }
}
