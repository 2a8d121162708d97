import { readFileSync } from 'node:fs';
import { useCatalogue } from './core/model/problems/catalogue';
import { useTranslation, type Translation } from './core/model/problems/translation';
import { workerWording } from './core/workerWording';

/** Words problems in this worker as the program does that started it; each bundle has to be told. */
export function useWorkerMessages(): void {
  const { program, bundle, numbers } = workerWording();
  if (bundle !== undefined) useTranslation(JSON.parse(readFileSync(bundle, 'utf8')) as Translation);
  useCatalogue(program, numbers);
}
