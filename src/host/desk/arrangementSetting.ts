import * as vscode from 'vscode';
import type { Arrangement } from '../../protocol/desk';
import { changeSetting } from '../surface/changeSetting';

/** How responses stand on the desk: what the person's settings say. */
export const arrangement = (): Arrangement =>
  vscode.workspace.getConfiguration('tiebreak').get<Arrangement>('arrangement') ?? 'auto';

const next: Record<Arrangement, Arrangement> = { auto: 'stack', stack: 'columns', columns: 'focus', focus: 'auto' };

/** Goes on to the next of the arrangements, for every study of this person; resolves to it. */
export const toggleArrangement = (): Promise<Arrangement> => changeSetting('arrangement', () => next[arrangement()]);
