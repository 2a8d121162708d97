import * as vscode from 'vscode';
import type { MemberStatus, Part } from '../../core/team/remote';
import type { TeamState } from '../../core/team/teamDesk';

/** Somebody who was heard of so lately is there, in milliseconds. */
const present = 2 * 60_000;

/** Whether a member's desk spoke to the store a moment ago. */
export const isPresent = ({ seen, removed }: MemberStatus): boolean =>
  !removed && seen !== undefined && Date.now() - seen.getTime() < present;

export const partText = (part: Part): string =>
  ({
    annotator: vscode.l10n.t('Annotator'),
    adjudicator: vscode.l10n.t('Adjudicator'),
    lead: vscode.l10n.t('Lead'),
  })[part];

/** Why there is no connection, as a sentence of its own. */
export const reasonText = (reason: string): string => `${reason.charAt(0).toLocaleUpperCase()}${reason.slice(1)}.`;

/** What is saved and what is sent, in a few words. */
export function sentText({ connection, waiting, refused }: TeamState): string {
  if (connection === 'connecting') return vscode.l10n.t('Connecting…');
  if (waiting === 0 && refused.length > 0) return refusedText(refused.length);
  if (waiting === 0)
    return connection === 'online'
      ? vscode.l10n.t('All judgments sent')
      : connection === 'offline'
        ? vscode.l10n.t('Offline. All judgments sent')
        : vscode.l10n.t('Not connected. All judgments sent');
  const count = waiting.toLocaleString();
  if (connection === 'online')
    return waiting === 1
      ? vscode.l10n.t('1 judgment saved, being sent')
      : vscode.l10n.t('{0} judgments saved, being sent', count);
  return waiting === 1
    ? vscode.l10n.t('1 judgment saved here, not sent yet')
    : vscode.l10n.t('{0} judgments saved here, not sent yet', count);
}

/** How many lines the store does not take. */
export const refusedText = (count: number): string =>
  count === 1
    ? vscode.l10n.t('1 judgment was refused by the team store')
    : vscode.l10n.t('{0} judgments were refused by the team store', count.toLocaleString());

/** What is left to judge, for somebody to whom a store gives items. */
export function inHandText({ inHand, isOver, closed }: TeamState): string | undefined {
  if (closed) return vscode.l10n.t('The study is closed');
  if (inHand === undefined) return undefined;
  if (inHand === 0 && isOver) return vscode.l10n.t('No items left for you');
  return inHand === 1
    ? vscode.l10n.t('1 item assigned to you now')
    : vscode.l10n.t('{0} items assigned to you now', inHand.toLocaleString());
}

export const connectionIcon = ({ connection, waiting, refused }: TeamState): string =>
  refused.length > 0
    ? 'warning'
    : connection === 'online'
      ? waiting === 0
        ? 'cloud'
        : 'cloud-upload'
      : connection === 'connecting'
        ? 'sync~spin'
        : connection === 'offline'
          ? 'debug-disconnect'
          : 'warning';
