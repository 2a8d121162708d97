import * as vscode from 'vscode';
import { messageOf, UserError } from '../../core/model/problems/problem';
import { invitationLink, invitedTo, readInvitation } from '../../core/team/invitation';
import { isStoreAddress, leadRemote } from '../../core/team/openRemote';
import { storeAddress, withoutPassword } from '../../core/team/postgres/storeAddress';
import { parts, type Part } from '../../core/team/remote';
import type { TeamDesk } from '../../core/team/teamDesk';
import type { TeamFile } from '../../core/team/teamFile';
import type { DeskEditor } from '../desk/deskEditor';
import { scanWithProgress } from '../items/itemScans';
import { openStudyFirst } from '../study/openStudyFirst';
import type { StudyDocument } from '../study/studyDocument';
import { qualityItemsInWorker } from '../worker/hostWorkers';
import { studyInputOf } from '../worker/studyInput';
import { TeamPasswords } from './teamPasswords';
import { connectionIcon, inHandText, partText, reasonText, sentText } from './teamTexts';

/** How long items that were taken for work without a network stay one's own, in minutes. */
const offlineMinutes = 72 * 60;

interface Action extends vscode.QuickPickItem {
  readonly run?: () => Promise<void>;
}

/** "Team…": how the study stands to its remote, and what can be done about it. */
export function registerTeam(editor: DeskEditor, context: vscode.ExtensionContext): vscode.Disposable[] {
  const passwords = new TeamPasswords(context.secrets);
  return [
    vscode.commands.registerCommand('tiebreak.team', async () => {
      const document = editor.study;
      const file = document?.session?.study.team;
      if (!document?.team || !file) {
        if (document?.session)
          void vscode.window.showInformationMessage(
            vscode.l10n.t('This study has no team store. A lead creates one with “tiebreak team init”.'),
          );
        else void openStudyFirst();
        return;
      }
      await showMenu(document, document.team, file, passwords);
    }),
  ];
}

async function showMenu(
  document: StudyDocument,
  team: TeamDesk,
  file: TeamFile,
  passwords: TeamPasswords,
): Promise<void> {
  const { state } = team;
  const icon = (name: string): vscode.ThemeIcon => new vscode.ThemeIcon(name);
  const givesOut = isStoreAddress(file.remote) && file.part !== 'lead';
  const hand = inHandText(state);
  const actions: Action[] = [
    {
      label: vscode.l10n.t('Sync Now'),
      iconPath: icon(connectionIcon(state).replace('~spin', '')),
      description: [sentText(state), ...(hand === undefined ? [] : [hand])].join(' · '),
      ...(state.reason !== undefined && { detail: reasonText(state.reason) }),
      run: () => team.now(),
    },
    ...(givesOut
      ? [
          {
            label: vscode.l10n.t('Take Items for Offline Work…'),
            iconPath: icon('desktop-download'),
            run: () => takeItems(team),
          },
          {
            label: vscode.l10n.t('Give Back My Items'),
            iconPath: icon('reply'),
            detail: vscode.l10n.t('Other annotators get the items that you have not judged.'),
            run: () => giveBack(team),
          },
        ]
      : []),
    ...(file.part === 'lead'
      ? [
          {
            label: vscode.l10n.t('Invite…'),
            iconPath: icon('person-add'),
            run: () => invite(team, file),
          },
          ...(isStoreAddress(file.remote)
            ? [
                {
                  label: vscode.l10n.t('Send Disagreements to Adjudicators'),
                  iconPath: icon('law'),
                  run: () => sendDisagreements(document, team),
                },
              ]
            : []),
        ]
      : []),
    ...(isStoreAddress(file.remote)
      ? [
          {
            label: vscode.l10n.t('Enter a New Invitation or Password…'),
            iconPath: icon('key'),
            run: () => enterPassword(team, file, passwords),
          },
        ]
      : []),
  ];
  const chosen = await vscode.window.showQuickPick(actions, {
    title: vscode.l10n.t('Team study “{0}”: {1} ({2})', file.study, file.name, partText(file.part)),
    placeHolder: file.remote,
  });
  try {
    await chosen?.run?.();
  } catch (error) {
    void vscode.window.showErrorMessage(
      vscode.l10n.t('{0}: {1}', document.name, error instanceof UserError ? error.message : messageOf(error)),
    );
  }
}

