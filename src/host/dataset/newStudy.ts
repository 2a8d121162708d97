import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../core/model/problems/problem';
import { modeNames, suits } from '../../core/model/annotation/mode';
import { compressionEndings, dataFileEndings, ignoredFilePattern } from '../../core/dataset/readers/dataFileNames';
import { runs } from '../../core/dataset/layouts/runs/runs';
import { previewOf } from '../../core/dataset/items/preview';
import { plainFileName } from '../../core/import/importedAnnotator';
import { createStudy, type CreateOptions } from '../../core/study/create';
import { modeTexts } from '../desk/modeTexts';
import { inQuestions, type Questions } from '../surface/questions';
import {
  askReading,
  suggestDatasetReading,
  datasetEndings,
  exists,
  openDesk,
  showDatasetError,
  type AcceptedReading,
} from './studyCreation';

type Datasets = readonly [vscode.Uri, ...vscode.Uri[]];

/** So many files of the open folders are offered at most. */
const maxOffered = 500;

/**
 * "New Study": asks for a dataset, how it is read and how it is judged, each with an answer that Enter takes, makes the
 * project and opens the desk. Escape goes back one step; nothing is written before the last.
 * @param clicked a file or folder of the Explorer; the title of the side bar gives what is selected there instead
 * @param selected what is selected in the Explorer: one dataset of several files
 */
export async function newStudy(clicked?: unknown, selected?: unknown): Promise<void> {
  const all: unknown[] = Array.isArray(selected) && selected.length > 0 ? selected : [clicked];
  const given: readonly vscode.Uri[] = all.filter((each) => each instanceof vscode.Uri);
  let datasets = isSome(given) ? given : undefined;
  try {
    const project = await inQuestions(async (questions) => {
      for (;;) {
        datasets = isSome(given) ? given : await askDataset(questions);
        if (!datasets) return undefined;
        const made = await makeStudy(datasets, !isSome(given), questions);
        if (made || isSome(given)) return made;
      }
    });
    if (project) await openDesk(project);
  } catch (error) {
    if (!(error instanceof UserError) || !datasets) throw error;
    const [first] = datasets;
    showDatasetError(error, first, () => newStudy(first, datasets));
  }
}

const isSome = (uris: readonly vscode.Uri[]): uris is Datasets => uris.length > 0;

/** Asks what is left once the dataset is known; undefined, and nothing is written, where the person goes back. */
async function makeStudy(datasets: Datasets, hasBack: boolean, questions: Questions): Promise<vscode.Uri | undefined> {
  const project = await freeProject(datasets);
  const name = basename(project.path);
  const steps = hasBack ? 3 : 2;
  const suggested = await suggestDatasetReading(datasets);
  for (let draft = suggested; ;) {
    const accepted = await askReading(
      draft,
      {
        title: vscode.l10n.t(
          'New study, step {0} of {1}: check how {2} is read',
          steps - 1,
          steps,
          datasetName(datasets),
        ),
        hasBack,
        accept: { label: vscode.l10n.t('Next'), description: vscode.l10n.t('choose the annotation mode') },
      },
      questions,
    );
    if (!accepted) return undefined;
    const way = await askMode(accepted, name, steps, questions);
    if (way === undefined) {
      // What was corrected stays corrected.
      draft = { gather: false, ...accepted.reading, files: draft.files, head: accepted.head };
      continue;
    }
    const { layout, mapping, gather } = accepted.reading;
    const paths = datasets.map(({ fsPath }) => fsPath) as [string, ...string[]];
    await createStudy({ projectFile: project.fsPath, datasets: paths, layout: layout.name, mapping, gather, ...way });
    return project;
  }
}

/** How items are judged, and of runs which are judged together. */
type Way = Pick<CreateOptions, 'mode' | 'runPairs'>;
type WayRow = vscode.QuickPickItem & Way;

/** Asks how items are judged, as the last of `steps`. Offers what suits some of the first items. */
async function askMode(
  { reading, head }: AcceptedReading,
  project: string,
  steps: number,
  questions: Questions,
): Promise<Way | undefined> {
  const counts = previewOf(head, reading).items.map(({ item }) => item.responses.length);
  const most = Math.max(...counts);
  const least = Math.min(...counts);
  const areRuns = reading.layout === runs;
  const found = areRuns
    ? least === most
      ? vscode.l10n.t('Runs per task: {0}. What tests say of them stays hidden until you save', most)
      : vscode.l10n.t('Runs per task: {0} to {1}. What tests say of them stays hidden until you save', least, most)
    : least === most
      ? vscode.l10n.t('Responses per item: {0}', most)
      : vscode.l10n.t('Responses per item: {0} to {1}', least, most);
  const rows: WayRow[] = [
    ...(areRuns && most > 1 ? waysOfRuns() : []),
    {
      mode: 'auto',
      label: vscode.l10n.t('By the number of responses'),
      description: vscode.l10n.t('Compare two, rank three or more, judge a single one by itself'),
      iconPath: new vscode.ThemeIcon('wand'),
    },
    ...modeNames
      .filter((mode) => suits(mode, most))
      .map((mode) => ({ mode, ...modeTexts()[mode], iconPath: new vscode.ThemeIcon('checklist') })),
  ];
  const [picked] =
    (await questions.ask({
      title: vscode.l10n.t('New study, step {0} of {1}: choose the annotation mode', steps, steps),
      placeholder: vscode.l10n.t('{0}. Press Enter to create {1} and start.', found, project),
      items: rows,
      hasBack: true,
    })) ?? [];
  return picked && { mode: picked.mode, ...(picked.runPairs && { runPairs: picked.runPairs }) };
}

