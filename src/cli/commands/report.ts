import { open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { LineWriter } from '../../core/dataset/records/lineWriter';
import { makeFolders } from '../../core/journal/makeFolders';
import { isErrorCode, fileStatusAt, fileErrorReason } from '../../core/journal/fileStatus';
import { UsageError, UserError, type FileProblem } from '../../core/model/problems/problem';
import { isSlicePath } from '../../core/model/study/planSchema';
import { judgeKinds, type JudgeKind } from '../../core/model/annotation/judgeKind';
import { coverageOf } from '../../core/quality/coverage/coverage';
import type { Coverage } from '../../core/quality/coverage/coverageResult';
import { coverageAsJson, matrixAsCsv } from '../../core/quality/coverage/serializedCoverage';
import { coverageText } from '../output/coverageText';
import { replaceFile } from '../../core/study/replaceFile';
import type { Study } from '../../core/study/study';
import { interruptible } from '../interruptible';
import { openStudy } from '../openStudy';
import { formatNumber, displayPath, printJson, printProblems } from '../output/print';

/** What can be reported on. */
export const sections = ['coverage'] as const;
type Section = (typeof sections)[number];

/** A file for a table: nobody's journal or project is overwritten by a slip. */
export function csvFile(value: string, before?: string): string {
  if (before !== undefined) throw new InvalidArgumentError('It is given twice. Name one file');
  if (!/\.csv$/i.test(value)) throw new InvalidArgumentError('Name a file that ends in .csv');
  return value;
}

/** What a report is sliced by, as in `annotator,model,meta.domain`. */
export function slicePaths(value: string): string[] {
  const paths = value.split(',').map((path) => path.trim());
  const wrong = paths.find((path) => !isSlicePath(path));
  if (wrong !== undefined)
    throw new InvalidArgumentError(
      'Use annotator, round, source, model, response, language, or metadata paths, separated by commas',
    );
  return [...new Set(paths)];
}

/** Kinds of judges, separated by commas. */
export function judgesOf(value: string): JudgeKind[] {
  const names = value.split(',').map((name) => name.trim());
  return names.map((name) => {
    const kind = judgeKinds.find((each) => each === name);
    if (!kind) throw new InvalidArgumentError(`${JSON.stringify(name)} is not one of ${judgeKinds.join(', ')}`);
    return kind;
  });
}

interface Options {
  readonly section?: Section;
  readonly by?: string[];
  readonly origins?: JudgeKind[];
  readonly csv?: string;
  readonly cache?: string;
  readonly json?: true;
}

export async function runReport(
  projectFile: string,
  { section, by, origins, csv, cache, json }: Options,
): Promise<void> {
  if (section === undefined) throw new UsageError(`no section given. Add --section ${sections.join(' or --section ')}`);
  const { study, outside } = await openStudy(projectFile);
  try {
    for (const source of study.sources)
      if (!(await fileStatusAt(source)))
        throw new UserError(
          `${source}: does not exist. Restore it, or correct "dataset.sources" in ${displayPath(study.file)}`,
        );
    const coverage = await interruptible('stopped; nothing was written', async (signal) => {
      await study.refresh(signal);
      const found = await coverageOf(study, {
        by,
        voters: origins,
        signal,
        cacheFolder: cache === undefined ? undefined : await cacheIn(resolve(cache)),
      });
      if (csv !== undefined) await writeMatrix(study, found, resolve(csv));
      return found;
    });
    if (json) printJson(coverageAsJson(coverage));
    else {
      for (const line of coverageText(coverage)) console.log(line);
      if (csv !== undefined) console.log(`\nWrote the matrix to ${displayPath(resolve(csv))}`);
    }
    const { count, first } = coverage.faulty;
    const others: FileProblem[] =
      count > first.length
        ? [
            {
              severity: 'error',
              file: study.file,
              message: `${count - first.length === 1 ? '1 more record of the dataset is' : `${formatNumber(count - first.length)} more records of the dataset are`} faulty. Run "tiebreak inspect" to list them`,
            },
          ]
        : [];
    printProblems([...outside, ...study.problems, ...first, ...others]);
  } finally {
    await study.close();
  }
}

/**
 * A folder of our own in another one, for what can be made again: what nobody used for a month is cleared away there,
 * and nothing else may be.
 */
async function cacheIn(folder: string): Promise<string> {
  const path = join(folder, 'tiebreak');
  try {
    await makeFolders(path);
  } catch (error) {
    throw new UsageError(
      `--cache ${displayPath(folder)}: the folder could not be created: ${fileErrorReason(error)}. Name another folder, or leave --cache out`,
      { cause: error },
    );
  }
  return path;
}

/** Nothing flows back into a source file. What fails leaves the file as it was. */
async function writeMatrix({ sources }: Study, coverage: Coverage, path: string): Promise<void> {
  const there = (await fileStatusAt(path))?.identity;
  for (const source of sources)
    if (there !== undefined && (await fileStatusAt(source))?.identity === there)
      throw new UsageError(
        `--csv ${displayPath(path)}: is a source file of this study and would be overwritten. Choose another file`,
      );
  try {
    await replaceFile(path, async (partial) => {
      const writer = new LineWriter(await open(partial, 'w'));
      try {
        for (const line of matrixAsCsv(coverage)) await writer.line(line);
      } finally {
        await writer.close();
      }
    });
  } catch (error) {
    throw new UserError(
      `--csv ${displayPath(path)}: could not be written, and nothing was changed: ${isErrorCode(error, 'ENOENT') ? 'the folder does not exist. Create it first' : fileErrorReason(error)}`,
      { cause: error },
    );
  }
}
