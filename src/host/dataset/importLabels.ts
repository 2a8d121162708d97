import * as vscode from 'vscode';
import type { Session } from '../../core/desk/session';
import { runs } from '../../core/dataset/layouts/runs/runs';
import type { ImportProgress, ImportResult } from '../../core/import/importResult';
import type { UnknownValues } from '../../core/model/problems/datasetItems';
import { allJudgedByPeople } from '../../core/dataset/fields/fieldMapping';
import { isModelName } from '../../core/dataset/layouts/labels/judgeNames';
import { importedModel } from '../../core/import/judgeCounter';
import { isProblem, messageOf } from '../../core/model/problems/problem';
import { openProject } from '../../core/study/projectFile';
import type { DeskEditor } from '../desk/deskEditor';
import { valuesText } from '../../core/model/problems/datasetItems';
import { openStudyFirst } from '../study/openStudyFirst';
import type { StudyDocument } from '../study/studyDocument';
import { importInWorker } from '../worker/hostWorkers';
import { filesText, labelsAnnotator, quoted } from './labelNotice';

/**
 * "Take Over Labels of the Dataset": the labels that it came with become judgements in journals of their own. Given a
 * study and a name by the notification that offers it.
 */
export function registerImportLabels(editor: DeskEditor): vscode.Disposable {
  /** By file: one at a time would find what the other has not written yet. */
  const running = new Set<string>();
  return vscode.commands.registerCommand('tiebreak.takeOverLabels', async (study: unknown, name: unknown) => {
    const document = study instanceof vscode.Uri ? editor.studyOf(study) : editor.study;
    const session = document?.session;
    if (!session) return void openStudyFirst();
    const what = typeof name === 'string' ? 'labels' : await askWhat(editor, document, session);
    if (what === undefined) return;
    const annotator =
      what === 'outcomes' ? 'outcomes' : typeof name === 'string' ? name : await askName(editor, document, session);
    if (annotator === undefined) return;
    const model =
      what === 'outcomes' ? undefined : await askModel(editor, document, session, annotator, typeof name === 'string');
    if (model === 'cancelled') return;
    const key = document.uri.toString();
    if (running.has(key))
      return void vscode.window.showInformationMessage(
        vscode.l10n.t('Tiebreak is already importing the labels of {0}.', filesText(session)),
      );
    running.add(key);
    try {
      await takeOver(document, session, annotator, model?.name, what === 'outcomes');
    } catch (error) {
      void vscode.window.showErrorMessage(messageOf(error));
    } finally {
      running.delete(key);
    }
  });
}

/** Of runs, asks whether labels or outcomes are meant; of all else labels are. Undefined where the person thinks better of it. */
async function askWhat(
  editor: DeskEditor,
  document: StudyDocument,
  session: Session,
): Promise<'labels' | 'outcomes' | undefined> {
  if (session.study.reading.layout !== runs) return 'labels';
  const comeBack = editor.deskOf(document)?.leaveFor();
  const picked = await vscode.window.showQuickPick(
    [
      {
        label: vscode.l10n.t('Outcomes of runs'),
        detail: vscode.l10n.t(
          'What tests, rewards and checkers say, as labels by these programs. They do not count as judgments by people.',
        ),
        what: 'outcomes' as const,
      },
      {
        label: vscode.l10n.t('Labels of the dataset'),
        detail: vscode.l10n.t('What people or models said of runs in the files, such as their first error.'),
        what: 'labels' as const,
      },
    ],
    { title: vscode.l10n.t('Import from {0}', filesText(session)), ignoreFocusOut: true },
  );
  comeBack?.();
  return picked?.what;
}

async function askName(editor: DeskEditor, document: StudyDocument, session: Session): Promise<string | undefined> {
  const comeBack = editor.deskOf(document)?.leaveFor();
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Import the labels of {0}', filesText(session)),
    prompt: vscode.l10n.t(
      'Annotator name for these labels. Annotators named in the dataset are saved separately, for example as NAME:ana.',
    ),
    value: labelsAnnotator(session, document.labels),
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (text.trim() === '') return vscode.l10n.t('Enter a name.');
      return text.trim() === session.annotator
        ? {
            message: vscode.l10n.t(
              'This is your name. The annotation editor will show the labels as your own judgments.',
            ),
            severity: vscode.InputBoxValidationSeverity.Warning,
          }
        : undefined;
    },
  });
  comeBack?.();
  return typed?.trim() || undefined;
}

/**
 * Asks whether a model gave the labels that name nobody, where there are some: it is no person who votes. Whoever took
 * an offer is asked only where the name is a model's. Undefined where nobody is asked; a `name` of null says people.
 */
