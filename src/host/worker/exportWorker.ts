import { rmdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EditedFilesError } from '../../core/export/folder/editedFiles';
import { exportOptionsOf } from '../../core/export/options';
import { newTally, type Tally } from '../../core/export/rows/tally';
import { withoutMetadata } from '../../core/export/rows/filterValueCounts';
import type { TrainerCommand } from '../../core/export/trainers';
import { previewExport, writeExport, type PreviewRow } from '../../core/export/write';
import { UserError } from '../../core/model/problems/problem';
import type { Recipe } from '../../core/model/study/recipe';
import { externalPathText, externalPathsOf } from '../../core/study/externalPaths';
import { Study } from '../../core/study/study';
import { serveTask } from './serveTask';

/** To look what an export would write, its first `limit` rows and its counts; or to write it into a folder. */
export type ExportTask = {
  readonly project: string;
  readonly recipe: Recipe;
  /** The project leads nowhere but into these folders: nobody said yet that it may. */
  readonly within?: readonly string[] | undefined;
  /** Where files are looked for that records name, behind the dataset's folder. */
  readonly mediaFolders?: readonly string[] | undefined;
} & (
  | { readonly kind: 'preview'; readonly limit: number }
  | {
      readonly kind: 'export';
      readonly folder: string;
      /** Whether files that somebody edited are replaced. */ readonly overwrite?: boolean | undefined;
      /** Whether whoever hears of it judges blind: nothing that comes back tells values of metadata, which may name models. */ readonly isBlind: boolean;
    }
);

export interface ExportTaskResult {
  readonly rows: readonly Pick<PreviewRow, 'json'>[];
  readonly tally: Tally;
  /** Absolute paths of the data files that were written. */
  readonly files: readonly string[];
  /** How to train with them: the card of the folder, and what is typed (`ExportResult`). */
  readonly card?: string;
  readonly commands?: readonly TrainerCommand[];
  /**
   * Names of files that somebody edited since an earlier export: nothing was written, as nobody said that they may be
   * replaced.
   */
  readonly edited?: readonly string[];
}

/**
 * Does an `ExportTask`. What is on the disk is what is exported: every judgement that the screen calls saved is there.
 */
export function serveExport(): void {
  serveTask<ExportTask, ExportTaskResult>(async (task, post, signal) => {
    const onFraction = (fraction: number): void => post({ fraction });
    const study = await Study.open(
      task.project,
      task.within ? { admit: (paths) => refuseOutside(paths, task.within ?? []) } : {},
    );
    try {
      const options = exportOptionsOf(task.recipe, study.project);
      if (task.kind === 'preview') {
        await study.refresh(signal);
        const { rows, tally } = await previewExport(study, options, task.limit, signal, onFraction, {
          mediaFolders: task.mediaFolders,
        });
        return { rows: rows.map(({ json }) => ({ json })), tally, files: [] };
      }
      const made = await missing(task.folder);
      try {
        const { tally, ...written } = await writeExport(study, options, task.folder, signal, onFraction, {
          overwrite: task.overwrite,
          isBlind: task.isBlind,
          mediaFolders: task.mediaFolders,
        });
        return { rows: [], tally: task.isBlind ? { ...tally, met: withoutMetadata(tally.met) } : tally, ...written };
      } catch (error) {
        if (error instanceof EditedFilesError) return { rows: [], tally: newTally(), files: [], edited: error.files };
        for (const folder of made) await rmdir(folder).catch(() => undefined);
        throw error;
      }
    } finally {
      await study.close();
    }
  });
}

async function refuseOutside(paths: readonly string[], within: readonly string[]): Promise<void> {
  const [first] = await externalPathsOf(paths, within);
  if (first)
    throw new UserError(
      `the project names ${externalPathText(first)}, which lies outside of its folder and of the workspace. Open the study, and say there whether it may be read`,
    );
}

/** A folder and those above it that are not there, the innermost first: what comes to nothing leaves none of them. */
async function missing(folder: string): Promise<string[]> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  return isThere || dirname(folder) === folder ? [] : [folder, ...(await missing(dirname(folder)))];
}
