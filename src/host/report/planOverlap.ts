import * as vscode from 'vscode';
import { UserError } from '../../core/model/problems/problem';
import { changeStudySetting } from '../settings/changeStudySetting';
import type { StudyDocument } from '../study/studyDocument';

/**
 * Asks who judges items beside those who do, where only one person does, and whether two judge some of the items or all,
 * and writes the plan. Resolves to what was done, in words; undefined where the person thought better of it. Rejects with
 * `UserError` where the project file cannot be changed.
 * @param enough as many items judged by two tell what nobody can know yet
 */
export async function planOverlap(document: StudyDocument, enough: number): Promise<string | undefined> {
  const { session } = document;
  if (!session) throw new UserError(vscode.l10n.t('The study is not open'));
  const { plan } = session.study.project;
  const known = plan?.annotators ?? [...new Set([session.annotator, ...session.study.replay.annotators()])];
  const title = vscode.l10n.t('Let two annotators judge the same items');
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
  const names = annotators.join(', ');
  const all = session.dataset.count;
  const some = {
    label: vscode.l10n.t('About {0} of the items', enough.toLocaleString(vscode.env.language)),
    detail: vscode.l10n.t('Drawn at random. Each of the others comes to one annotator.'),
    overlap: Number((enough / all).toPrecision(3)),
  };
  const each = {
    label: vscode.l10n.t('All items'),
    detail: vscode.l10n.t('Each comes to two annotators.'),
    overlap: undefined,
  };
  const picked = await vscode.window.showQuickPick(enough < all ? [some, each] : [each], {
    title,
    placeHolder: vscode.l10n.t('Changes the plan of the study for everybody. Annotators: {0}', names),
    ignoreFocusOut: true,
  });
  if (!picked) return undefined;
  const { overlap } = picked;
  await changeStudySetting(document, ['plan'], { ...plan, annotators, perItem: 2, overlap });
  return overlap === undefined
    ? vscode.l10n.t('The plan now gives each item to two of these annotators: {0}', names)
    : vscode.l10n.t('The plan now gives some of the items to two of these annotators: {0}', names);
}
