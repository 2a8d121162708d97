import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { isProblem, UserError } from '../../core/model/problems/problem';
import { versionInForce, type Rubric } from '../../core/model/rubric/rubric';
import type { Starter } from '../../core/model/rubric/rubricView';
import { addPacks, type AddedPack } from '../../core/rubric/addPacks';
import { packFormats, writePack } from '../../core/rubric/packs';
import { packPath, readPackFile, starterPacks } from '../../core/rubric/packs/files';
import type { Counted, NegativeMeaning, PackFormat } from '../../core/rubric/packs/packFormat';
import { packOf } from '../../core/rubric/packs/pack';
import { studyPaths } from '../../core/study/studyPaths';
import type { RubricSelection } from './rubricSelection';
import { inQuestions, type Questions } from '../surface/questions';

const folderOf = (extension: vscode.Uri): string => vscode.Uri.joinPath(extension, 'media', 'rubrics').fsPath;

/** The packs that come with Tiebreak, as they are offered. */
export async function startersOf(extension: vscode.Uri): Promise<Starter[]> {
  const packs = await starterPacks(folderOf(extension));
  return Promise.all(
    packs.map(async ({ name, path }) => {
      const [pack] = (await readPackFile(path)).packs;
      return {
        name,
        title: pack?.title ?? name,
        description: pack?.description ?? '',
        criteria: pack?.criteria.length ?? 0,
      };
    }),
  );
}

/** Adds a pack that comes with Tiebreak. Rejects with `UserError` where there is none of that name. */
export async function addStarter(selection: RubricSelection, name: string): Promise<void> {
  await addFrom(selection, await packPath(name, folderOf(selection.context.extensionUri)));
}

/** Asks for a pack, of those that come with Tiebreak or in a file, and adds its rubrics. */
export async function importRubrics(selection: RubricSelection): Promise<void> {
  const starters = await startersOf(selection.context.extensionUri);
  const file = {
    label: `$(folder-opened) ${vscode.l10n.t('From a file…')}`,
    description: vscode.l10n.t('JSON, YAML or JSONL; the format is detected automatically'),
    name: undefined,
  };
  const rows = [
    file,
    { label: vscode.l10n.t('Rubric templates'), kind: vscode.QuickPickItemKind.Separator, name: undefined },
    ...starters.map(({ name, title, description, criteria }) => ({
      label: title,
      description: criteriaText(criteria),
      detail: description,
      name,
    })),
  ];
  const chosen = await selection.ask(() =>
    inQuestions(async (questions) => {
      const picked = await questions.pick(rows, {
        title: vscode.l10n.t('Import rubrics'),
        placeHolder: vscode.l10n.t('Select a template or a file'),
        matchOnDetail: true,
      });
      return picked === file ? askPackFile(selection) : picked?.name;
    }),
  );
  if (typeof chosen === 'string') await addStarter(selection, chosen);
  else if (chosen) await addFrom(selection, chosen.fsPath);
}

async function askPackFile(selection: RubricSelection): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Import rubrics'),
    openLabel: vscode.l10n.t('Import'),
    defaultUri: vscode.Uri.file(dirname(selection.document.uri.fsPath)),
    filters: { [vscode.l10n.t('Rubrics')]: ['json', 'jsonl', 'yaml', 'yml'], [vscode.l10n.t('All files')]: ['*'] },
  });
  return chosen?.[0];
}

/** Asks for a form and a place, and writes a rubric as it is in force. */
export async function exportRubric(selection: RubricSelection, rubric: Rubric): Promise<void> {
  const rows = packFormats.map((form) => ({ label: form.name, description: form.title, detail: form.origin, form }));
  const { annotations, exports } = studyPaths(selection.document.uri.fsPath);
  const asked = await selection.ask(() =>
    inQuestions(async (questions) => {
      const picked = await questions.pick(rows, {
        title: vscode.l10n.t('Export {0} (1/2): select a format', rubric.title),
        placeHolder: vscode.l10n.t('Which tool will read the file?'),
        matchOnDescription: true,
        matchOnDetail: true,
      });
      if (!picked) return undefined;
      const { form } = picked;
      const negative =
        form.name === 'rar' && versionInForce(rubric).criteria.some(({ weight }) => weight < 0)
          ? await askNegative(questions, rubric.title)
          : undefined;
      if (negative === null) return undefined;
      const written = await writePack(packOf(rubric), form, { negative });
      // Where it is not there yet, that would be one more question.
      await vscode.workspace.fs.createDirectory(vscode.Uri.file(exports));
      const target = await vscode.window.showSaveDialog({
        title: vscode.l10n.t('Export {0} (2/2)', rubric.title),
        defaultUri: vscode.Uri.file(join(exports, `${rubric.id}.${endingOf(form)}`)),
      });
      return target && { target, ...written };
    }),
  );
  if (!asked) return;
  const { target, text, criteria, lost, notes } = asked;
  if (dirname(target.fsPath) === annotations)
    throw new UserError(
      vscode.l10n.t(
        "{0} cannot be saved in the folder of this study's journals. Choose another folder.",
        basename(target.fsPath),
      ),
    );
  // Whether a file that is there goes was asked by VS Code.
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
  selection.announce(
    [
      vscode.l10n.t('{0} written to {1}.', criteriaText(criteria), basename(target.fsPath)),
      ...countedText(vscode.l10n.t('Not supported by this format'), lost),
      ...notes,
    ].join(' '),
  );
}

