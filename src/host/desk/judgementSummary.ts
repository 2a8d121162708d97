import * as vscode from 'vscode';
import type { Judgement } from '../../core/model/annotation/annotation';

/** What a judgement says, in one line. @param name the letter of a response @param withTexts says that there are critiques or a rationale */
export function judgementSummary(judgement: Judgement, name: (id: string) => string, withTexts = true): string {
  const {
    ranking,
    comparisons,
    acceptable,
    ratings,
    critiques,
    steps,
    diffComments,
    takeovers,
    rationale,
    flags,
    skip,
    demonstrations,
    refinements,
    metaCritiques,
    rules,
  } = judgement;
  const signs: Readonly<Record<string, string>> = { a: '>', b: '<' };
  const said = [
    ...(skip ? [vscode.l10n.t('skipped: {0}', skip.reason)] : []),
    ...(ranking ? [ranking.tiers.map((tier) => tier.map(name).sort().join(' = ')).join(' > ')] : []),
    ...(comparisons
      ? [
          comparisons
            .map(({ a, b, outcome }) => `${name(a)} ${signs[outcome] ?? `= (${outcome})`} ${name(b)}`)
            .join(', '),
        ]
      : []),
    ...(acceptable
      ? [
          vscode.l10n.t(
            'acceptable: {0}',
            Object.entries(acceptable)
              .filter(([, is]) => is)
              .map(([id]) => name(id))
              .sort()
              .join(', ') || '–',
          ),
        ]
      : []),
    ...(ratings?.length
      ? [
          ratings
            .map(({ response, aspect, value }) => `${name(response)} ${aspect} ${value ?? vscode.l10n.t('n/a')}`)
            .join(', '),
        ]
      : []),
    ...(steps ? [steps.length === 1 ? vscode.l10n.t('one step') : vscode.l10n.t('{0} steps', steps.length)] : []),
    ...(diffComments
      ? [
          diffComments.length === 1
            ? vscode.l10n.t('one comment on code')
            : vscode.l10n.t('{0} comments on code', diffComments.length),
        ]
      : []),
    ...(takeovers
      ? [
          takeovers.length === 1
            ? vscode.l10n.t('one run taken over')
            : vscode.l10n.t('{0} runs taken over', takeovers.length),
        ]
      : []),
    ...(flags?.length
      ? [flags.map(({ flag, response }) => (response === undefined ? flag : `${name(response)} ${flag}`)).join(', ')]
      : []),
    ...(refinements?.length
      ? [vscode.l10n.t('refined: {0}', refinements.map(({ response }) => name(response)).join(', '))]
      : []),
    ...(rules?.length
      ? [rules.length === 1 ? vscode.l10n.t('one rule') : vscode.l10n.t('{0} rules', rules.length)]
      : []),
    ...(demonstrations?.length
      ? [
          demonstrations.length === 1
            ? vscode.l10n.t('one answer')
            : vscode.l10n.t('{0} answers', demonstrations.length),
        ]
      : []),
    ...(metaCritiques
      ? [vscode.l10n.t('judged critiques of {0}', metaCritiques.map(({ response }) => name(response)).join(', '))]
      : []),
    ...(withTexts && (critiques?.length || rationale) ? [vscode.l10n.t('with critique or rationale')] : []),
  ];
  return said.join(' · ') || vscode.l10n.t('other content');
}
