import * as vscode from 'vscode';
import type { ReadingSetting } from '../protocol/reading';

/** How texts are shown: what the person's settings say. */
export function readingSetting(): ReadingSetting {
  const settings = vscode.workspace.getConfiguration('tiebreak');
  return { plainText: settings.get('plainText', false), showLength: settings.get('showLength', false), inlineDifference: settings.get('inlineDifference', false) };
}

/** Turns one of them on or off, for every study of this person. */
export async function toggleReading(name: keyof ReadingSetting): Promise<void> {
  await vscode.workspace.getConfiguration('tiebreak').update(name, !readingSetting()[name], vscode.ConfigurationTarget.Global);
}
