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
  for (const { command, key, mac, args } of contributes.keybindings) (keys[command.replace('tiebreak.', '')] ??= []).push({ key: written(platform() === 'darwin' ? (mac ?? key) : key), ...(args !== undefined && { argument: args }) });
  return keys;
}

const names: Readonly<Record<string, string>> = { up: '↑', down: '↓', left: '←', right: '→', escape: 'Esc', enter: 'Enter', delete: 'Del', backspace: 'Backspace', pagedown: 'PgDn', pageup: 'PgUp', ctrl: 'Ctrl', alt: 'Alt', shift: 'Shift', cmd: '⌘' };

/** Where the question mark stands: in the United States and Britain, in most of Europe, in France. VS Code binds no characters. */
const questionMarks: readonly string[] = ['shift+/', 'shift+[Minus]', 'shift+,'];

/** The question mark is written as the character that it is. */
const written = (key: string): string => (questionMarks.includes(key) ? '?' : key.split('+').map((part) => names[part] ?? part.toUpperCase()).join('+'));