/** Looks for the items on which annotators disagree, and puts them into the queue of the adjudicators. */
async function sendDisagreements(document: StudyDocument, team: TeamDesk): Promise<void> {
  const remote = leadRemote(await team.connected());
  const { session } = document;
  if (!session) return;
  const ordinals = await scanWithProgress(
    vscode.l10n.t('Looking for disagreements'),
    new AbortController().signal,
    (onFraction, signal) =>
      qualityItemsInWorker(
        { kind: 'qualityItems', ...studyInputOf(document, true), without: [], question: { of: 'unsettled' } },
        signal,
        onFraction,
      ),
  );
  if (!ordinals) return;
  const ids: string[] = [];
  for (const ordinal of ordinals) {
    const parsed = await session.dataset.at(ordinal);
    if (parsed && 'item' in parsed) ids.push(parsed.item.id);
  }
  await remote.dispute(ids);
  await team.now();
  void vscode.window.showInformationMessage(
    ids.length === 0
      ? vscode.l10n.t('No disagreement is left to adjudicate.')
      : ids.length === 1
        ? vscode.l10n.t('1 item is now in the queue of the adjudicators.')
        : vscode.l10n.t('{0} items are now in the queue of the adjudicators.', ids.length.toLocaleString()),
  );
}

async function takeItems(team: TeamDesk): Promise<void> {
  const wanted = await vscode.window.showInputBox({
    title: vscode.l10n.t('Take Items for Offline Work'),
    prompt: vscode.l10n.t('How many items do you want to take? They stay yours for 3 days.'),
    value: '100',
    validateInput: (text) => (/^[1-9]\d{0,3}$/.test(text.trim()) ? undefined : vscode.l10n.t('Enter a number.')),
  });
  if (wanted === undefined) return;
  const count = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Taking items') },
    () => team.take(Number(wanted), offlineMinutes),
  );
  void vscode.window.showInformationMessage(
    count === 0
      ? vscode.l10n.t('No more items are available for you.')
      : count === 1
        ? vscode.l10n.t('You took 1 item. You can work without a network now.')
        : vscode.l10n.t('You took {0} items. You can work without a network now.', count.toLocaleString()),
  );
}

async function giveBack(team: TeamDesk): Promise<void> {
  const count = await team.giveBack();
  void vscode.window.showInformationMessage(
    count === 1
      ? vscode.l10n.t('You gave back 1 item.')
      : vscode.l10n.t('You gave back {0} items.', count.toLocaleString()),
  );
}

async function invite(team: TeamDesk, { remote, study }: TeamFile): Promise<void> {
  const title = vscode.l10n.t('Invite');
  const name = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('Name of the person. It is saved with each of their annotations.'),
    validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Enter a name.') : undefined),
  });
  if (name === undefined) return;
  const descriptions: Record<Part, string> = {
    annotator: vscode.l10n.t('judges items; sees no models, no metadata and no judgments of others'),
    adjudicator: vscode.l10n.t('settles disagreements; sees the judgments on these items'),
    lead: vscode.l10n.t('sees and changes everything'),
  };
  const part = await vscode.window.showQuickPick(
    parts.map((each) => ({ label: partText(each), description: descriptions[each], part: each })),
    { title, placeHolder: vscode.l10n.t('Choose a role for {0}', name.trim()) },
  );
  if (!part) return;
  const connected = await team.connected();
  const address = isStoreAddress(remote) ? await leadRemote(connected).invite(name.trim(), part.part) : remote;
  await vscode.env.clipboard.writeText(
    invitationLink({ remote: invitedTo(address), study, name: name.trim(), part: part.part }),
  );
  void vscode.window.showInformationMessage(
    isStoreAddress(remote)
      ? vscode.l10n.t(
          'The invitation for {0} was copied to the clipboard. Send it only to {0}: it contains the password.',
          name.trim(),
        )
      : vscode.l10n.t(
          'The invitation for {0} was copied to the clipboard. To join, {0} chooses the shared folder “{1}”.',
          name.trim(),
          invitedTo(remote),
        ),
  );
}

async function enterPassword(team: TeamDesk, file: TeamFile, passwords: TeamPasswords): Promise<void> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Enter a New Invitation or Password'),
    prompt: vscode.l10n.t('It is stored in the secret storage of VS Code, not in a file.'),
    password: true,
    ignoreFocusOut: true,
  });
  if (text === undefined || text.trim() === '') return;
  await passwords.keep(file, passwordIn(text.trim(), file));
  await team.now();
}

/** The password in an invitation or an address; else the text itself. Throws `UserError` where it is for another user. */
function passwordIn(text: string, { remote }: TeamFile): string {
  const address = isStoreAddress(text) ? text : isInvitation(text) ? readInvitation(text).remote : undefined;
  if (address === undefined) return text;
  const found = storeAddress(address);
  if (withoutPassword(found) !== remote)
    throw new UserError(vscode.l10n.t('This is for another store or another person: {0}', withoutPassword(found)));
  return found.password;
}

function isInvitation(text: string): boolean {
  try {
    return readInvitation(text).study !== '';
  } catch {
    return false;
  }
}
