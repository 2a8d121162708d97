import * as vscode from 'vscode';
import type { MemberProgress } from '../../core/team/memberProgress';
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

/** How much a member judged, and how far they are behind the others. */
export const judgedTexts = ({ judged }: MemberStatus, progress: MemberProgress | undefined): readonly string[] =>
  progress
    ? [
        vscode.l10n.t('{0} of {1} judged', judged.toLocaleString(), progress.share.toLocaleString()),
        ...(progress.behind > 0 ? [vscode.l10n.t('{0} behind the average', progress.behind.toLocaleString())] : []),
      ]
    : [vscode.l10n.t('{0} judged', judged.toLocaleString())];

/** How a member stands to the study, where there is something to say of it. */
export const stateTexts = (member: MemberStatus): readonly string[] => [
  ...(isPresent(member) ? [vscode.l10n.t('online')] : []),
  ...(member.owner ? [vscode.l10n.t('owner')] : []),
  ...(member.isOpen && !member.owner ? [vscode.l10n.t('invitation not used yet')] : []),
  ...(member.askedBy === null ? [] : [vscode.l10n.t('removal requested by {0}', member.askedBy)]),
  ...(member.revoked ? [vscode.l10n.t('invitation revoked')] : []),
  ...(member.removed ? [vscode.l10n.t('removed')] : []),
];

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
