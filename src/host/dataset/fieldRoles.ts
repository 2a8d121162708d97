import * as vscode from 'vscode';
import type { FieldPlace } from '../../core/dataset/items/preview';
import { ownValue } from '../../core/model/text/ownValue';

/** A part of an item as people call it; a layout's own name for any other field. */
export function roleName(name: string): string {
  const names: Readonly<Record<string, string>> = {
    prompt: vscode.l10n.t('Prompt'),
    system: vscode.l10n.t('System prompt'),
    responses: vscode.l10n.t('Responses'),
    first: vscode.l10n.t('First response'),
    second: vscode.l10n.t('Second response'),
    chosen: vscode.l10n.t('Better response'),
    rejected: vscode.l10n.t('Worse response'),
    chosenScore: vscode.l10n.t('Score of the better response'),
    rejectedScore: vscode.l10n.t('Score of the worse response'),
    chosenModel: vscode.l10n.t('Model of the better response'),
    rejectedModel: vscode.l10n.t('Model of the worse response'),
    completion: vscode.l10n.t('Response'),
    messages: vscode.l10n.t('Conversation'),
    label: vscode.l10n.t('Label'),
    rank: vscode.l10n.t('Ranks'),
    rating: vscode.l10n.t('Ratings'),
    acceptable: vscode.l10n.t('Good or bad'),
    annotator: vscode.l10n.t('Annotator'),
    context: vscode.l10n.t('Context'),
    references: vscode.l10n.t('Reference'),
    evidence: vscode.l10n.t('Evidence'),
    id: vscode.l10n.t('ID'),
    model: vscode.l10n.t('Model'),
    text: vscode.l10n.t('Response text'),
    language: vscode.l10n.t('Language'),
    notes: vscode.l10n.t('Notes'),
    tools: vscode.l10n.t('Tools'),
  };
  return ownValue(names, name) ?? name;
}

const itemParts =
  /^(?:prompt|system|completion|messages|text|context|references|evidence|id|model|annotator|language|notes|tools)$/;

/** Tells whether a field says nothing of which response is better. */
export const isItemPart = (name: string): boolean => itemParts.test(name);

const roleOrder = [
  'prompt',
  'label',
  'rank',
  'rating',
  'acceptable',
  'context',
  'references',
  'evidence',
  'system',
  'annotator',
  'model',
];

/** Fields in the order in which people look for them; those that have no place in it stay behind, in their layout's. */
export const inRoleOrder = (places: readonly FieldPlace[]): readonly FieldPlace[] =>
  [...places].sort((a, b) => placeOf(a.name) - placeOf(b.name));

const placeOf = (name: string): number => (roleOrder.includes(name) ? roleOrder.indexOf(name) : roleOrder.length);
