import { InvalidArgumentError } from 'commander';
import { exportFormatNamed, exportFormats } from '../core/export';
import type { ExportFormat } from '../core/export/format';
import { droppedOf, notesOf } from '../core/export/tally';
import { writeExport } from '../core/export/write';
import { UsageError, UserError } from '../core/model/problem';
import { runExportCheck } from './checkExport';
import { openStudy } from './openStudy';
import { counted, number, pathShown, printJson, printProblems } from './print';

export function exportFormat(name: string): ExportFormat {
  const format = exportFormatNamed(name);
  if (!format) throw new InvalidArgumentError(`the formats are ${exportFormats.map((each) => each.name).join(', ')}`);
  return format;
}

interface Options {
  readonly format?: ExportFormat;
  readonly out?: string;
  readonly check?: string;
  readonly annotators?: string[];
  readonly criterion?: string;
  readonly context?: 'system';
  readonly controls?: 'keep';
  readonly split?: { train: number; test: number };
  readonly seed?: number;
  readonly json?: true;
}

export async function runExport(projectFile: string, { check, format, out, ...rest }: Options): Promise<void> {
  if (check !== undefined) {
    if (format ?? out) throw new UsageError('--check makes the export again as its manifest says: leave --format and --out out');
    return runExportCheck(projectFile, check, rest);
  }
  if (!format || out === undefined) throw new UsageError(`required option '${format ? '--out <path>' : '--format <name>'}' not specified`);
  const options = { ...rest, format };
  if (options.seed !== undefined && !options.split) throw new UsageError('--seed draws a split, and there is none: give --split train=0.9,test=0.1 as well, or leave --seed out');
  const { study, outside } = await openStudy(projectFile);
  const interrupt = new AbortController();
  const stop = (): void => interrupt.abort(new UserError('stopped; nothing was written'));
  process.once('SIGINT', stop);
  try {
    await study.refresh();
    const { tally, files, manifest } = await writeExport(study, options, out, interrupt.signal);
    const dropped = droppedOf(tally);
    const notes = notesOf(tally);
    if (options.json) printJson({ format: options.format.name, files, manifest, rows: tally.rows, annotations: tally.annotations, criteria: [...tally.criteria].sort(), dropped, notes });
    else {
      const splits = options.split ? ` (${number(tally.rows.train)} train, ${number(tally.rows.test)} test)` : '';
      console.log(`${counted(tally.rows.train + tally.rows.test, 'row')}${splits} from ${counted(tally.annotations, 'annotation')} in ${files.map(pathShown).join(', ')}`);
      for (const { count, reason } of Object.values(dropped)) console.log(`  dropped ${number(count)}: ${reason}`);
      for (const { count, reason } of Object.values(notes)) console.log(`  note on ${number(count)}: ${reason}`);
    }
    printProblems([...outside, ...study.problems, ...tally.problems]);
  } finally {
    process.off('SIGINT', stop);
    await study.close();
  }
}