/** What is proposed first where a task has several runs. */
function waysOfRuns(): WayRow[] {
  const pairs = vscode.l10n.t('Two runs of each task, which are compared. A task without such a pair is left out');
  return [
    {
      mode: 'rank',
      label: vscode.l10n.t('Rank all runs of a task'),
      description: vscode.l10n.t('Best first'),
      iconPath: new vscode.ThemeIcon('list-ordered'),
    },
    ...(['differ', 'same', 'drawn'] as const).map((runPairs): WayRow => ({
      mode: 'pair',
      runPairs,
      label: vscode.l10n.t('Pairs: {0}', pairTexts()[runPairs]),
      description: pairs,
      iconPath: new vscode.ThemeIcon('split-horizontal'),
    })),
  ];
}

const pairTexts = (): Readonly<Record<'differ' | 'same' | 'drawn', string>> => ({
  differ: vscode.l10n.t('their outcomes differ'),
  same: vscode.l10n.t('they have the same outcome'),
  drawn: vscode.l10n.t('drawn at random'),
});

interface DatasetRow extends vscode.QuickPickItem {
  readonly run: () => Promise<Datasets | undefined>;
}

/** Asks for a dataset: a file of the open folders, or any other file or folder. */
async function askDataset(questions: Questions): Promise<Datasets | undefined> {
  const files = await datasetsInWorkspace();
  const browse = (folders: boolean): DatasetRow => ({
    label: folders ? vscode.l10n.t('Browse for a folder…') : vscode.l10n.t('Browse for files…'),
    iconPath: new vscode.ThemeIcon(folders ? 'folder-opened' : 'go-to-file'),
    run: () => browseDataset(folders),
  });
  const rows: DatasetRow[] = [
    ...files.map((file) => ({
      label: basename(file.path),
      // Nothing for what lies in the open folder itself.
      description: dirname(vscode.workspace.asRelativePath(file)).replace(/^\.$/, ''),
      iconPath: new vscode.ThemeIcon('database'),
      run: () => Promise.resolve<Datasets>([file]),
    })),
    browse(false),
    browse(true),
  ];
  const [picked] =
    (await questions.ask({
      title: vscode.l10n.t('New study, step 1 of 3: choose a dataset'),
      placeholder: vscode.l10n.t('A file of prompts and responses, or a folder of such files'),
      items: rows,
      matchesDescriptions: true,
    })) ?? [];
  return picked?.run();
}

async function browseDataset(folders: boolean): Promise<Datasets | undefined> {
  const picked = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Select a dataset to annotate'),
    canSelectFiles: !folders,
    canSelectFolders: folders,
    canSelectMany: !folders,
    ...(!folders && { filters: { [vscode.l10n.t('Datasets')]: datasetEndings } }),
  });
  return picked && isSome(picked) ? picked : undefined;
}

/** Files of the open folders that may be datasets, those first that seldom are anything else. */
async function datasetsInWorkspace(): Promise<vscode.Uri[]> {
  const endings = dataFileEndings.flatMap((ending) => [ending, ...compressionEndings.map((by) => `${ending}.${by}`)]);
  const found = await vscode.workspace.findFiles(
    `**/*.{${endings.join(',')}}`,
    '{**/node_modules/**,**/*.tiebreak.d/**,**/.*/**}',
    maxOffered,
  );
  const rank = ({ path }: vscode.Uri): number => (path.endsWith('.json') ? 1 : 0);
  return found
    .filter(({ path }) => !ignoredFilePattern.test(basename(path)))
    .sort((a, b) => rank(a) - rank(b) || a.path.localeCompare(b.path));
}

/** What the datasets are called: the file, or the folder of several. */
const datasetName = (datasets: Datasets): string =>
  basename(datasets.length === 1 ? datasets[0].path : vscode.Uri.joinPath(datasets[0], '..').path);

/** A project file beside the dataset that is not there yet: `prefs.tiebreak`, else `prefs-2.tiebreak`, and so on. */
async function freeProject(datasets: Datasets): Promise<vscode.Uri> {
  const name = plainFileName(datasetName(datasets));
  for (let number = 1; ; number++) {
    const project = vscode.Uri.joinPath(datasets[0], '..', `${name}${number === 1 ? '' : `-${number}`}.tiebreak`);
    if (!(await exists(project))) return project;
  }
}
