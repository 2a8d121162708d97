import * as l10n from '@vscode/l10n';
import { useCatalogue } from './core/model/problems/catalogue';
import { workerWording } from './core/workerWording';

/** Words problems in this worker as the program does that started it; each bundle has to be told. */
export function useWorkerMessages(): void {
  const { program, bundle, numbers } = workerWording();
  if (bundle !== undefined) l10n.config({ fsPath: bundle });
  useCatalogue(program, numbers);
}
