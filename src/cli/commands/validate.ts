import * as l10n from '@vscode/l10n';
import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { checkIntegrity } from '../../core/export/folder/checkIntegrity';
import { formatsLike } from '../../core/export/options';
import { ownFormatProblems } from '../../core/export/ownFormats/studyFormats';
import { exportFormatOf, formatOf, validateExport } from '../../core/export/validate';
import { validateJournal } from '../../core/journal/validate';
import { fileProblem, problem, UsageError, UserError, type FileProblem } from '../../core/model/problems/problem';
import { groupProblems, ProblemGroups, type ProblemGroup } from '../../core/model/study/problemGroups';
import { openRubrics } from '../../core/study/rubrics';
import { openRules } from '../../core/study/rules';
import { studyPaths } from '../../core/study/studyPaths';
import { findDatasetProblems } from '../output/datasetProblems';
import { guidelinesSummary } from '../guidelinesSummary';
import { interruptible } from '../interruptible';
import { openStudy } from '../openStudy';
import { counted } from '../../core/model/problems/counts';
import { printJson, printProblemGroups } from '../output/print';
import { shownProgress } from '../output/progress';
import { recipeProblems } from '../recipeProblems';
import { rubricSummary } from '../rubricSummary';
import { ruleSummary } from '../ruleSummary';
import { exportDataFiles } from '../exportDataFiles';
import { printTrainedTokens } from './trainedTokens';

export async function runValidate(
  file: string,
  options: { format?: string; json?: true; tokens?: number },
): Promise<void> {
  if (options.tokens !== undefined) {
    await printTrainedTokens(file, { format: options.format, json: options.json, row: options.tokens });
    return;
  }
  const { kind, summary, ...found } = await interruptible(l10n.t('stopped; the rest was not checked'), (signal) =>
    check(resolve(file), options.format, signal),
  );
  const kinds = 'kinds' in found ? found.kinds : groupProblems(found.problems);
  const total = (severity: FileProblem['severity']): number =>
    kinds.reduce((sum, each) => sum + (each.severity === severity ? each.count : 0), 0);
  const totals = { errors: total('error'), warnings: total('warning') };
  if (options.json)
    printJson({
      kind,
      summary,
      totals,
      kinds: kinds.map(({ first: _, ...each }) => each),
      problems: kinds.flatMap(({ first }) => first),
    });
  else
    console.log(
      `${kindText(kind)}: ${summary}, ${kinds.length === 0 ? l10n.t('no problems') : counted(totals.errors + totals.warnings, 'problem')}`,
    );
  printProblemGroups(kinds);
}

/** What was checked, where it is not a file of a format, which has its own name. */
function kindText(kind: string): string {
  switch (kind) {
    case 'project':
      return l10n.t('project');
    case 'journal':
      return l10n.t('journal');
    case 'rubrics':
      return l10n.t('rubrics');
    case 'rules':
      return l10n.t('rules');
    default:
      return kind;
  }
}

const nothingReadable = (list: string | undefined): string =>
  list === 'rubrics' ? l10n.t('no readable rubrics') : l10n.t('no readable rules');

type Found = { readonly kinds: readonly ProblemGroup[] } | { readonly problems: readonly FileProblem[] };