async function addFrom(selection: RubricSelection, path: string): Promise<void> {
  const read = await readAsking(selection, path);
  if (!read) return;
  let added: readonly AddedPack[] = [];
  await selection.write((rubrics, editing) => {
    const result = addPacks(rubrics, read.packs, { titleOf: read.titleOf }, editing);
    ({ added } = result);
    return { rubrics: result.rubrics };
  });
  const [first] = added;
  if (first) selection.select({ rubric: first.id, criterion: null });
  selection.announce(
    [outcomeText(added), ...countedText(vscode.l10n.t('Ignored or changed during import'), read.skipped)].join(' '),
  );
}

/**
 * Reads a pack; where only a person can say what its negative weights mean, asks. Undefined where nothing was answered.
 */
async function readAsking(
  selection: RubricSelection,
  path: string,
): Promise<Awaited<ReturnType<typeof readPackFile>> | undefined> {
  try {
    return await readPackFile(path);
  } catch (error) {
    const isAsked = await readPackFile(path, { negative: 'fault' }).then(
      () => true,
      () => false,
    );
    if (!isAsked) throw error;
    const negative = await selection.ask(() =>
      inQuestions((questions) => askNegative(questions, basename(path), firstNegative(error))),
    );
    return negative === null ? undefined : readPackFile(path, { negative });
  }
}

/** The text of the first criterion with a negative weight, where an error asks what such a weight means. */
function firstNegative(error: unknown): string | undefined {
  const found = error instanceof UserError ? error.problem : undefined;
  return found && isProblem(found, 'pack.negativeUnclear') ? JSON.stringify(found.params.first) : undefined;
}

/** Null where nothing was answered. @param example a criterion with a negative weight */
async function askNegative(questions: Questions, name: string, example?: string): Promise<NegativeMeaning | null> {
  const rows = [
    {
      label: vscode.l10n.t('The text describes the fault'),
      description: vscode.l10n.t('“recommends …”, as in RaR-Medicine'),
      meaning: 'fault' as const,
    },
    {
      label: vscode.l10n.t('The text describes a response without the fault'),
      description: vscode.l10n.t('“does not recommend …”, as in most of RaR-Science'),
      meaning: 'avoidance' as const,
    },
  ];
  const picked = await questions.pick(rows, {
    title: vscode.l10n.t('{0}: what does a criterion with a negative weight describe?', name),
    placeHolder:
      example === undefined
        ? vscode.l10n.t('With the wrong choice, the fault is rewarded')
        : vscode.l10n.t('The first such criterion is {0}', example),
    ignoreFocusOut: true,
  });
  return picked?.meaning ?? null;
}

const endingOf = ({ syntax }: PackFormat): string => ({ json: 'json', yaml: 'yaml', lines: 'jsonl' })[syntax];

const criteriaText = (count: number): string =>
  count === 1 ? vscode.l10n.t('one criterion') : vscode.l10n.t('{0} criteria', count.toLocaleString());

function outcomeText(added: readonly AddedPack[]): string {
  const [only] = added;
  if (added.length > 1 || !only) return vscode.l10n.t('{0} rubrics were read.', added.length.toLocaleString());
  switch (only.outcome) {
    case 'added':
      return vscode.l10n.t('The rubric {0} was added.', only.id);
    case 'new-version':
      return vscode.l10n.t(
        'The rubric {0} now has version {1}. Judgments made with the previous version are kept.',
        only.id,
        only.version,
      );
    case 'changed':
      return vscode.l10n.t(
        'The rubric {0} was changed. It has no new version, because nobody had judged with the latest one.',
        only.id,
      );
    case 'unchanged':
      return vscode.l10n.t('The rubric {0} already exists and has not changed.', only.id);
  }
}

function countedText(what: string, counted: readonly Counted[]): string[] {
  return counted.length === 0
    ? []
    : [`${what}: ${counted.map(({ count, reason }) => `${reason} (${count.toLocaleString()})`).join('; ')}.`];
}
