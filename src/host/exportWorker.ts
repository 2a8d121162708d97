import { exportFormatNamed } from '../core/export';
import type { Tally } from '../core/export/tally';
import { previewExport, writeExport, type PreviewRow } from '../core/export/write';
import { Study } from '../core/study/study';
import { serve } from './workerSide';

/** To look what an export would write, its first `limit` rows and its counts; or to write it into a folder. */
export type ExportTask = { readonly project: string; readonly format: string; readonly criterion?: string | undefined; readonly context?: 'system' | undefined; readonly controls?: 'keep' | undefined } & ({ readonly kind: 'preview'; readonly limit: number } | { readonly kind: 'export'; readonly folder: string });

export interface Exported {
  readonly rows: readonly Pick<PreviewRow, 'json'>[];
  readonly tally: Tally;
}

// What is on the disk is what is exported: every judgement that the screen calls saved is there.
serve<ExportTask, Exported>(async (task, post, signal) => {
  const format = exportFormatNamed(task.format);
  if (!format) throw new RangeError(`there is no format ${task.format}`);
  const options = { format, criterion: task.criterion, context: task.context, controls: task.controls };
  const onFraction = (fraction: number): void => post({ fraction });
  const study = await Study.open(task.project);
  try {
    await study.refresh(signal);
    if (task.kind === 'export') return { rows: [], tally: (await writeExport(study, options, task.folder, signal, onFraction)).tally };
    const { rows, tally } = await previewExport(study, options, task.limit, signal, onFraction);
    return { rows: rows.map(({ json }) => ({ json })), tally };
  } finally {
    await study.close();
  }
});
