import { join } from 'node:path';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { messageOf, UserError } from '../../core/model/problems/problem';
import { readInvitation, type Invitation } from '../../core/team/invitation';
import { ItemFeed } from '../../core/team/itemFeed';
import { joinTeam, needsFolder, studyFileName } from '../../core/team/joinTeam';
import { isStoreAddress } from '../../core/team/openRemote';
import { storeAddress } from '../../core/team/postgres/storeAddress';
import { TeamSync } from '../../core/team/teamSync';
import { deskViewType } from '../desk/deskEditor';
import { TeamPasswords } from './teamPasswords';

/** Items that are there when the desk opens. */
const firstItems = 20;

/** Joining a study by an invitation: the command, and links that open the editor. */
export function registerJoin(context: vscode.ExtensionContext): vscode.Disposable[] {
  const passwords = new TeamPasswords(context.secrets);
  return [
    vscode.commands.registerCommand('tiebreak.joinTeam', (text: unknown) =>
      joinWith(passwords, typeof text === 'string' ? text : undefined),
    ),
    vscode.window.registerUriHandler({
      handleUri: ({ path, query }) => {
        if (path === '/join') void joinWith(passwords, query);
      },
    }),
  ];
}

/** Asks for an invitation where none was given, makes the study's files, and opens its desk. */
async function joinWith(passwords: TeamPasswords, given: string | undefined): Promise<void> {
  const text = given ?? (await askInvitation());
  if (text === undefined) return;
  try {
    const invitation = readInvitation(text);
    const shared = needsFolder(invitation) ? await askSharedFolder(invitation) : undefined;
    if (needsFolder(invitation) && shared === undefined) return;
    const folder = await askFolder({ ...invitation, remote: shared ?? invitation.remote });
    if (folder === undefined) return;
    const projectFile = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: vscode.l10n.t('Joining the study “{0}”', invitation.study),
      },
      () => makeStudy(passwords, invitation, folder, shared),
    );
    await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(projectFile), deskViewType);
  } catch (error) {
    void vscode.window.showErrorMessage(
      vscode.l10n.t('You could not join the study: {0}', error instanceof UserError ? error.message : messageOf(error)),
    );
  }
}

async function makeStudy(
  passwords: TeamPasswords,
  invitation: Invitation,
  folder: string,
  shared: string | undefined,
): Promise<string> {
  const { projectFile, team, remote, password } = await joinTeam(invitation, folder, shared);
  try {
    if (password !== undefined) await passwords.keep(team, password);
    const sync = await TeamSync.open(projectFile, remote, team);
    await sync.pull();
    if (remote.leases && team.part !== 'lead') await new ItemFeed(projectFile, remote.leases).takeFirst(firstItems);
    return projectFile;
  } finally {
    await remote.close();
  }
}

const placeOf = (remote: string): string => (isStoreAddress(remote) ? storeAddress(remote).host : remote);

async function askInvitation(): Promise<string | undefined> {
  const copied = await vscode.env.clipboard.readText();
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Join a Team Study'),
    prompt: vscode.l10n.t('Paste the invitation that you got from the lead.'),
    placeHolder: 'vscode://tiebreak.tiebreak/join?invitation=…',
    ignoreFocusOut: true,
    ...(problemIn(copied) === undefined && { value: copied }),
    validateInput: (text) => (text.trim() === '' ? undefined : problemIn(text)),
  });
}

function problemIn(text: string): string | undefined {
  try {
    readInvitation(text);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** Where the team's folder lies on this machine. */
async function askSharedFolder({ study, remote }: Invitation): Promise<string | undefined> {
  const [picked] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      title: vscode.l10n.t(
        'The study “{0}” is in the shared folder “{1}”. Where is it on this machine?',
        study,
        remote,
      ),
      openLabel: vscode.l10n.t('Use This Folder'),
    })) ?? [];
  return picked?.fsPath;
}

/** Where the study's files are to lie: one folder for each study, in the one that is open or at home. */
async function askFolder({ study, remote }: Invitation): Promise<string | undefined> {
  const [open] = vscode.workspace.workspaceFolders ?? [];
  const here = join(open?.uri.fsPath ?? join(homedir(), 'Tiebreak'), studyFileName(study));
  const useIt = vscode.l10n.t('Use this folder');
  const chosen = await vscode.window.showQuickPick(
    [
      { label: useIt, description: here, folder: here },
      { label: vscode.l10n.t('Choose another folder…'), folder: undefined },
    ],
    {
      // Whoever follows a link sees whose store it leads to, before anything is opened.
      title: vscode.l10n.t('Join the study “{0}” at {1}', study, placeOf(remote)),
      placeHolder: vscode.l10n.t('Your judgments are saved in a folder on this machine and sent from there.'),
      ignoreFocusOut: true,
    },
  );
  if (!chosen) return undefined;
  if (chosen.folder !== undefined) return chosen.folder;
  const [picked] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      openLabel: vscode.l10n.t('Use This Folder'),
    })) ?? [];
  return picked?.fsPath;
}
