import * as vscode from 'vscode';
import type { CommandName } from '../commands';

/**
 * VS Code hears keys that bubble out of the webview and runs what is bound to them. Keys that belong to a text field or
 * a button stop inside the webview, which takes no round trip and so has no race.
 */

/** Given to a command so that it does nothing. */
const nothing = Symbol('nothing');

/**
 * Registers commands that keys run, so that each runs before the key behind it. Before the first use of a command in a
 * window VS Code asks all extension hosts to activate what waits for it, and the next key's command does not wait
 * meanwhile. A command that its own extension executes is asked about too, so each is executed once at the start, for
 * nothing.
 */
export function registerKeyCommands(
  commands: Readonly<Partial<Record<CommandName, (argument: unknown) => unknown>>>,
): vscode.Disposable[] {
  const registered = Object.entries(commands).map(([name, run]) =>
    vscode.commands.registerCommand(`tiebreak.${name}`, (argument: unknown) =>
      argument === nothing ? undefined : run(argument),
    ),
  );
  for (const name of Object.keys(commands)) void vscode.commands.executeCommand(`tiebreak.${name}`, nothing);
  return registered;
}

/** Gives the keyboard to the question at the top of the window; does nothing where there is none. */
export const focusQuickInput = (): void => void vscode.commands.executeCommand('workbench.action.focusQuickOpen');
