import * as l10n from '@vscode/l10n';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { manifestName } from '../core/export/folder/exportTarget';
import { readManifest } from '../core/export/folder/manifest';
import { UserError } from '../core/model/problems/problem';

const isData = (name: string): boolean =>
  /\.(jsonl|json|parquet|csv|tsv)$/.test(name) && !name.startsWith('.') && name !== 'dataset_info.json';

/**
 * The data files of an export's folder, by name: those that its manifest lists and that are there, or where it has none
 * that can be read, or one that lists no file, all that look like one. Throws `UserError` where there is none.
 */
export async function exportDataFiles(folder: string): Promise<string[]> {
  const manifest = await readManifest(join(folder, manifestName)).catch(() => undefined);
  const found = await readdir(folder);
  const names = (manifest?.files?.map(({ name }) => name).filter((name) => found.includes(name)) ?? found)
    .filter(isData)
    .sort();
  if (names.length === 0)
    throw new UserError(
      l10n.t(
        '{0}: has no training files (.jsonl, .json, .parquet, .csv or .tsv). Name the folder of an export, or a file',
        folder,
      ),
    );
  return names.map((name) => join(folder, name));
}
