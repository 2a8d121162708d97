import * as l10n from '@vscode/l10n';
import { basename, join, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { makeFolders } from '../../core/journal/makeFolders';
import { fileErrorReason, lookAt } from '../../core/journal/fileStatus';
import { UsageError, UserError, type FileProblem } from '../../core/model/problems/problem';
import { isSlicePath } from '../../core/model/study/slicePath';
import { judgeKinds, type JudgeKind } from '../../core/model/annotation/judgeKind';
import { coverageOf } from '../../core/quality/coverage/coverage';
import type { Coverage } from '../../core/quality/coverage/coverageResult';
import { coverageAsJson, matrixAsCsv } from '../../core/quality/coverage/serializedCoverage';
import { tableOfCells } from '../../core/quality/coverage/cellTable';
import { reportHtml } from '../report/html/reportHtml';
import { sectionText, summaryText } from '../report/reportText';
import {
  failedLimits,
  figureLimitIn,
  namedFigures,
  type FailedLimit,
  type FigureLimit,
} from '../../core/quality/report/figureLimits';
import type { ReportDocument } from '../../core/model/report/document/document';
import { reportDocument } from '../../core/model/report/document/reportDocument';
import { qualityOf } from '../../core/quality/report/qualityReport';
import { qualitySections, type QualityReport, type QualitySection } from '../../core/model/report/quality';
import type { Estimate } from '../../core/quality/estimate';
import type { Study } from '../../core/study/study';
import { interruptible } from '../interruptible';
import { openStudy } from '../openStudy';
import { digits } from '../../core/model/problems/program';
import { counted } from '../../core/model/problems/counts';
import { displayPath, printJson, printProblems } from '../output/print';
import { writeOut } from '../output/writeOut';

/** What can be reported on. */
export const sections = [...qualitySections, 'coverage'] as const;
type Section = (typeof sections)[number];

/** Sections, separated by commas. */
export function sectionsOf(value: string): Section[] {
  return [...new Set(value.split(',').map((name) => name.trim()))].map((name) => {
    const section = sections.find((each) => each === name);
    if (!section)
      throw new InvalidArgumentError(l10n.t('{0} is not one of {1}', JSON.stringify(name), sections.join(', ')));
    return section;
  });
}

/** Names of annotators, separated by commas. */
export function annotatorNames(value: string): string[] {
  const names = value.split(',').map((name) => name.trim());
  if (names.includes('')) throw new InvalidArgumentError(l10n.t('Name annotators, separated by commas'));
  return [...new Set(names)];
}

/** A page for a browser. */
export function htmlFile(value: string, before?: string): string {
  if (before !== undefined) throw new InvalidArgumentError(l10n.t('It is given twice. Name one file'));
  if (!/\.html?$/i.test(value)) throw new InvalidArgumentError(l10n.t('Name a file that ends in .html'));
  return value;
}

/** A file for a table: nobody's journal or project is overwritten by a slip. */
export function csvFile(value: string, before?: string): string {
  if (before !== undefined) throw new InvalidArgumentError(l10n.t('It is given twice. Name one file'));
  if (!/\.csv$/i.test(value)) throw new InvalidArgumentError(l10n.t('Name a file that ends in .csv'));
  return value;
}

/** What a report is sliced by, as in `annotator,model,meta.domain`. */
export function slicePaths(value: string): string[] {
  const paths = value.split(',').map((path) => path.trim());
  const wrong = paths.find((path) => !isSlicePath(path));
  if (wrong !== undefined)
    throw new InvalidArgumentError(
      l10n.t('Use annotator, round, source, model, response, language, or metadata paths, separated by commas'),
    );
  return [...new Set(paths)];
}

/** Kinds of judges, separated by commas. */
export function judgesOf(value: string): JudgeKind[] {
  const names = value.split(',').map((name) => name.trim());
  return names.map((name) => {
    const kind = judgeKinds.find((each) => each === name);
    if (!kind)
      throw new InvalidArgumentError(l10n.t('{0} is not one of {1}', JSON.stringify(name), judgeKinds.join(', ')));
    return kind;
  });
}

/** What must not be, one after the other. */
export function figureLimits(value: string, before: readonly FigureLimit[] = []): FigureLimit[] {
  const limit = figureLimitIn(value);
  if (!limit)
    throw new InvalidArgumentError(
      l10n.t('Name a figure, one of < <= > >=, and a number, in quotes, for example "agreement.preferences<0.6"'),
    );
  return [...before, limit];
}

interface Options {
  readonly failIf?: FigureLimit[];
  readonly section?: Section[];
  readonly by?: string[];
  readonly origins?: JudgeKind[];
  readonly annotators?: string[];
  readonly without?: string[];
  readonly reference?: string;
  readonly csv?: string;
  readonly out?: string;
  readonly cache?: string;
  readonly json?: true;
}

export async function runReport(projectFile: string, options: Options): Promise<void> {
  const { section, csv } = options;
  const wantsCoverage = section?.includes('coverage') === true;
  if (csv !== undefined && !wantsCoverage)
    throw new UsageError(l10n.t('--csv writes the matrix of coverage. Add --section coverage'));
  const { study, outside } = await openStudy(projectFile);
  try {
    for (const source of study.sources)
      if ((await lookAt(source)) === undefined)
        throw new UserError(
          l10n.t(
            '{0}: does not exist. Restore it, or correct "dataset.sources" in {1}',
            source,
            displayPath(study.file),
          ),
        );
    const reports = await interruptible(l10n.t('stopped; nothing was written'), async (signal) => {
      await study.refresh(signal);
      checkNames(study, options);
      return reportsOf(study, options, signal);
    });
    const { coverage, quality } = reports;
    const failed = quality ? brokenLimits(quality, options.failIf ?? []) : [];
    print(options, reports);
    for (const each of failed) console.error(failedText(each));
    if (failed.length > 0) process.exitCode = 1;
    const { count, first } = coverage?.faulty ?? { count: 0, first: [] };
    const others: FileProblem[] =
      count > first.length
        ? [
            {
              severity: 'error',
              file: study.file,
              message: moreFaulty(count - first.length),
            },
          ]
        : [];
    printProblems([...outside, ...study.problems, ...first, ...others]);
  } finally {
    await study.close();
  }
}

const moreFaulty = (count: number): string =>
  count === 1
    ? l10n.t('1 more record of the dataset is faulty. Run "{0}" to list it', 'tiebreak inspect')
    : l10n.t('{0} more records of the dataset are faulty. Run "{1}" to list them', digits(count), 'tiebreak inspect');

/** A name that nobody has counts nobody: it is a slip. */
function checkNames(study: Study, { annotators = [], without = [] }: Options): void {
  const known = study.replay.annotators();
  for (const name of [...annotators, ...without])
    if (!known.includes(name))
      throw new UsageError(
        known.length > 0
          ? l10n.t('no annotations by {0}. There are some by {1}', JSON.stringify(name), known.slice(0, 10).join(', '))
          : l10n.t('no annotations by {0}. Nobody has judged anything', JSON.stringify(name)),
      );
}

/** A name that no figure has is a slip. */
function brokenLimits(report: QualityReport, limits: readonly FigureLimit[]): FailedLimit[] {
  const figures = namedFigures(report);
  for (const { figure } of limits)
    if (!figures.has(figure))
      throw new UsageError(
        l10n.t(
          '--fail-if: this study has no figure called {0}. It has {1}',
          JSON.stringify(figure),
          [...figures.keys()].join(', '),
        ),
      );
  return failedLimits(figures, limits);
}

/** How a figure is that keeps no limit. */
const beyond: Readonly<Record<FailedLimit['than'], (figure: string, is: string, limit: number) => string>> = {
  '<': (figure, is, limit) => l10n.t('failed: {0} is {1}, less than {2}', figure, is, limit),
  '<=': (figure, is, limit) => l10n.t('failed: {0} is {1}, not more than {2}', figure, is, limit),
  '>': (figure, is, limit) => l10n.t('failed: {0} is {1}, more than {2}', figure, is, limit),
  '>=': (figure, is, limit) => l10n.t('failed: {0} is {1}, not less than {2}', figure, is, limit),
};

function failedText({ figure, than, limit, found }: FailedLimit): string {
  if (found === null)
    return l10n.t('failed: {0} cannot be computed from these annotations, so that it keeps no limit', figure);
  const value = typeof found === 'number' ? found : found.value;
  const told = typeof found === 'number' ? '' : ` ${intervalText(found)}`;
  // Not "0.600, less than 0.6".
  const shown = Number(decimals(value)) === limit ? String(value) : decimals(value);
  return beyond[than](figure, `${shown}${told}`, limit);
}

const intervalText = ({ low, high, items }: Estimate): string =>
  low === null || high === null
    ? `(${counted(items, 'item')})`
    : l10n.t('({0} to {1}, {2})', decimals(low), decimals(high), counted(items, 'item'));

const decimals = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(3));

