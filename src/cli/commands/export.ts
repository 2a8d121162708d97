import * as l10n from '@vscode/l10n';
import { dirname, relative, resolve, sep } from 'node:path';
import { exportFormatNamed } from '../../core/export';
import type { ExportOptions } from '../../core/export/format';
import { exportOptionsOf } from '../../core/export/options';
import { assertOwnFolder, recipeNamed } from '../../core/export/recipes';
import { droppedOf, notesOf } from '../../core/export/rows/tally';
import { exportSummary, trainingCommandLines } from '../../core/export/summary';
import { writeExport } from '../../core/export/write';
import { inFile, UsageError } from '../../core/model/problems/problem';
import type { Recipe } from '../../core/model/study/recipe';
import { externalPathText, externalPathsOf } from '../../core/study/externalPaths';
import type { Study } from '../../core/study/study';
import { runExportCheck } from './checkExport';
import { interruptible } from '../interruptible';
import { openStudy } from '../openStudy';
import { displayPath, printJson, printProblems } from '../output/print';
import { recipeProblems } from '../recipeProblems';
import { recipeFlagsGiven, recipeOf, type RecipeArguments } from '../recipeFlags';

interface Options extends RecipeArguments {
  readonly recipe?: string;
  readonly out?: string;
  readonly check?: string;
  readonly overwrite?: true;
  readonly json?: true;
}

/** What a manifest with pseudonyms does not tell, and a check must be told. */
const forCheck = ['--pseudonyms', '--decontaminate'];

export async function runExport(projectFile: string, { check, ...options }: Options): Promise<void> {
  if (check !== undefined) {
    const given = [
      ...recipeFlagsGiven(options).filter((flag) => !forCheck.includes(flag)),
      ...(options.recipe === undefined ? [] : ['--recipe']),
      ...(options.out === undefined ? [] : ['--out']),
      ...(options.overwrite ? ['--overwrite'] : []),
    ];
    if (given[0] !== undefined)
      throw new UsageError(
        l10n.t('--check takes its options from the manifest of the export. Leave {0} out', given.join(', ')),
      );
    const { pseudonyms, decontaminate, json } = options;
    const benchmarks = Array.isArray(decontaminate)
      ? decontaminate.map((file) => fromProjectFile(String(file), projectFile))
      : undefined;
    return runExportCheck(projectFile, check, {
      pseudonyms: typeof pseudonyms === 'string' ? pseudonyms : undefined,
      benchmarks,
      json,
    });
  }
  // What is wrong with what was typed is told before anything is read.
  const typed = typedRecipe(projectFile, options);
  const { study, outside } = await openStudy(projectFile);
  try {
    const { recipe, out } = typed ?? keptRecipe(study, options);
    const exportOptions = optionsIn(study, recipe);
    if (!typed && options.out === undefined) await tellOutside(projectFile, out);
    const { tally, files, manifest, card, commands } = await interruptible(
      l10n.t('stopped; nothing was written'),
      (signal) =>
        writeExport(study, exportOptions, out, signal, undefined, {
          overwrite: options.overwrite,
          mediaFolders: [process.cwd()],
        }),
    );
    if (options.json)
      printJson({
        format: recipe.format,
        files,
        manifest,
        rows: tally.rows,
        annotations: tally.annotations,
        criteria: [...tally.criteria].sort(),
        dropped: droppedOf(tally),
        notes: notesOf(tally),
        commands,
      });
    else
      for (const line of [
        ...exportSummary(tally, files.map(displayPath)),
        ...trainingCommandLines(commands, card && displayPath(card)),
      ])
        console.log(line);
    printProblems([...outside, ...study.problems, ...tally.problems]);
  } finally {
    await study.close();
  }
}

interface Order {
  readonly recipe: Recipe;
  readonly out: string;
}

/** What the flags say; undefined where they name a recipe of the project. */
function typedRecipe(projectFile: string, { recipe: name, out, ...flags }: Options): Order | undefined {
  if (name !== undefined) {
    const [given] = recipeFlagsGiven(flags);
    if (given !== undefined)
      throw new UsageError(
        l10n.t(
          '{0} cannot be combined with --recipe, which sets all options. Leave one of them out, or change the recipe in the project',
          given,
        ),
      );
    return undefined;
  }
  const recipe = recipeOf(flags);
  // Formats of the study's own are known once it is read.
  if (exportFormatNamed(recipe.format)) exportOptionsOf(recipe);
  if (out === undefined)
    throw new UsageError(l10n.t('no output given. Add --out FOLDER (a separate folder for this export) or --out FILE'));
  return { recipe: fromProject(recipe, projectFile), out };
}

/** The options of a recipe; what the project says of its format is told with the project's path. */
function optionsIn({ file, project }: Study, recipe: Recipe): ExportOptions {
  try {
    return exportOptionsOf(recipe, project);
  } catch (error) {
    throw error instanceof UsageError ? error : inFile(file, error);
  }
}

function fromProject({ contamination, ...recipe }: Recipe, projectFile: string): Recipe {
  if (!contamination) return recipe;
  return {
    ...recipe,
    contamination: { ...contamination, files: contamination.files.map((file) => fromProjectFile(file, projectFile)) },
  };
}

/**
 * A project may have come with somebody else's folder: where its recipe writes elsewhere, that is said before anything
 * is written.
 */
async function tellOutside(projectFile: string, out: string): Promise<void> {
  const [found] = await externalPathsOf([resolve(out)], [dirname(resolve(projectFile)), process.cwd()]);
  if (found)
    console.error(
      l10n.t(
        'warning: the recipe writes to {0}, which is outside the project folder and the working directory. To write elsewhere, use --out FOLDER',
        externalPathText(found),
      ),
    );
}

/** A file as a project names it: from its folder, and not from where somebody types. */
const fromProjectFile = (file: string, projectFile: string): string =>
  relative(dirname(resolve(projectFile)), resolve(file))
    .split(sep)
    .join('/');

function keptRecipe(study: Study, { recipe: name = '', out }: Options): Order {
  const { recipe, folder } = recipeNamed(study.file, study.project, name);
  const [problem] = recipeProblems(study.file, study.project, [name]);
  if (problem) throw new UsageError(`${displayPath(study.file)}: ${problem.message}`);
  if (out === undefined) assertOwnFolder(study.file, study.project, name);
  return { recipe, out: out ?? folder };
}
