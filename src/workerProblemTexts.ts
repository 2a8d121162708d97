import * as l10n from '@vscode/l10n';
import { commandLineWording } from './cli/problemTexts';
import { useWording } from './core/model/problems/problem';
import { workerWording } from './core/workerWording';
import { editorWording } from './host/problemTexts';

/** Words problems in this worker as the program does that started it; each bundle has to be told. */
export function useWorkerMessages(): void {
  const { texts, bundle } = workerWording();
  if (bundle !== undefined) l10n.config({ fsPath: bundle });
  useWording(texts === 'editor' ? editorWording : commandLineWording);
}