async function askModel(
  editor: DeskEditor,
  document: StudyDocument,
  session: Session,
  annotator: string,
  isOffered: boolean,
): Promise<{ readonly name: string | null } | 'cancelled' | undefined> {
  const { labels } = document;
  const before = await importedModel(session.study, annotator);
  const seemsModel = before !== undefined || isModelName(annotator);
  const areAllNamed = labels !== undefined && labels.waiting > 0 && !labels.areSomeUnnamed;
  const arePeople = session.study.data.reading.mapping.judges === allJudgedByPeople;
  if (areAllNamed || arePeople || (isOffered && (before !== undefined || !seemsModel))) return undefined;
  const comeBack = isOffered ? undefined : editor.deskOf(document)?.leaveFor();
  const people = {
    label: vscode.l10n.t('People'),
    detail: vscode.l10n.t('The labels count as judgments by people.'),
    name: null,
  };
  const model = {
    label: vscode.l10n.t('A model'),
    detail: vscode.l10n.t('The labels are compared with the judgments by people, and do not count as such.'),
    name: before ?? annotator,
  };
  const picked = await vscode.window.showQuickPick(seemsModel ? [model, people] : [people, model], {
    title: vscode.l10n.t('Who gave the labels imported as {0}?', quoted(annotator)),
    placeHolder: vscode.l10n.t('Only for labels for which the dataset names nobody'),
    ignoreFocusOut: true,
  });
  comeBack?.();
  return picked ? { name: picked.name } : 'cancelled';
}

async function takeOver(
  document: StudyDocument,
  session: Session,
  annotator: string,
  model: string | null | undefined,
  outcomes = false,
): Promise<void> {
  const file = filesText(session);
  let last: ImportProgress = { labels: 0, written: 0 };
  const result = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      cancellable: true,
      title: vscode.l10n.t('Importing the labels of {0}', file),
    },
    async (progress, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      const all = document.labels?.labels;
      let shown = 0;
      try {
        return await importInWorker(
          { project: document.uri.fsPath, annotator, model, outcomes },
          abort.signal,
          (done) => {
            last = done;
            const labels = done.labels.toLocaleString();
            progress.report(
              all
                ? {
                    message: vscode.l10n.t('{0} of {1}', labels, all.toLocaleString()),
                    increment: ((done.labels - shown) / all) * 100,
                  }
                : { message: labels },
            );
            shown = done.labels;
          },
        );
      } catch (error) {
        if (abort.signal.aborted) return undefined;
        throw error;
      } finally {
        // The desk and the study's view follow at once, also where a disk does not tell of changes.
        await session.refresh();
      }
    },
  );
  if (!result) return void vscode.window.showInformationMessage(cancelledText(last.written));
  document.tookOver(result, annotator);
  // Not awaited: the notification may stay for as long as it likes.
  void tell(result, annotator, file, async (values) => {
    await changeValues(document.uri.fsPath, values);
    document.look();
    await takeOver(document, session, annotator, model);
  });
}

/** Says in the study what the values of its labels mean; all else stays as it is. */
async function changeValues(projectFile: string, values: string): Promise<void> {
  const project = await openProject(projectFile);
  const { dataset } = project.data;
  await project.write({ ...project.data, dataset: { ...dataset, mapping: { ...dataset.mapping, values } } });
}

async function tell(
  result: ImportResult,
  annotator: string,
  file: string,
  importWith: (values: string) => Promise<void>,
): Promise<void> {
  const problems = vscode.l10n.t('Show Problems');
  const fields = vscode.l10n.t('Choose Fields…');
  const skip = vscode.l10n.t('Skip These Values');
  const skips = unknownValuesIn(result)?.skips ?? undefined;
  const buttons = [
    ...(skips === undefined ? [] : [skip]),
    ...(unreadableIn(result) + result.unread > 0 ? [problems] : []),
    ...(result.unread > 0 ? [fields] : []),
  ];
  const show = result.unread > 0 ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
  const picked = await show([...outcome(result, annotator, file)].join(' '), ...buttons);
  if (picked === problems) await vscode.commands.executeCommand('workbench.actions.view.problems');
  if (picked === fields) await vscode.commands.executeCommand('tiebreak.chooseFields');
  if (picked === skip && skips !== undefined)
    await importWith(skips).catch((error: unknown) => void vscode.window.showErrorMessage(messageOf(error)));
}

