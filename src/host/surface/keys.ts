import { platform } from 'node:os';
import type * as vscode from 'vscode';

interface Keybinding {
  readonly command: string;
  readonly key: string;
  readonly mac?: string;
  readonly args?: unknown;
}

/** A key as people write it; `argument` is what its binding gives to the command. */
export interface PressedKey {
  readonly key: string;
  readonly argument?: unknown;
}

/** The first default key of each command, as people write it. (VS Code tells no extension what a user made of it.) */
export function defaultKeys(extension: vscode.Extension<unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(allKeys(extension)).flatMap(([name, [first]]) => (first ? [[name, first.key]] : [])));
}

/** All default keys of each command. */
export function allKeys(extension: vscode.Extension<unknown>): Record<string, PressedKey[]> {
  const { contributes } = extension.packageJSON as { contributes: { keybindings: Keybinding[] } };
  const keys: Record<string, PressedKey[]> = {};
  for (const { command, key, mac, args } of contributes.keybindings.filter((each, _, all) => isTold(each, all))) (keys[command.replace('tiebreak.', '')] ??= []).push({ key: written(platform() === 'darwin' ? (mac ?? key) : key), ...(args !== undefined && { argument: args }) });
  return keys;
}

/**
 * Whether a key is told. The slash is Shift+7 in most of Europe (in Hungary Shift+6), where that key is a flag's: there the binding of the slash is taken away
 * again (VS Code compares bindings by the keys of the layout), so that it is told only of what has no other key.
 */
function isTold({ command, key }: Keybinding, all: readonly Keybinding[]): boolean {
  return !command.startsWith('-') && (key !== '/' || !all.some((other) => other.command === command && other.key !== key));
}

const names: Readonly<Record<string, string>> = { up: '↑', down: '↓', left: '←', right: '→', escape: 'Esc', enter: 'Enter', delete: 'Del', backspace: 'Backspace', pagedown: 'PgDn', pageup: 'PgUp', ctrl: 'Ctrl', alt: 'Alt', shift: 'Shift', cmd: '⌘' };

/** Where the question mark stands: in the United States and Britain, in most of Europe, in France. VS Code binds no characters. */
const questionMarks: readonly string[] = ['shift+/', 'shift+[Minus]', 'shift+,'];

/** The question mark is written as the character that it is. */
const written = (key: string): string => (questionMarks.includes(key) ? '?' : key.split('+').map((part) => names[part] ?? part.toUpperCase()).join('+'));