async function check(
  path: string,
  format: string | undefined,
  signal: AbortSignal,
): Promise<{ kind: string; summary: string } & Found> {
  if (format !== undefined && path.endsWith('.tiebreak'))
    throw new UsageError(l10n.t('{0}: is a project, but --format is for training files. Leave --format out', path));
  if (path.endsWith('.tiebreak')) {
    const { study, outside } = await openStudy(path, { isTolerant: true });
    try {
      await study.refresh();
      const problems = new ProblemGroups();
      const add = (all: readonly FileProblem[]): void => all.forEach((problem) => problems.add(problem));
      for (const source of study.sources) {
        const there = await stat(source).catch(() => undefined);
        if (!there)
          problems.add({
            severity: 'error',
            file: path,
            message: l10n.t('dataset.sources: {0} does not exist. Restore it, or correct the path', source),
          });
      }
      const guidelines = await guidelinesSummary(study);
      const rubrics = await rubricSummary(study);
      const rules = await ruleSummary(study);
      const isThere = problems.errors === 0;
      add([
        ...outside,
        ...study.problems,
        ...ownFormatProblems(study.project).map((found) => fileProblem('error', { file: path }, found)),
        ...recipeProblems(path, study.project),
        ...guidelines.problems,
        ...rubrics.problems,
        ...rules.problems,
      ]);
      const items = isThere ? counted(await findDatasetProblems(study, path, problems), 'item') : undefined;
      const summary = [
        counted(study.sources.length, 'source'),
        items,
        counted(study.replay.size, 'current annotation'),
        guidelines.summary,
        rubrics.summary,
        rules.summary,
      ]
        .filter((part) => part !== undefined)
        .join(', ');
      return { kind: 'project', summary, kinds: problems.kinds() };
    } finally {
      await study.close();
    }
  }
  if (format === undefined && basename(dirname(path)) === 'annotations') {
    const { lines, problems } = await validateJournal(path);
    return { kind: 'journal', summary: counted(lines, 'line'), problems };
  }
  const ofLibrary = format === undefined ? await checkLibraryFile(path) : undefined;
  if (ofLibrary) return ofLibrary;
  if ((await stat(path).catch(() => undefined))?.isDirectory()) {
    const changed = groupProblems(await checkIntegrity(path, signal));
    const checked = [];
    for (const file of await exportDataFiles(path)) checked.push(await checkTrainingFile(file, format, signal));
    return {
      kind: [...new Set(checked.map(({ kind }) => kind))].join(' and '),
      summary: [
        counted(checked.length, 'file'),
        counted(
          checked.reduce((sum, { rows }) => sum + rows, 0),
          'row',
        ),
      ].join(', '),
      kinds: [...changed, ...checked.flatMap(({ kinds }) => kinds)],
    };
  }
  const { kind, rows, kinds } = await checkTrainingFile(path, format, signal);
  return {
    kind,
    summary: counted(rows, 'row'),
    kinds: [...groupProblems(await checkIntegrity(path, signal)), ...kinds],
  };
}

/** What is wrong with a file of rubrics or rules; undefined where the path leads to none of them. */
async function checkLibraryFile(
  path: string,
): Promise<{ kind: string; summary: string; problems: readonly FileProblem[] } | undefined> {
  const [, project, list] =
    /^(.*\.tiebreak)\.d[/\\](rubrics|rules)(?:\.json|[/\\](?:items[/\\])?[^/\\]+\.json)$/.exec(path) ?? [];
  if (project === undefined) return undefined;
  const paths = studyPaths(project);
  const [problems, held] =
    list === 'rubrics'
      ? await openRubrics(paths.rubrics, true).then(
          ({ problems: all, counts }) => [all, counted(counts.get(path) ?? 0, 'rubric')] as const,
        )
      : await openRules(paths.rules, true).then(
          ({ problems: all, counts }) => [all, counted(counts.get(path) ?? 0, 'rule')] as const,
        );
  const own = problems.filter(({ file }) => file === path);
  const isBroken = own.some(({ severity }) => severity === 'error');
  return { kind: list ?? '', summary: isBroken ? nothingReadable(list) : held, problems: own };
}

async function checkTrainingFile(
  path: string,
  format: string | undefined,
  signal: AbortSignal,
): Promise<{ kind: string; rows: number; kinds: readonly ProblemGroup[] }> {
  if (format !== undefined && !(await formatOf(path, format)))
    throw new UsageError(problem('export.noSuchFormat', { format, alike: formatsLike(format) }));
  const name = format ?? (await exportFormatOf(path));
  if (name === undefined)
    throw new UserError(
      l10n.t('{0}: is not a known project, journal or training file. Name its format with --format', path),
    );
  const progress = await shownProgress(path);
  try {
    const { rows, kinds } = await validateExport(path, name, { signal, onBytes: progress.onBytes });
    return { kind: name, rows, kinds };
  } finally {
    progress.end();
  }
}
