import * as vscode from 'vscode';
import { is, type ContextKeyName } from '../commands/conditions';

/**
 * Sets context keys, which the conditions of commands, keys and menus ask for; only what changed, because each is a
 * message to the window.
 */
export function contextKeys(): (key: ContextKeyName, value: boolean) => void {
  const known = new Map<ContextKeyName, boolean>();
  return (key, value) => {
    if (known.get(key) === value) return;
    known.set(key, value);
    void vscode.commands.executeCommand('setContext', is(key), value);
  };
}
