import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { matchingLayouts } from '../../core/dataset/matchingLayouts';
import { headOf, objectsOf } from '../../core/dataset/records/head';
import { layoutNamed } from '../../core/dataset/layouts';
import type { Reading } from '../../core/dataset/items/parse';
import { changedItems, previewOf } from '../../core/dataset/items/preview';
import { expandSources } from '../../core/dataset/sources/sources';
import { UserError } from '../../core/model/problems/problem';
import { openProject } from '../../core/study/projectFile';
import { changeReading, countJudgements } from '../../core/study/datasetReading';
import { Questions } from '../surface/questions';
import type { DeskEditor } from '../desk/deskEditor';
import { mayChooseFields } from './fieldProblems';
import { chooseReading } from './fieldChooser';
import type { ReadingDraft } from './fieldChooserState';
import { openStudyFirst } from '../study/openStudyFirst';
import { registerKeyCommands } from '../surface/keyCommands';

/** "Choose Fields": has the dataset of the open study read in another layout, or with its fields elsewhere. */
export function registerChooseFields(editor: DeskEditor): vscode.Disposable[] {
  return registerKeyCommands({
    chooseFields: async () => {
      const { study } = editor;
      if (!study) return void openStudyFirst();
      const comeBack = editor.desk?.leaveFor();
      try {
        if (await changeFields(study.uri.fsPath)) study.look();
      } catch (error) {
        if (!(error instanceof UserError) && !(error instanceof Error && 'syscall' in error)) throw error;
        tell(error);
      }
      comeBack?.();
    },
  });
}

/**
 * Asks, and writes what was chosen into the project; tells whether it did. Throws `UserError` where the dataset or the
 * project cannot be read.
 */
async function changeFields(project: string): Promise<boolean> {
  const { data } = await openProject(project);
  const { sources, layout: name, mapping, gather } = data.dataset;
  const { files } = await expandSources(sources, dirname(project));
  const layout = layoutNamed(name);
  const before: ReadingDraft = { layout, mapping, gather: gather ?? false };
  let head = await headOf(files, mapping, layout);
  let draft: ReadingDraft = layout
    ? { ...before, mapping: knownOnly(mapping, layout) }
    : { ...before, layout: matchingLayouts(objectsOf(head), {})[0], mapping: {} };
  const steps = new Questions();
  try {
    for (;;) {
      const accept = {
        label: vscode.l10n.t('Use these fields'),
        description: vscode.l10n.t('saves to {0}', basename(project)),
      };
      const reading = await chooseReading(
        { title: vscode.l10n.t('Fields of {0}', basename(project, '.tiebreak')), files, head, draft, accept },
        steps,
      );
      if (!reading || isSame(reading, before)) return false;
      if (await mayChange({ project, files, before, after: reading }, steps)) {
        await changeReading(project, reading);
        return true;
      }
      [draft, head] = [reading, await headOf(files, reading.mapping, reading.layout)];
    }
  } finally {
    steps.dispose();
  }
}

interface DraftUpdate {
  readonly project: string;
  readonly files: readonly string[];
  readonly before: ReadingDraft;
  readonly after: Reading;
}

/** Says what becomes of judgements that were made, where there are any; false where the person wants to look again. */
async function mayChange({ project, files, before, after }: DraftUpdate, steps: Questions): Promise<boolean> {
  const judged = await countJudgements(project);
  if (judged === 0) return true;
  const now = previewOf(await headOf(files, after.mapping, after.layout), after);
  const { of, changed } = before.layout
    ? changedItems(
        previewOf(await headOf(files, before.mapping, before.layout), { ...before, layout: before.layout }),
        now,
      )
    : { of: 0, changed: 0 };
  const change = {
    label: vscode.l10n.t('Change the fields'),
    description:
      changed > 0
        ? vscode.l10n.t('changed items: {0} of the first {1}', changed, of)
        : vscode.l10n.t('the first items do not change'),
    iconPath: new vscode.ThemeIcon('warning'),
  };
  const lines = [
    vscode.l10n.t('All annotations stay in the journals, even if their items change.'),
    vscode.l10n.t('Annotations of a changed item no longer count. The item must be judged again.'),
    vscode.l10n.t('They count again if you change the fields back.'),
  ];
  const items: vscode.QuickPickItem[] = [
    change,
    {
      label: vscode.l10n.t('Back to the fields'),
      description: vscode.l10n.t('saves nothing'),
      iconPath: new vscode.ThemeIcon('arrow-left'),
    },
    {
      label: vscode.l10n.t('Annotations in this study: {0}', judged.toLocaleString()),
      kind: vscode.QuickPickItemKind.Separator,
    },
    ...lines.map((description) => ({ label: '', description })),
  ];
  const [picked] =
    (await steps.ask({
      title: vscode.l10n.t('This study has annotations. Change the fields of its dataset?'),
      placeholder: vscode.l10n.t('Press Enter to change the fields, or Escape to go back'),
      items,
      hasBack: true,
    })) ?? [];
  return picked === change;
}

function tell(error: Error): void {
  const choose = vscode.l10n.t('Choose Fields…');
  // Not awaited: the notification may stay for as long as it likes.
  void vscode.window
    .showErrorMessage(
      error.message,
      ...(error instanceof UserError && mayChooseFields(error.problem?.code) ? [choose] : []),
    )
    .then(async (picked) => {
      if (picked === choose) await vscode.commands.executeCommand('tiebreak.chooseFields');
    });
}

const knownOnly = (mapping: Reading['mapping'], { fields, hasCodes }: Reading['layout']): Reading['mapping'] =>
  Object.fromEntries(
    Object.entries(mapping).filter(
      ([name]) =>
        Object.hasOwn(fields, name) ||
        name === 'records' ||
        name === 'judges' ||
        (name === 'values' && hasCodes === true),
    ),
  );

function isSame(a: ReadingDraft, b: ReadingDraft): boolean {
  const key = ({ layout, mapping, gather }: ReadingDraft): string =>
    JSON.stringify([layout?.name, Object.entries(mapping).sort(([x], [y]) => (x < y ? -1 : 1)), gather ?? false]);
  return key(a) === key(b);
}
