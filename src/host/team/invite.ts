import * as vscode from 'vscode';
import { problem, UserError } from '../../core/model/problems/problem';
import { invitationLink, invitedTo } from '../../core/team/invitation';
import { isStoreAddress, leadRemote } from '../../core/team/openRemote';
import { parts, type Part } from '../../core/team/remote';
import type { StudyDocument } from '../study/studyDocument';
import { inQuestions } from '../surface/questions';
import { partText } from './teamTexts';

export const nameProblem = (text: string): string | undefined =>
  text.trim() === '' ? vscode.l10n.t('Enter a name.') : undefined;

export const newInvitationText = (name: string): string =>
  vscode.l10n.t('{0} is a member already. With a new invitation, the former one stops working.', name);

/**
 * Asks whom to invite, and as what; the invitation goes to the clipboard. Resolves to whether the lead wants to see the
 * members then (`inviteAs` too).
 */
export async function invite(document: StudyDocument): Promise<boolean> {
  const title = vscode.l10n.t('Invite');
  const me = document.session?.study.team?.name;
  const members = document.team?.state.status?.members ?? [];
  const asked = await inQuestions(async (questions) => {
    const name = await questions.input({
      title,
      step: 1,
      totalSteps: 2,
      prompt: vscode.l10n.t('Name of the person. It is saved with each of their annotations.'),
      validateInput: (text) =>
        text.trim() === me
          ? vscode.l10n.t('This is your own name.')
          : members.some((member) => member.name === text.trim() && !member.removed)
            ? {
                message: newInvitationText(text.trim()),
                severity: vscode.InputBoxValidationSeverity.Warning,
              }
            : nameProblem(text),
    });
    if (name === undefined) return undefined;
    const descriptions: Record<Part, string> = {
      annotator: vscode.l10n.t('judges items; sees no models, no metadata and no judgments of others'),
      adjudicator: vscode.l10n.t('settles disagreements; sees the judgments on these items'),
      lead: vscode.l10n.t('sees and changes everything'),
    };
    const part = await questions.pick(
      parts.map((each) => ({ label: partText(each), detail: descriptions[each], part: each })),
      {
        title,
        step: 2,
        totalSteps: 2,
        placeHolder: vscode.l10n.t('Choose a role for {0}', name.trim()),
        ignoreFocusOut: true,
      },
    );
    return part && { name: name.trim(), part: part.part };
  });
  return asked !== undefined && inviteAs(document, asked.name, asked.part);
}

/** Makes somebody a member, or gives a member a new invitation, which goes to the clipboard; says what to do with it. */
export async function inviteAs(document: StudyDocument, name: string, part: Part): Promise<boolean> {
  const file = document.session?.study.team;
  const { team } = document;
  if (!team || !file) throw new UserError(problem('team.noTeam', {}));
  const { remote, study } = file;
  const isStore = isStoreAddress(remote);
  const address = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Inviting {0}', name) },
    async () => {
      const connected = await team.connected();
      return isStore ? leadRemote(connected).invite(name, part) : remote;
    },
  );
  await vscode.env.clipboard.writeText(invitationLink({ remote: invitedTo(address), study, name, part }));
  const [another, members] = [{ title: vscode.l10n.t('Invite Another…') }, { title: vscode.l10n.t('Members…') }];
  const answer = await vscode.window.showInformationMessage<vscode.MessageItem>(
    vscode.l10n.t('The invitation for {0} was copied to the clipboard.', name),
    {
      modal: true,
      detail: isStore
        ? vscode.l10n.t(
            'Send it only to {0}: it contains the password. To join, the person clicks the link, or copies it and chooses “Join a Team Study…” in VS Code.',
            name,
          )
        : vscode.l10n.t(
            'Send it to {0}. To join, the person clicks the link, or copies it and chooses “Join a Team Study…” in VS Code, and then the shared folder “{1}”.',
            name,
            invitedTo(remote),
          ),
    },
    another,
    ...(isStore ? [members] : []),
    { title: vscode.l10n.t('Close'), isCloseAffordance: true },
  );
  return answer === another ? invite(document) : answer === members;
}
