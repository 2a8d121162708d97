import * as vscode from 'vscode';
import { ruleScopes } from '../../core/model/annotation/judgementValues';
import type { DeskRule } from '../../core/model/desk/deskRules';
import type { StudyQuery } from './studyQuery';
import type { Questions } from '../surface/questions';

type Rule = NonNullable<StudyQuery['rule']>;

/** Asks by which rule items are looked for, and by which mark; undefined where the person thought better of it. */
export async function askRuleMark(questions: Questions, rules: readonly DeskRule[]): Promise<Rule | undefined> {
  const title = vscode.l10n.t('Filter items by rule mark');
  const rule = await questions.pick(
    rules.map(({ id, feedback, scope }) => ({ label: feedback, description: scope, id })),
    { title, placeHolder: vscode.l10n.t('Select a rule'), matchOnDescription: true },
  );
  if (!rule) return undefined;
  const mark = await questions.pick(
    [...ruleScopes, 'unmarked' as const].map((each) => ({ label: markText(each), mark: each })),
    { title, placeHolder: rule.label },
  );
  return mark && { rule: rule.id, feedback: rule.label, mark: mark.mark };
}

/** A mark of a rule, for people. */
export const ruleText = ({ feedback, mark }: Rule): string => vscode.l10n.t('{0}: {1}', markText(mark), feedback);

/** Where a prompt stands to a rule's scope, for people. */
export function markText(mark: Rule['mark']): string {
  switch (mark) {
    case 'in':
      return vscode.l10n.t('in scope');
    case 'near':
      return vscode.l10n.t('near miss');
    case 'out':
      return vscode.l10n.t('out of scope');
    case 'unmarked':
      return vscode.l10n.t('not marked');
  }
}
