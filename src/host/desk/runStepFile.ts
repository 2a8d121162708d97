import * as vscode from 'vscode';
import type { Desk } from '../../core/desk/desk';
import { filesAfterStep, type FileAtStep } from '../../core/desk/runs/files/filesAfterStep';
import type { FileContent, Passage } from '../../core/desk/runs/files/fileContent';
import { nameOf } from '../../core/desk/runs/files/filePaths';
import { letterOf } from '../../core/model/annotation/blindOrder';
import type { RunFileNotice } from '../../core/model/desk/deskRun';
import type { Response } from '../../core/model/item/item';
import { placedRunSteps } from '../../core/model/item/placedRunSteps';
import { inQuestions } from '../surface/questions';
import type { DeskAccess } from './deskPickers';
import { responseDocument } from './responseDifferences';

const beside = { viewColumn: vscode.ViewColumn.Beside, preview: true, preserveFocus: true } as const;

/** The step in hand, as people call it. */
interface AtStep {
  readonly letter: string;
  readonly nth: string;
  /** What people call a step, by its number. */
  readonly nthOf: (step: number) => string;
}

/**
 * Opens the file that the step in hand is about, as it was after the step, beside the desk: with the state before where
 * the step changes it. Asks which one where the step names several or none, and says what is not known.
 */
export async function openStepFile(deskAccess: DeskAccess, desk: Desk): Promise<void> {
  await desk.settled();
  const { item } = deskAccess;
  const response = item && desk.open?.shown.responses[item.selected];
  if (!item?.run || !response) return;
  const { step, nth } = item.run;
  const files = filesAfterStep(response, step);
  if (files.length === 0) {
    desk.announce({ kind: 'no-file', nth });
    return;
  }
  const at: AtStep = { letter: letterOf(item.selected), nth, nthOf: numbersOf(response) };
  const own = files.filter(({ isOfStep }) => isOfStep);
  const file = own.length === 1 ? own[0] : await chooseFile(deskAccess, own.length > 0 ? own : files, at);
  if (!file) return;
  await open(file, at);
  desk.announce(noticeOf(file, at));
}

const numbersOf =
  (response: Response) =>
  (step: number): string =>
    placedRunSteps(response)[step]?.nth ?? String(step + 1);

async function chooseFile(
  deskAccess: DeskAccess,
  files: readonly FileAtStep[],
  { nth, nthOf }: AtStep,
): Promise<FileAtStep | undefined> {
  const comeBack = await deskAccess.leaveForQuestion();
  const rows = files.map((file) => ({
    label: nameOf(file.path),
    description: file.path,
    detail: vscode.l10n.t('Last named in step {0}', nthOf(file.lastStep)),
    file,
  }));
  const row = await inQuestions((questions) =>
    questions.pick(rows, {
      title: vscode.l10n.t('Files of the run up to step {0}', nth),
      placeHolder: vscode.l10n.t('Which file do you want to see?'),
      matchOnDescription: true,
    }),
  );
  comeBack();
  return row?.file;
}

async function open({ path, before, after, changes, isChanged }: FileAtStep, at: AtStep): Promise<void> {
  const name = nameOf(path);
  const documentOf = (state: string, text: string): vscode.Uri =>
    responseDocument(`${vscode.l10n.t('{0}, step {1}', at.letter, at.nth)}, ${state}/${name}`, text);
  const [old, now] = [vscode.l10n.t('before'), vscode.l10n.t('after')];
  const differ = async (left: string, right: string): Promise<void> => {
    const title = vscode.l10n.t('{0} ({1}, step {2})', name, at.letter, at.nth);
    await vscode.commands.executeCommand('vscode.diff', documentOf(old, left), documentOf(now, right), title, beside);
  };
  const [was, is] = [textOf(before), textOf(after)];
  if (isChanged && was !== undefined && is !== undefined) return differ(was, is);
  if (after.kind === 'whole') return show(documentOf(now, after.text));
  if (after.kind !== 'unknown' || after.passages.length === 0) return undefined;
  if (changes.length === 0) return show(documentOf(now, passagesText(after.passages, at)));
  const own = (side: 'old' | 'new'): string =>
    `${restUnknown()}\n${changes.map((change) => `\n${change[side].replace(/\n$/, '')}\n`).join('')}`;
  return differ(own('old'), own('new'));
}

async function show(uri: vscode.Uri): Promise<void> {
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), beside);
}

/** All that is in a file; undefined where that is not known. */
const textOf = (content: FileContent): string | undefined =>
  content.kind === 'whole' ? content.text : content.kind === 'deleted' ? '' : undefined;

const restUnknown = (): string =>
  vscode.l10n.t('Only what the run wrote into this file. The rest of the file is not in the run.');

function passagesText(passages: readonly Passage[], { nthOf }: AtStep): string {
  const told = vscode.l10n.t('Each passage is as its step left it. A later step may have changed it.');
  const parts = passages.map(
    ({ step, text }) => `── ${vscode.l10n.t('Step {0}', nthOf(step))} ──\n${text.replace(/\n$/, '')}\n`,
  );
  return [`${restUnknown()}\n${told}\n`, ...parts].join('\n');
}

function noticeOf({ path, before, after, changes, isChanged }: FileAtStep, { nth, nthOf }: AtStep): RunFileNotice {
  const notice = (shows: RunFileNotice['shows'], step?: number): RunFileNotice => ({
    kind: 'run-file',
    nth,
    name: nameOf(path),
    shows,
    ...(step !== undefined && { cause: nthOf(step) }),
  });
  if (after.kind === 'whole') {
    if (after.doubt !== undefined) return notice('doubted', after.doubt);
    return notice(isChanged && textOf(before) !== undefined ? 'changed' : 'whole');
  }
  if (after.kind !== 'unknown') return notice(after.kind);
  if (after.passages.length > 0 || changes.length > 0) return notice('passages');
  return notice(after.cause.by, after.cause.step);
}