interface Reports {
  readonly coverage: Coverage | undefined;
  readonly quality: QualityReport | undefined;
  /** Both as they are read; undefined for JSON alone. */
  readonly told: ReportDocument | undefined;
}

async function reportsOf(
  study: Study,
  { section, by, origins, annotators, without, reference, csv, out, cache, failIf, json }: Options,
  signal: AbortSignal,
): Promise<Reports> {
  const cacheFolder = cache === undefined ? undefined : await cacheIn(resolve(cache));
  const options = { by, voters: origins, annotators, without, reference, signal, cacheFolder };
  const wantsQuality =
    out !== undefined || failIf !== undefined || section === undefined || section.some((each) => each !== 'coverage');
  const quality = wantsQuality ? await qualityOf(study, options) : undefined;
  if (quality && reference !== undefined && !quality.models.reference)
    throw new UsageError(
      quality.models.models.length > 0
        ? l10n.t(
            'no two responses of which one is by {0} were compared. Models: {1}',
            JSON.stringify(reference),
            quality.models.models.map(({ model }) => model).join(', '),
          )
        : l10n.t(
            'no two responses of which one is by {0} were compared. No responses of two models were',
            JSON.stringify(reference),
          ),
    );
  const wantsCoverage = section?.includes('coverage') === true;
  // What is to be done about a study is to be done about its rubrics, too.
  const isWhole = out !== undefined || (section === undefined && !json);
  const hasRubrics = study.rubrics.rubrics.length > 0 || study.rules.rules.length > 0;
  const counted = wantsCoverage || (isWhole && hasRubrics) ? await coverageOf(study, options) : undefined;
  const coverage = wantsCoverage ? counted : undefined;
  const told =
    json && out === undefined
      ? undefined
      : reportDocument({ quality, coverage: counted, cells: counted && tableOfCells(counted) });
  if (coverage && csv !== undefined) await writeOut(study, '--csv', resolve(csv), matrixAsCsv(coverage));
  if (told && out !== undefined)
    await writeOut(study, '--out', resolve(out), [reportHtml(told, basename(study.file, '.tiebreak'))]);
  return { coverage, quality, told };
}

