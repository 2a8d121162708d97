import * as vscode from 'vscode';
import { UserError } from '../../core/model/problems/problem';
import { changeStudySetting } from '../settings/changeStudySetting';
import type { StudyDocument } from '../study/studyDocument';

/** A value that items have in common, and the field that it stands in. */
export interface FieldValue {
  readonly by: string;
  readonly value: string;
}

/**
 * Asks how annotators are sent to items with these values, and writes the plan: least annotated slices of these fields
 * first, or only these items. Resolves to what was done, in words; undefined where the person thought better of it.
 * Rejects with `UserError` where the project file cannot be changed.
 */
export async function sendAnnotators(
  document: StudyDocument,
  fields: readonly FieldValue[],
): Promise<string | undefined> {
  if (!document.session) throw new UserError(vscode.l10n.t('The study is not open'));
  const { plan } = document.session.study.project;
  const what = fields.map(({ by, value }) => `${by}: ${value}`).join(', ');
  const paths = fields.map(({ by }) => by);
  const picked = await vscode.window.showQuickPick(
    [
      {
        label: vscode.l10n.t('Least annotated slices first'),
        detail: vscode.l10n.t('By {0}. All other items come after.', paths.join(', ')),
        does: 'thin' as const,
      },
      {
        label: vscode.l10n.t('Only these items: {0}', what),
        detail: vscode.l10n.t('No other item is assigned until you remove the filter in Study Settings.'),
        does: 'filter' as const,
      },
    ],
    {
      title: vscode.l10n.t('Send annotators there'),
      placeHolder: vscode.l10n.t('Changes the plan of the study for everybody'),
    },
  );
  if (!picked) return undefined;
  if (picked.does === 'thin') {
    await changeStudySetting(document, ['plan'], {
      ...plan,
      order: 'thin',
      slices: [...new Set([...paths, ...(plan?.slices ?? [])])],
    });
    return vscode.l10n.t('The plan now begins with the least annotated slices, by {0}.', paths.join(', '));
  }
  await changeStudySetting(document, ['plan', 'filter', 'fields'], {
    ...plan?.filter?.fields,
    ...Object.fromEntries(fields.map(({ by, value }) => [by, value])),
  });
  return vscode.l10n.t('The plan now assigns only these items: {0}', what);
}
