import * as vscode from 'vscode';
import type { Arrangement } from '../protocol/desk';

/** How responses stand on the desk: what the person's settings say. */
export const arrangement = (): Arrangement => vscode.workspace.getConfiguration('tiebreak').get<Arrangement>('arrangement') ?? 'auto';

/** Goes on to the next of the arrangements, for every study of this person. */
export async function toggleArrangement(): Promise<void> {
  const next: Record<Arrangement, Arrangement> = { auto: 'stack', stack: 'columns', columns: 'auto' };
  await vscode.workspace.getConfiguration('tiebreak').update('arrangement', next[arrangement()], vscode.ConfigurationTarget.Global);
}
