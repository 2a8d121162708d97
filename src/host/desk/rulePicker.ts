import * as vscode from 'vscode';
import { ruleListOf } from '../../core/desk/rules/ruleList';
import type { Desk } from '../../core/desk/desk';
import type { RuleFields } from '../../core/model/rubric/rule';
import type { RuleDeskAction } from '../../protocol/rules';
import type { DeskAccess } from './deskPickers';
import { inQuestions, type Questions } from '../surface/questions';

/** Asks for a new rule, or for other words of the one in hand, and writes it. */
export async function writeRule(action: RuleDeskAction, deskAccess: DeskAccess, desk: Desk): Promise<void> {
  // The rule that was gone to last is the one.
  await desk.settled();
  const {
    item,
    document: { session },
  } = deskAccess;
  if (!item || !session) return;
  const row = item.rules?.row ?? null;
  const rule = action === 'editRule' && row !== null ? ruleListOf(session.study.rules).rules[row] : undefined;
  if (action === 'editRule' && !rule) return;
  const comeBack = await deskAccess.leaveForQuestion();
  const words = await inQuestions((questions) => askRule(questions, rule));
  comeBack();
  if (words) await desk.writeRule(words, rule?.id, item.key);
}

/** Asks what is to be done otherwise, and for which prompts; undefined where the person thought better of it. */
async function askRule(
  questions: Questions,
  before: Pick<RuleFields, 'feedback' | 'scope'> | undefined,
): Promise<Pick<RuleFields, 'feedback' | 'scope'> | undefined> {
  const title = before ? vscode.l10n.t('Edit rule') : vscode.l10n.t('Write a rule');
  const feedback = await ask(
    questions,
    vscode.l10n.t('{0} (1/2): feedback', title),
    vscode.l10n.t('What should responses do? Write it as you would tell the model'),
    vscode.l10n.t('Answer in one sentence'),
    before?.feedback,
  );
  if (feedback === undefined) return undefined;
  const scope = await ask(
    questions,
    vscode.l10n.t('{0} (2/2): scope', title),
    vscode.l10n.t('Which prompts does this rule apply to? It is not used for other prompts'),
    vscode.l10n.t('When the user asks for a definition'),
    before?.scope,
  );
  return scope === undefined ? undefined : { feedback, scope };
}

/** Words from a file may have several lines, which the question has no room for: what was left as it is stays so. */
async function ask(
  questions: Questions,
  title: string,
  prompt: string,
  placeHolder: string,
  before = '',
): Promise<string | undefined> {
  const value = before.replaceAll(/\s*\r?\n\s*/g, ' ');
  const written = await questions.input({
    title,
    prompt,
    placeHolder,
    value,
    validateInput: (text) =>
      text.trim() === '' ? vscode.l10n.t('Enter some text, or press Escape to cancel.') : undefined,
  });
  return written === value ? before : written;
}
