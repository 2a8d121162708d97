import * as vscode from 'vscode';
import type { DisplaySetting } from '../../protocol/display';
import { changeSetting } from '../surface/changeSetting';

/** How texts are shown: what the person's settings say. */
export function displaySetting(): DisplaySetting {
  const settings = vscode.workspace.getConfiguration('tiebreak');
  return {
    plainText: settings.get('plainText', false),
    showLength: settings.get('showLength', false),
    inlineDifference: settings.get('inlineDifference', false),
  };
}

/** Turns one of them on or off, for every study of this person; resolves to whether it is on. */
export const toggleDisplaySetting = (name: keyof DisplaySetting): Promise<boolean> =>
  changeSetting(name, () => !displaySetting()[name]);