function print({ section, csv, out, json }: Options, { coverage, quality, told }: Reports): void {
  if (json) {
    // Coverage alone is told as it always was.
    if (!quality || section?.every((each) => each === 'coverage') === true)
      printJson(coverage && coverageAsJson(coverage));
    else printJson({ ...chosen(quality, section), ...(coverage && { coverage: coverageAsJson(coverage) }) });
    return;
  }
  const blocks = told ? (section?.map((each) => sectionText(told, each)) ?? [summaryText(told)]) : [];
  for (const [at, lines] of blocks.entries()) {
    if (at > 0) console.log('');
    for (const line of lines) console.log(line);
  }
  if (csv !== undefined) console.log(`\n${l10n.t('Wrote the matrix to {0}', displayPath(resolve(csv)))}`);
  if (out !== undefined) console.log(`\n${l10n.t('Wrote the report to {0}', displayPath(resolve(out)))}`);
}

/** A report with the sections that were asked for; all where none were named. */
function chosen(report: QualityReport, wanted: readonly Section[] | undefined): Partial<QualityReport> {
  const left = qualitySections.filter((section) => wanted?.includes(section) === false);
  const isLeft = (name: string): boolean => left.some((section: QualitySection) => section === name);
  return {
    ...Object.fromEntries(Object.entries(report).filter(([name]) => !isLeft(name))),
    findings: report.findings.filter(({ section }) => !isLeft(section)),
  };
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
      l10n.t(
        '--cache {0}: the folder could not be created: {1}. Name another folder, or leave --cache out',
        displayPath(folder),
        fileErrorReason(error),
      ),
      { cause: error },
    );
  }
  return path;
}
