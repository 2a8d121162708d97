import * as vscode from 'vscode';
import { UserError } from '../../core/model/problems/problem';
import { changeStudySetting } from '../settings/changeStudySetting';
import type { StudyDocument } from '../study/studyDocument';

/**
 * Asks who judges items beside those who do, where only one person does, and writes a plan under which two judge each
 * item. Resolves to what was done, in words; undefined where the person thought better of it. Rejects with `UserError`
 * where the project file cannot be changed.
 */
export async function planOverlap(document: StudyDocument): Promise<string | undefined> {
  const { session } = document;
  if (!session) throw new UserError(vscode.l10n.t('The study is not open'));
  const { plan } = session.study.project;
  const known = plan?.annotators ?? [...new Set([session.annotator, ...session.study.replay.annotators()])];
  const title = vscode.l10n.t('Let two annotators judge each item');
  const second =
    known.length > 1
      ? ''
      : await vscode.window.showInputBox({
          title,
          prompt: vscode.l10n.t('The name of the second annotator. {0} is the first.', known[0] ?? ''),
          ignoreFocusOut: true,
          validateInput: (name) =>
            name.trim() === '' || known.includes(name.trim()) ? vscode.l10n.t('Enter another name.') : undefined,
        });
  if (second === undefined) return undefined;
  const annotators = [...known, ...(second === '' ? [] : [second.trim()])];
  const write = vscode.l10n.t('Change the plan');
  const answer = await vscode.window.showInformationMessage(
    title,
    {
      modal: true,
      detail: vscode.l10n.t('Annotators: {0}. Changes the plan of the study for everybody.', annotators.join(', ')),
    },
    write,
  );
  if (answer !== write) return undefined;
  await changeStudySetting(document, ['plan'], { ...plan, annotators, perItem: 2 });
  return vscode.l10n.t('The plan now gives each item to two of these annotators: {0}', annotators.join(', '));
}
