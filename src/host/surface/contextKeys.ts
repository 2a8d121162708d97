import * as vscode from 'vscode';

/**
 * Sets context keys, which `when` and `enablement` in package.json ask for; only what changed, because each is a
 * message to the window.
 */
export function contextKeys(): (key: string, value: boolean) => void {
  const known = new Map<string, boolean>();
  return (key, value) => {
    if (known.get(key) === value) return;
    known.set(key, value);
    void vscode.commands.executeCommand('setContext', `tiebreak.${key}`, value);
  };
}
