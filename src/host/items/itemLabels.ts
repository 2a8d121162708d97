import * as vscode from 'vscode';
import type { ItemStatus } from '../../core/desk/item/itemStatus';
import type { ItemPart } from '../../core/dataset/search/search';

/** How items and what is found in them are called. Nothing here names a response. */

const icons: Readonly<Record<ItemStatus, vscode.ThemeIcon>> = {
  empty: new vscode.ThemeIcon('circle-outline', new vscode.ThemeColor('disabledForeground')),
  draft: new vscode.ThemeIcon('edit', new vscode.ThemeColor('charts.blue')),
  saved: new vscode.ThemeIcon('check', new vscode.ThemeColor('charts.green')),
  skipped: new vscode.ThemeIcon('debug-step-over', new vscode.ThemeColor('disabledForeground')),
  imported: new vscode.ThemeIcon('arrow-circle-down', new vscode.ThemeColor('charts.purple')),
  stale: new vscode.ThemeIcon('history', new vscode.ThemeColor('charts.orange')),
};

export const iconOf = (status: ItemStatus): vscode.ThemeIcon => icons[status];

export function statusName(status: ItemStatus): string {
  switch (status) {
    case 'empty':
      return vscode.l10n.t('not judged');
    case 'draft':
      return vscode.l10n.t('draft, not saved');
    case 'saved':
      return vscode.l10n.t('saved');
    case 'skipped':
      return vscode.l10n.t('skipped');
    case 'imported':
      return vscode.l10n.t('imported label');
    case 'stale':
      return vscode.l10n.t('item changed since you judged it');
  }
}

export function partName(part: ItemPart): string {
  switch (part) {
    case 'system':
      return vscode.l10n.t('system prompt');
    case 'prompt':
      return vscode.l10n.t('prompt');
    case 'response':
      return vscode.l10n.t('response');
    case 'context':
      return vscode.l10n.t('context');
    case 'evidence':
      return vscode.l10n.t('evidence');
    case 'reference':
      return vscode.l10n.t('reference');
    case 'metadata':
      return vscode.l10n.t('metadata');
  }
}

/**
 * A text of a dataset within a label of ours: whatever direction it runs in, and whatever marks it holds, it moves
 * nothing around it.
 */
export const isolated = (text: string): string =>
  `\u2068${text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd')}\u2069`;

/** The number of an item, from 1. */
export const numberOf = (ordinal: number): string => (ordinal + 1).toLocaleString();

/** `$(name)` in a text of a dataset is no icon. */
export const forLabel = (text: string): string => text.replaceAll('$(', '\\$(');
