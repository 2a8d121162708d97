import * as vscode from 'vscode';
import { messageOf, problem, UserError } from '../../core/model/problems/problem';
import { memberProgress } from '../../core/team/memberProgress';
import { leadRemote } from '../../core/team/openRemote';
import type { LeadRemote, MemberStatus, TeamStatus } from '../../core/team/remote';
import { judgementsText } from '../study/countText';
import type { StudyDocument } from '../study/studyDocument';
import { inQuestions, type Questions } from '../surface/questions';
import { invite, inviteAs, newInvitationText } from './invite';
import { isPresent, judgedTexts, partText, reasonText, stateTexts } from './teamTexts';

const acts = ['inviteAgain', 'remove', 'restore'] as const;
type MemberAct = (typeof acts)[number];

interface Row extends vscode.QuickPickItem {
  readonly member?: MemberStatus;
  /** What is to be done at once; else it is asked. */
  readonly act?: MemberAct | 'invite';
}

/** Shows who is in a study and who is behind, and what can be done about each. @param said what was done before */
export async function showMembers(document: StudyDocument, said?: string): Promise<void> {
  const { team } = document;
  if (!team) throw new UserError(problem('team.noTeam', {}));
  const remote = leadRemote(await team.connected());
  const chosen = await inQuestions(async (questions) => {
    for (let told = said; ;) {
      const row = await askMember(questions, await remote.status(), told);
      const act = row?.member && !row.act ? await askAct(questions, row.member) : row?.act;
      if (!row) return undefined;
      const { member } = row;
      if (act === 'invite' || act === 'inviteAgain') return { member };
      try {
        told = member && act ? await (act === 'remove' ? remove : restore)(remote, member) : undefined;
      } catch (error) {
        told = reasonText(messageOf(error));
      }
    }
  });
  const goesOn =
    chosen && (chosen.member ? inviteAs(document, chosen.member.name, chosen.member.part) : invite(document));
  if (await goesOn) await showMembers(document);
  else await team.now();
}

/** Invites people, and shows the members where the lead asks for them. */
export async function inviteMembers(document: StudyDocument): Promise<void> {
  if (await invite(document)) await showMembers(document);
}

const buttons = (): Record<MemberAct, vscode.QuickInputButton> => ({
  inviteAgain: { iconPath: new vscode.ThemeIcon('mail'), tooltip: vscode.l10n.t('Invite Again') },
  remove: { iconPath: new vscode.ThemeIcon('trash'), tooltip: vscode.l10n.t('Remove…') },
  restore: { iconPath: new vscode.ThemeIcon('discard'), tooltip: vscode.l10n.t('Restore') },
});

/** What a lead can do with a member, what is likely first. */
const actsFor = ({ owner, removed, askedBy }: MemberStatus): readonly MemberAct[] =>
  owner
    ? []
    : removed
      ? ['restore', 'inviteAgain']
      : askedBy === null
        ? ['inviteAgain', 'remove']
        : ['remove', 'restore', 'inviteAgain'];

function askMember(questions: Questions, status: TeamStatus, said: string | undefined): Promise<Row | undefined> {
  const progress = memberProgress(status);
  const ofAct = buttons();
  const behind = ({ name }: MemberStatus): number => progress.get(name)?.behind ?? 0;
  const order = (member: MemberStatus): number => (member.removed ? 2 : progress.has(member.name) ? 0 : 1);
  const rows = [...status.members]
    .sort((a, b) => order(a) - order(b) || behind(b) - behind(a))
    .map((member): Row => {
      const { name, part, removed } = member;
      const icon = removed
        ? 'circle-slash'
        : behind(member) > 0
          ? 'warning'
          : isPresent(member)
            ? 'circle-filled'
            : 'circle-outline';
      return {
        label: `$(${icon}) ${name}`,
        description: [partText(part), ...(part === 'lead' ? [] : judgedTexts(member, progress.get(name)))].join(' · '),
        detail: [...(part === 'lead' ? [] : [lastText(member)]), ...stateTexts(member)].join(' · '),
        member,
        buttons: actsFor(member).map((act) => ofAct[act]),
      };
    });
  return questions.pick<Row>(
    [
      { label: `$(person-add) ${vscode.l10n.t('Invite…')}`, act: 'invite' },
      { label: '', kind: vscode.QuickPickItemKind.Separator },
      ...rows,
    ],
    {
      title: vscode.l10n.t('Members: {0} of {1}', status.judged.toLocaleString(), judgementsText(status.wanted)),
      placeHolder: said ?? vscode.l10n.t('Choose a member to invite again, remove or restore'),
      matchOnDescription: true,
      ignoreFocusOut: true,
    },
    (row, pressed) => {
      const act = acts.find((each) => ofAct[each] === pressed);
      return act ? { ...row, act } : row;
    },
  );
}

async function askAct(questions: Questions, member: MemberStatus): Promise<MemberAct | undefined> {
  const ofAct = buttons();
  const rows = actsFor(member).map((act) => {
    const { iconPath, tooltip = '' } = ofAct[act];
    const detail = act === 'inviteAgain' && !member.removed ? { detail: newInvitationText(member.name) } : {};
    return { label: tooltip, iconPath: iconPath as vscode.ThemeIcon, act, ...detail };
  });
  // Nobody removes the owner, or gives them a new link.
  if (rows.length === 0) return undefined;
  return (
    await questions.pick(rows, {
      title: member.name,
      placeHolder: stateTexts(member).join(' · '),
      ignoreFocusOut: true,
    })
  )?.act;
}

/** Removes a member once the lead confirmed it; resolves to what came of it. */
async function remove(remote: LeadRemote, { name, part }: MemberStatus): Promise<string | undefined> {
  const confirm = vscode.l10n.t('Remove');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Do you want to remove {0} from the study?', name),
    {
      modal: true,
      detail: vscode.l10n.t(
        'The person can no longer log in. Judgments that were sent stay. You can restore the membership later.',
      ),
    },
    confirm,
  );
  if (answer !== confirm) return undefined;
  const done = await remote.remove(name);
  if (done === 'asked') return vscode.l10n.t('{0} is a lead: the removal waits for the owner or a second lead.', name);
  return part === 'lead'
    ? vscode.l10n.t(
        '{0} was removed, but still has the key of the items: “{1}” changes it.',
        name,
        'tiebreak team rotate-key',
      )
    : vscode.l10n.t('{0} was removed.', name);
}

const restore = async (remote: LeadRemote, { name }: MemberStatus): Promise<string> =>
  (await remote.restore(name)) === 'restored'
    ? vscode.l10n.t('{0} is a member again, with the link of before', name)
    : vscode.l10n.t('{0} stays a member: nobody asks for a removal any more', name);

const lastText = ({ received }: MemberStatus): string =>
  received ? vscode.l10n.t('last judgment received: {0}', received.toLocaleString()) : vscode.l10n.t('no judgment yet');
