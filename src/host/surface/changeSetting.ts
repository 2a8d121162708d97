import * as vscode from 'vscode';

let last: Promise<unknown> = Promise.resolve();

/**
 * Changes a setting of this person to what `next` makes of it, for every study; after the changes before, as a key that
 * is pressed twice means two. Resolves to what it is now.
 */
export function changeSetting<T>(name: string, next: () => T): Promise<T> {
  const change = last.then(async () => {
    const value = next();
    await vscode.workspace.getConfiguration('tiebreak').update(name, value, vscode.ConfigurationTarget.Global);
    return value;
  });
  last = change.catch(() => undefined);
  return change;
}
