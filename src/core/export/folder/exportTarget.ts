import { basename, dirname, extname, join, sep } from 'node:path';
import { commandPath } from '../../model/text/shellQuote';
import { problem, UsageError } from '../../model/problems/problem';
import { fileKinds, splitNames, type FileKind, type Recipe } from '../../model/study/recipe';
import type { DataFiles } from './dataFiles';
import { dataSplits, type DataSplit } from './dataFiles';

/** Both begin with a dot, so that `load_dataset` passes over them. */
export const manifestName = '.tiebreak-manifest.json';
export const provenanceName = '.tiebreak-rows.jsonl';
/** There while somebody exports into the folder. */
export const lockName = '.tiebreak-export.lock';
/** Read by hubs and people; `load_dataset` takes its `configs:`. */
export const cardName = 'README.md';

/** Every name that a data file of an export has. */
export const dataNames: readonly string[] = dataSplits.flatMap((split) => fileKinds.map((kind) => `${split}.${kind}`));

/** The splits that have a file each. */
export const splitsOf = ({ split }: Pick<Recipe, 'split'>): readonly DataSplit[] =>
  split ? splitNames.filter((name) => split[name] !== undefined) : ['train'];

/** Where the parts of an export go, as absolute paths. */
export interface ExportTarget {
  readonly folder: string;
  readonly data: Partial<Record<DataSplit, string>>;
  readonly manifest: string;
  readonly provenance: string;
  readonly lock: string;
  /** Whether the folder is the export's own; otherwise it is one file among others. */
  readonly isFolder: boolean;
}

/** Whether a path names one file of rows, and not a folder. */
export const namesFile = (out: string): boolean => (fileKinds as readonly string[]).includes(extname(out).slice(1));

/**
 * A folder, or where the path ends as files of rows do, one file. Throws `UsageError` where that does not go with kind
 * and splits, and for a folder "~" that nobody means: who deletes that one later deletes their home.
 */
export function exportTargetOf(out: string, kind: FileKind, splits: readonly DataSplit[]): ExportTarget {
  if (out.split(sep).includes('~')) throw new UsageError(problem('export.homeAsFolder', {}, out));
  const end = extname(out).slice(1);
  if (!namesFile(out)) {
    const data = Object.fromEntries(splits.map((split) => [split, join(out, `${split}.${kind}`)]));
    return {
      folder: out,
      data,
      manifest: join(out, manifestName),
      provenance: join(out, provenanceName),
      lock: join(out, lockName),
      isFolder: true,
    };
  }
  if (end !== kind) throw new UsageError(problem('export.endingOfOtherKind', { ending: end, kind }, out));
  const [split = 'train', ...more] = splits;
  if (more.length > 0) throw new UsageError(problem('export.splitNeedsFolder', {}, out));
  const hidden = (name: string): string => join(dirname(out), `.${basename(out, `.${end}`)}${name}`);
  return {
    folder: dirname(out),
    data: { [split]: out },
    manifest: hidden(manifestName),
    provenance: hidden(provenanceName),
    lock: hidden(lockName),
    isFolder: false,
  };
}

/** Its data files as a command names them. */
export const dataFilesOf = ({ folder, data, isFolder }: ExportTarget, kind: FileKind): DataFiles => ({
  kind,
  ...Object.fromEntries(Object.entries(data).map(([split, path]) => [split, commandPath(path)])),
  ...(isFolder && { folder: commandPath(folder) }),
});
