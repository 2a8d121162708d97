import * as vscode from 'vscode';
import type { FileProblem } from '../../core/model/problems/problem';
import { memberProgress } from '../../core/team/memberProgress';
import type { MemberStatus, TeamStatus } from '../../core/team/remote';
import type { StudyDocument } from '../study/studyDocument';
import { judgementsText } from '../study/countText';
import {
  connectionIcon,
  inHandText,
  isPresent,
  judgedTexts,
  partText,
  reasonText,
  refusedText,
  sentText,
  stateTexts,
} from './teamTexts';

/** More members than these are a number; those who are there come first. */
const maxMembers = 50;
/** So many refused lines are listed. */
const maxRefused = 20;

/** How a study stands to its remote, as lines of the view Study; none where it has no remote. */
export function teamLeaves({ team, session }: StudyDocument): vscode.TreeItem[] {
  const file = session?.study.team;
  if (!team || !file) return [];
  const { state } = team;
  const { reason, status, problems, refused } = state;
  const command = { command: 'tiebreak.team', title: vscode.l10n.t('Team…') };
  const hand = inHandText(state);
  return [
    leaf(sentText(state), connectionIcon(state), { tooltip: file.remote, command }),
    ...(reason === undefined ? [] : [leaf(reasonText(reason), 'info', { tooltip: reasonText(reason), command })]),
    ...(hand === undefined ? [] : [leaf(hand, 'inbox', { command })]),
    ...(refused.length === 0 ? [] : refusedLeaves(refused)),
    ...problems.map(({ message, file: path }) => leaf(message, 'warning', { tooltip: `${path}: ${message}` })),
    ...(status
      ? [
          leaf(vscode.l10n.t('{0} of {1}', status.judged.toLocaleString(), judgementsText(status.wanted)), 'graph', {
            description: [
              vscode.l10n.t('{0} in progress', status.leased.toLocaleString()),
              ...(status.disputed > 0 ? [vscode.l10n.t('{0} to adjudicate', status.disputed.toLocaleString())] : []),
              ...(status.over > 0 ? [vscode.l10n.t('{0} judged too often', status.over.toLocaleString())] : []),
            ].join(' · '),
            tooltip: vscode.l10n.t(
              'Judgments made, of those that the study asks for. “Judged too often”: judgments that arrived late, after somebody else had judged the item.',
            ),
            command,
          }),
          ...memberLeaves(status),
        ]
      : []),
  ];
}

/** What the store does not take, each with why; a click opens the journal at the line. */
function refusedLeaves(refused: readonly FileProblem[]): vscode.TreeItem[] {
  return [
    leaf(refusedText(refused.length), 'warning'),
    ...refused.slice(0, maxRefused).map(({ message, file, line = 1 }) =>
      leaf(reasonText(message), 'circle-slash', {
        tooltip: `${file}:${line}: ${message}`,
        command: {
          command: 'vscode.open',
          title: reasonText(message),
          arguments: [vscode.Uri.file(file), { selection: new vscode.Range(line - 1, 0, line - 1, 0) }],
        },
      }),
    ),
  ];
}

function memberLeaves(status: TeamStatus): vscode.TreeItem[] {
  const here = status.members.filter(({ removed }) => !removed);
  const progress = memberProgress(status);
  const first = [...here].sort((a, b) => Number(isPresent(b)) - Number(isPresent(a))).slice(0, maxMembers);
  const left = here.length - first.length;
  return [
    ...first.map((member) => {
      const { name, part, leased } = member;
      const done = [
        ...stateTexts(member),
        ...(part === 'annotator' ? [] : [partText(part)]),
        ...judgedTexts(member, progress.get(name)),
        ...(leased > 0 ? [vscode.l10n.t('{0} in progress', leased.toLocaleString())] : []),
      ];
      return leaf(name, isPresent(member) ? 'circle-filled' : 'circle-outline', {
        description: done.join(' · '),
        command: { command: 'tiebreak.team', title: vscode.l10n.t('Members…'), arguments: ['members'] },
        tooltip: [seenText(member.seen), ...timesText(member)].join('\n'),
      });
    }),
    ...(left > 0
      ? [
          leaf(
            left === 1 ? vscode.l10n.t('1 more member') : vscode.l10n.t('{0} more members', left.toLocaleString()),
            'organization',
          ),
        ]
      : []),
  ];
}

const seenText = (seen: Date | undefined): string =>
  seen === undefined
    ? vscode.l10n.t('has never connected')
    : vscode.l10n.t('last connected: {0}', seen.toLocaleString());

/** When the last line of a member came, by the store's clock and by theirs; a line is made before it comes. */
function timesText({ received, made, aheadSeconds }: MemberStatus): string[] {
  return [
    ...(received ? [vscode.l10n.t('last judgment received: {0}', received.toLocaleString())] : []),
    ...(made ? [vscode.l10n.t('made, by the clock of this person: {0}', made.toLocaleString())] : []),
    ...(aheadSeconds !== null && aheadSeconds >= 60
      ? [
          vscode.l10n.t(
            'This clock was up to {0} min ahead of the clock of the team store.',
            Math.round(aheadSeconds / 60).toLocaleString(),
          ),
        ]
      : []),
  ];
}

function leaf(label: string, icon: string, more: Partial<vscode.TreeItem> = {}): vscode.TreeItem {
  const { description } = more;
  return Object.assign(new vscode.TreeItem(label), {
    iconPath: new vscode.ThemeIcon(icon),
    // A screen reader would read the tooltip and nothing else.
    accessibilityInformation: { label: typeof description === 'string' ? `${label}, ${description}` : label },
    ...more,
  });
}
