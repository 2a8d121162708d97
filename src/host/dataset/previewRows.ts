import * as vscode from 'vscode';
import type { ItemOrProblem } from '../../core/dataset/items/parsedItem';
import { valuePreview } from '../../core/dataset/records/valuePreview';
import type { Judgement } from '../../core/model/annotation/annotation';
import { systemPromptOf, turnsOf, type Message } from '../../core/model/item/item';
import { forLabel, isolated } from '../items/itemLabels';

/** More responses than these are a number. */
const maxResponses = 4;

/**
 * An item as it comes out of its record, a line for each part. Names no model: a lead may be an annotator as well. The
 * lines have no labels, so that what is typed finds only what there is to choose.
 */
export function previewRows(
  { item, labels }: Extract<ItemOrProblem, { readonly item: unknown }>,
  hidesLabels: boolean,
): vscode.QuickPickItem[] {
  const { prompt, context, evidence, references, criteria } = item;
  const texts = item.responses.map((response) => textOf(turnsOf(response)));
  // In many datasets the better one comes first.
  const responses = hidesLabels ? texts.sort() : texts;
  const system = systemPromptOf(item);
  const turns = system === undefined ? prompt : prompt.slice(1);
  const left = responses.length - maxResponses;
  const beside = [
    ...(system === undefined ? [] : [vscode.l10n.t('a system prompt')]),
    ...(context === undefined ? [] : [vscode.l10n.t('a context')]),
    ...(evidence ? [vscode.l10n.t('evidence: {0}', evidence.length)] : []),
    ...(references ? [vscode.l10n.t('references: {0}', references.length)] : []),
    ...(criteria ? [vscode.l10n.t('criteria: {0}', criteria.length)] : []),
  ];
  return [
    row(vscode.l10n.t('Prompt'), 'comment', textOf(turns)),
    ...responses
      .slice(0, maxResponses)
      .map((text, index) => row(vscode.l10n.t('Response {0}', index + 1), 'comment-discussion', text)),
    ...(left > 0
      ? [row(left === 1 ? vscode.l10n.t('1 more response') : vscode.l10n.t('{0} more responses', left), 'ellipsis', '')]
      : []),
    ...(beside.length > 0 ? [row(vscode.l10n.t('Also in this item'), 'book', beside.join(', '))] : []),
    row(
      vscode.l10n.t('Labels'),
      'tag',
      labels.length === 0 ? vscode.l10n.t('none') : labelText(labels.map(({ judgement }) => judgement)),
    ),
  ];
}

function row(label: string, icon: string, description: string): vscode.QuickPickItem {
  return {
    label: '',
    description: description === '' ? label : vscode.l10n.t('{0}: {1}', label, description),
    iconPath: new vscode.ThemeIcon(icon),
  };
}

/** How a conversation begins, and how many turns it has where it is more than one. */
function textOf(turns: readonly Message[]): string {
  const said = valuePreview(turns[0]?.content ?? '');
  const text = said === '' ? vscode.l10n.t('none') : forLabel(isolated(said));
  return turns.length > 1 ? vscode.l10n.t('{0} turns: {1}', turns.length, text) : text;
}

function labelText(judgements: readonly Judgement[]): string {
  const names: Record<keyof Judgement, string> = {
    ranking: vscode.l10n.t('a ranking'),
    comparisons: vscode.l10n.t('comparisons'),
    acceptable: vscode.l10n.t('good or bad'),
    ratings: vscode.l10n.t('ratings'),
    verdicts: vscode.l10n.t('verdicts'),
    winners: vscode.l10n.t('best responses per criterion'),
    critiques: vscode.l10n.t('critiques'),
    metaCritiques: vscode.l10n.t('judged critiques'),
    steps: vscode.l10n.t('steps'),
    runSteps: vscode.l10n.t('steps of runs'),
    calls: vscode.l10n.t('errors in calls'),
    diffComments: vscode.l10n.t('comments on code'),
    takeovers: vscode.l10n.t('runs that were taken over'),
    rationale: vscode.l10n.t('a rationale'),
    because: vscode.l10n.t('deciding criteria'),
    refinements: vscode.l10n.t('refinements'),
    rules: vscode.l10n.t('rule marks'),
    demonstrations: vscode.l10n.t('demonstrations'),
    flags: vscode.l10n.t('flags'),
    skip: vscode.l10n.t('a skipped item'),
    supports: vscode.l10n.t('evidence'),
    confidence: vscode.l10n.t('a confidence level'),
    clarification: vscode.l10n.t('a clarifying question'),
  };
  const kinds = new Set(judgements.flatMap((judgement) => Object.keys(judgement) as (keyof Judgement)[]));
  return vscode.l10n.t('{0} ({1})', judgements.length, [...kinds].map((kind) => names[kind]).join(', '));
}
