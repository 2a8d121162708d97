import * as vscode from 'vscode';
import type { Rubrics } from '../../core/model/rubric/rubric';
import { addWrittenCriterion } from '../../core/rubric/writtenCriterion';
import { drawnLetters } from '../../core/rubric/ids';
import type { StudyDocument } from '../study/studyDocument';
import { inQuestions } from '../surface/questions';

interface Where extends vscode.QuickPickItem {
  /** Id of the rubric that gets it; undefined for the one of the item. */
  readonly rubric?: string;
}

/**
 * Asks what decided a preference and which items that is asked of from now on, and writes it into the study's rubrics.
 * Tells whether it did.
 */
export async function writeCriterion(document: StudyDocument, item: string, why: string): Promise<boolean> {
  const { session } = document;
  if (!session) return false;
  const { study } = session;
  const title = vscode.l10n.t('Write a criterion');
  const asked = await inQuestions(async (questions) => {
    const text = await questions.input({
      title: vscode.l10n.t('{0} (1/2)', title),
      prompt: why,
      placeHolder: vscode.l10n.t('A yes-or-no question, for example: Does it cite its sources?'),
      validateInput: (value) =>
        value.trim() === '' ? vscode.l10n.t('Enter a question that describes the difference.') : undefined,
    });
    if (text === undefined) return undefined;
    const where = await questions.pick(places(study.rubrics, item), {
      title: vscode.l10n.t('{0} (2/2): for which items?', title),
      placeHolder: vscode.l10n.t('Select the rubric for the new criterion'),
      ignoreFocusOut: true,
    });
    return where && { text, where };
  });
  if (!asked) return false;
  const { text, where } = asked;
  const editing = {
    used: study.versionsInUse,
    author: session.annotator,
    time: new Date().toISOString(),
    draw: drawnLetters,
  };
  const made: { id?: string } = {};
  await study.changeRubrics((rubrics) => {
    const added = addWrittenCriterion(rubrics, { rubric: where.rubric, item, text: text.trim() }, editing);
    made.id = added.id;
    return added.rubrics;
  });
  session.changed();
  void tell(made.id ?? '', text.trim());
  return true;
}

/** Where a criterion may stand: of this item alone, or in a rubric that holds it among others. */
function places({ rubrics }: Rubrics, item: string): Where[] {
  const only: Where = { label: vscode.l10n.t('This item only'), description: item };
  const others = rubrics
    .filter(({ scope }) => scope?.kind !== 'item')
    .map(({ id, title, scope }): Where => {
      const of =
        scope?.kind === 'slice'
          ? Object.entries(scope.fields)
              .map(([field, value]) => `${field} ${value}`)
              .join(', ')
          : vscode.l10n.t('the whole study');
      return { label: title, description: of, rubric: id };
    });
  return [only, ...others];
}

/** Offers to go on with it where rubrics are edited. */
async function tell(criterion: string, text: string): Promise<void> {
  const edit = vscode.l10n.t('Edit Rubrics');
  const commands = await vscode.commands.getCommands(true);
  const offers = commands.includes('tiebreak.editRubrics') ? [edit] : [];
  const picked = await vscode.window.showInformationMessage(
    vscode.l10n.t('Criterion added: “{0}”. It is active from now on.', text),
    ...offers,
  );
  if (picked === edit) await vscode.commands.executeCommand('tiebreak.editRubrics', criterion);
}
