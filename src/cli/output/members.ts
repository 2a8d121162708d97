import { megabytes } from '../../core/model/text/formatCount';
import type { MemberStatus, TeamStatus } from '../../core/team/remote';
import { formatCount, formatNumber } from './print';

/** The members of a study, each with when the store heard of them. */
export function printMembers({ members, mostLines, mostBytes }: TeamStatus, indent: string): void {
  for (const member of members) {
    console.log(`${indent}${memberText(member)}`);
    const times = timesText(member);
    if (times !== undefined) console.log(`${indent}  ${times}`);
    const { sentLines, sentBytes, part } = member;
    if (part !== 'lead' && (sentLines >= mostLines * nearly || sentBytes >= mostBytes * nearly))
      console.log(
        `${indent}  sent ${formatCount(sentLines, 'line')} of at most ${formatNumber(mostLines)}, ${megabytes(sentBytes)} of at most ${megabytes(mostBytes)}`,
      );
  }
}

/** From this share of a limit on it is told. */
const nearly = 0.8;

function memberText(member: MemberStatus): string {
  const { name, part, owner, removed, revoked, isOpen, askedBy, invitedBy, seen, judged, skipped, leased } = member;
  const what = [
    part,
    ...(owner ? ['owner'] : []),
    ...(part === 'lead' && invitedBy !== null ? [`invited by ${invitedBy}`] : []),
    ...(removed ? ['removed'] : []),
    ...(revoked ? ['link taken back'] : []),
    ...(isOpen && seen ? ['new link not used yet'] : []),
    ...(askedBy === null ? [] : [`${askedBy} asks for the removal`]),
  ];
  const heard = seen === undefined ? 'never connected' : `last seen ${timeText(seen)}`;
  return `${name} (${what.join(', ')}): ${formatNumber(judged)} judged, ${formatNumber(skipped)} skipped, ${formatNumber(leased)} in progress, ${heard}`;
}

/** When the last line of a member came, by the store's clock and by theirs; undefined where they sent none. */
function timesText({ received, made, aheadSeconds }: MemberStatus): string | undefined {
  if (received === undefined) return undefined;
  return [
    `last line received ${timeText(received)}`,
    ...(made === undefined ? [] : [`made ${timeText(made)} by their clock`]),
    // A line is made before it comes; less than a minute is nothing to look into.
    ...(aheadSeconds !== null && aheadSeconds >= 60
      ? [`which was up to ${formatCount(Math.round(aheadSeconds / 60), 'minute')} ahead of the store's`]
      : []),
  ].join(', ');
}

/** A time as the command line says it. */
export const timeText = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