/** The values of labels for which the import was refused. */
const unknownValuesIn = ({ problems }: ImportResult): UnknownValues | undefined =>
  problems
    .flatMap(({ code, params }) => (code && params ? [{ code, params }] : []))
    .flatMap((each) => (isProblem(each, 'import.valuesUnknown') ? (each.params.unknown ?? []) : []))[0];

const unreadableIn = ({ problems }: ImportResult): number =>
  problems.filter(({ severity }) => severity === 'error').length;

/** So many names are told. */
const maxNames = 3;

/** What was done, in sentences. */
function* outcome(result: ImportResult, annotator: string, file: string): Generator<string> {
  const { labels, written, unchanged, judged, repeated, unread, skipped, corrected, models } = result;
  const count = (number: number): string => number.toLocaleString();
  const names = result.annotators.length > 0 ? result.annotators : [annotator];
  const listed = names.slice(0, maxNames).map(quoted).join(', ');
  const whose = names.length > maxNames ? vscode.l10n.t('{0} and {1} more', listed, names.length - maxNames) : listed;
  if (written > 0)
    yield written === 1
      ? vscode.l10n.t('1 label imported as a judgment by {0}.', whose)
      : vscode.l10n.t('{0} labels imported as judgments by {1}.', count(written), whose);
  else if (labels === 0 && unread === 0) yield vscode.l10n.t('Nothing to import: no labels found in {0}.', file);
  else if (unchanged > 0)
    yield vscode.l10n.t('Nothing to import: judgments by {1} already contain the labels of {0}.', file, whose);
  else yield vscode.l10n.t('No label of {0} was imported.', file);
  if (models.length > 0) {
    const judges = models
      .slice(0, maxNames)
      .map(({ model, labels: own }) => vscode.l10n.t('{0}: {1}', quoted(model), count(own)))
      .join(', ');
    yield models.length > maxNames
      ? vscode.l10n.t('Labels given by models: {0}, and more.', judges)
      : vscode.l10n.t('Labels given by models: {0}.', judges);
  }
  if (corrected > 0)
    yield corrected === 1
      ? vscode.l10n.t('1 of them had been imported as a judgment of another judge (a person, or another model).')
      : vscode.l10n.t(
          '{0} of them had been imported as judgments of another judge (a person, or another model).',
          count(corrected),
        );
  if (written > 0 && unchanged > 0)
    yield unchanged === 1
      ? vscode.l10n.t('1 label had already been imported.')
      : vscode.l10n.t('{0} labels had already been imported.', count(unchanged));
  if (judged > 0)
    yield judged === 1
      ? vscode.l10n.t(
          '1 label was skipped: its item was already judged by hand under the same annotator name. That judgment is kept.',
        )
      : vscode.l10n.t(
          '{0} labels were skipped: their items were already judged by hand under the same annotator name. Those judgments are kept.',
          count(judged),
        );
  if (repeated > 0)
    yield repeated === 1
      ? vscode.l10n.t('1 label was skipped: its item is a copy of an earlier item. One judgment counts for all copies.')
      : vscode.l10n.t(
          '{0} labels were skipped: their items are copies of earlier items. One judgment counts for all copies.',
          count(repeated),
        );
  if (unread > 0)
    yield unread === 1
      ? vscode.l10n.t(
          'The label of 1 record was skipped: the meaning of its value is not set. Select “Choose Fields…” to set it.',
        )
      : vscode.l10n.t(
          'The labels of {0} records were skipped: the meaning of their values is not set. Select “Choose Fields…” to set it.',
          count(unread),
        );
  const unknown = unknownValuesIn(result);
  if (unknown) yield vscode.l10n.t('Values without a meaning: {0}.', valuesText(unknown.values, unknown.hasMore));
  if (skipped > 0)
    yield skipped === 1
      ? vscode.l10n.t('1 label was skipped: its value is set to be skipped.')
      : vscode.l10n.t('{0} labels were skipped: their values are set to be skipped.', count(skipped));
  const unreadable = unreadableIn(result);
  if (unreadable > 0)
    yield unreadable === 1
      ? vscode.l10n.t('1 record could not be read. See the Problems view.')
      : vscode.l10n.t('{0} records could not be read. See the Problems view.', count(unreadable));
}

function cancelledText(written: number): string {
  if (written === 0) return vscode.l10n.t('Canceled. No label was imported.');
  return written === 1
    ? vscode.l10n.t('Canceled. 1 label was imported. Run “Import Labels from the Dataset…” to import the rest.')
    : vscode.l10n.t(
        'Canceled. {0} labels were imported. Run “Import Labels from the Dataset…” to import the rest.',
        written.toLocaleString(),
      );
}
