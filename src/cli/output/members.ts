import * as l10n from '@vscode/l10n';
import { megabytes } from '../../core/model/text/formatCount';
import type { MemberStatus, TeamStatus } from '../../core/team/remote';
import { digits } from '../../core/model/problems/program';
import { counted } from '../../core/model/problems/counts';

/** The members of a study, each with when the store heard of them. */
export function printMembers({ members, mostLines, mostBytes }: TeamStatus, indent: string): void {
  for (const member of members) {
    console.log(`${indent}${memberText(member)}`);
    const times = timesText(member);
    if (times !== undefined) console.log(`${indent}  ${times}`);
    const { sentLines, sentBytes, part } = member;
    if (part !== 'lead' && (sentLines >= mostLines * nearly || sentBytes >= mostBytes * nearly))
      console.log(
        `${indent}  ${l10n.t(
          'sent {0} of at most {1}, {2} of at most {3}',
          counted(sentLines, 'line'),
          digits(mostLines),
          megabytes(sentBytes),
          megabytes(mostBytes),
        )}`,
      );
  }
}

/** From this share of a limit on it is told. */
const nearly = 0.8;

function memberText(member: MemberStatus): string {
  const { name, part, owner, removed, revoked, isOpen, askedBy, invitedBy, seen, judged, skipped, leased } = member;
  const what = [
    part,
    ...(owner ? [l10n.t('owner')] : []),
    ...(part === 'lead' && invitedBy !== null ? [l10n.t('invited by {0}', invitedBy)] : []),
    ...(removed ? [l10n.t('removed')] : []),
    ...(revoked ? [l10n.t('link taken back')] : []),
    ...(isOpen && seen ? [l10n.t('new link not used yet')] : []),
    ...(askedBy === null ? [] : [l10n.t('{0} asks for the removal', askedBy)]),
  ];
  const heard = seen === undefined ? l10n.t('never connected') : l10n.t('last seen {0}', timeText(seen));
  return l10n.t(
    '{0} ({1}): {2} judged, {3} skipped, {4} in progress, {5}',
    name,
    what.join(', '),
    digits(judged),
    digits(skipped),
    digits(leased),
    heard,
  );
}

/** When the last line of a member came, by the store's clock and by theirs; undefined where they sent none. */
function timesText({ received, made, aheadSeconds }: MemberStatus): string | undefined {
  if (received === undefined) return undefined;
  return [
    l10n.t('last line received {0}', timeText(received)),
    ...(made === undefined ? [] : [l10n.t('made {0} by their clock', timeText(made))]),
    // A line is made before it comes; less than a minute is nothing to look into.
    ...(aheadSeconds !== null && aheadSeconds >= 60
      ? [l10n.t("which was up to {0} ahead of the store's", counted(Math.round(aheadSeconds / 60), 'minute'))]
      : []),
  ].join(', ');
}

/** A time as the command line says it. */
export const timeText = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
