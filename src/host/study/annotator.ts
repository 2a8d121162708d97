import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import * as vscode from 'vscode';

/** Whose judgements are saved: the setting, else git's user name, else the name one is logged in with. */
export async function annotatorName(): Promise<string> {
  const set = vscode.workspace.getConfiguration('tiebreak').get<string>('annotator')?.trim();
  return set || (await gitUserName()) || userInfo().username;
}

async function gitUserName(): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('git', ['config', '--global', 'user.name'], {
      timeout: 2000,
      windowsHide: true,
    });
    return stdout.trim();
  } catch {
    // No git, or no name in it: the next source is asked.
    return '';
  }
}

/** The group that they judge as a member of; undefined where they named none. */
export function annotatorGroup(): string | undefined {
  return vscode.workspace.getConfiguration('tiebreak').get<string>('group')?.trim() || undefined;
}

/** Asks for another name, and for a group, and keeps them in the user's settings. */
export async function changeAnnotator(): Promise<void> {
  const title = vscode.l10n.t('Annotator');
  const name = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('This name is saved with each annotation. Each name has a separate journal file.'),
    value: await annotatorName(),
    validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Enter a name.') : undefined),
  });
  if (name === undefined) return;
  await keep('annotator', name);
  const group = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t(
      'Optional: your group as an annotator (students, clinicians, …). It is saved with each annotation.',
    ),
    value: annotatorGroup() ?? '',
  });
  if (group !== undefined) await keep('group', group);
}

/** Puts a question that can wait. */
type Ask = (text: string, actions: readonly string[]) => Promise<string | undefined>;

const askInNotification: Ask = async (text, actions) => vscode.window.showInformationMessage(text, ...actions);

/**
 * Asks once, where no name was ever given, in whose name the judgements are to be saved. The desk can be used
 * meanwhile.
 */
export async function askAnnotator(memory: vscode.Memento, ask: Ask = askInNotification): Promise<void> {
  const asked = 'askedWho';
  if (
    memory.get<boolean>(asked) === true ||
    vscode.workspace.getConfiguration('tiebreak').get<string>('annotator')?.trim()
  )
    return;
  await memory.update(asked, true);
  const name = await annotatorName();
  const [yes, change] = [vscode.l10n.t('Use This Name'), vscode.l10n.t('Change…')];
  const answer = await ask(vscode.l10n.t('Your annotations are saved under the name {0}.', name), [yes, change]);
  if (answer === yes) await keep('annotator', name);
  if (answer === change) await changeAnnotator();
}

async function keep(setting: 'annotator' | 'group', value: string): Promise<void> {
  await vscode.workspace.getConfiguration('tiebreak').update(setting, value.trim(), vscode.ConfigurationTarget.Global);
}
