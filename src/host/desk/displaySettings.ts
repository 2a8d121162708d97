import * as vscode from 'vscode';
import type { ReadingMode } from '../../core/model/desk/arrangement';
import type { DisplaySetting } from '../../protocol/display';
import { changeSetting } from '../surface/changeSetting';

/** How texts are shown: what the person's settings say. */
export function displaySetting(): DisplaySetting {
  const settings = vscode.workspace.getConfiguration('tiebreak');
  return {
    plainText: settings.get('plainText', false),
    showLength: settings.get('showLength', false),
    inlineDifference: settings.get('inlineDifference', false),
    wrapCode: settings.get('wrapCode', false),
    writeBeside: settings.get('writeBeside', false),
    textSize: settings.get('textSize', textSizes.usual),
    lineHeight: settings.get('lineHeight', 1.6),
    maxLineLength: settings.get('maxLineLength', 80),
  };
}

/** Whether a digit selects the next response at once; else the one that was just judged stays selected. */
export const selectsNextAtOnce = (): boolean =>
  vscode.workspace.getConfiguration('tiebreak').get('selectNextAtOnce', false);

/** In CSS pixels. The usual one is that of VS Code's Markdown preview. */
const textSizes = { least: 10, usual: 14, most: 28 };

/** Turns one of them on or off, for every study of this person; resolves to whether it is on. */
export const toggleDisplaySetting = (name: ReadingMode): Promise<boolean> =>
  changeSetting(name, () => !displaySetting()[name]);

/** Makes texts larger (1) or smaller (-1), for every study of this person; resolves to their size. */
export const changeTextSize = (by: 1 | -1): Promise<number> =>
  changeSetting('textSize', () => Math.min(textSizes.most, Math.max(textSizes.least, displaySetting().textSize + by)));
