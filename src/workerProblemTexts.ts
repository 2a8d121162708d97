import * as l10n from '@vscode/l10n';
import { commandLineWording } from './cli/problemTexts';
import { useWording } from './core/model/problems/wording';
import { workerWording } from './core/workerWording';
import { useCatalogue } from './core/model/problems/catalogue';

/** Words problems in this worker as the program does that started it; each bundle has to be told. */
export function useWorkerMessages(): void {
  const { program, bundle, numbers } = workerWording();
  if (bundle !== undefined) l10n.config({ fsPath: bundle });
  if (program === 'commandLine' && bundle === undefined) useWording(commandLineWording);
  else useCatalogue(program, numbers);
}
