import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { FileProblem } from '../../core/model/problems/problem';
import { locationText } from '../../core/model/problems/wording';
import { forLabel } from '../items/itemLabels';
import { titled, type FieldChooserState } from './fieldChooserState';

/** All of them, to be read; Enter and Escape lead back. */
export async function showProblems(state: FieldChooserState, problems: readonly FileProblem[]): Promise<void> {
  const items = problems.map(({ severity, file, message, ...place }): vscode.QuickPickItem => ({
    label: forLabel(locationText(basename(file), place)),
    detail: forLabel(message),
    iconPath: new vscode.ThemeIcon(severity),
  }));
  await state.questions.ask({
    title: titled(state, vscode.l10n.t('problems')),
    placeholder: vscode.l10n.t('Press Enter to go back'),
    items,
    hasBack: true,
  });
}

/** A problem with its place in the file. */
export function problemText({ file, message, ...place }: FileProblem): string {
  return forLabel(`${locationText(basename(file), place)}: ${message}`);
}
