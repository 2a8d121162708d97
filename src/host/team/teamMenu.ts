import * as vscode from 'vscode';
import { messageOf, UserError } from '../../core/model/problems/problem';
import { readInvitation } from '../../core/team/invitation';
import { isStoreAddress, leadRemote } from '../../core/team/openRemote';
import { storeAddress, withoutPassword } from '../../core/team/postgres/storeAddress';
import type { TeamDesk } from '../../core/team/teamDesk';
import type { TeamFile } from '../../core/team/teamFile';
import type { DeskEditor } from '../desk/deskEditor';
import { scanWithProgress } from '../items/itemScans';
import { openStudyFirst } from '../study/openStudyFirst';
import type { StudyDocument } from '../study/studyDocument';
import { qualityItemsInWorker } from '../worker/hostWorkers';
import { studyInputOf } from '../worker/studyInput';
import { offerStore, sendAgain } from './createStore';
import { inviteMembers, showMembers } from './members';
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
    vscode.commands.registerCommand('tiebreak.team', async (at: unknown) => {
      const document = editor.study;
      const file = document?.session?.study.team;
      if (!document?.session) {
        void openStudyFirst();
        return;
      }
      try {
        if (!document.team || !file) await offerStore(document, passwords);
        else if (at === 'members') await showMembers(document);
        else await showMenu(document, document.team, file, passwords);
      } catch (error) {
        void vscode.window.showErrorMessage(
          vscode.l10n.t('{0}: {1}', document.name, error instanceof UserError ? error.message : messageOf(error)),
        );
      }
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
            run: () => inviteMembers(document),
          },
          ...(isStoreAddress(file.remote)
            ? [
                {
                  label: vscode.l10n.t('Members…'),
                  iconPath: icon('organization'),
                  detail: vscode.l10n.t('Shows who is behind. You can remove and restore members.'),
                  run: () => showMembers(document),
                },
                {
                  label: vscode.l10n.t('Send the Dataset Again'),
                  iconPath: icon('cloud-upload'),
                  detail: vscode.l10n.t('Adds new items, withdraws deleted ones, and updates the team store.'),
                  run: () => sendAgain(document, file, passwords),
                },
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
  await chosen?.run?.();
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
