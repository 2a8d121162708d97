import { join } from 'node:path';

/** What is installed: the folder with `dist`, `media` and `l10n`. From `src` it is the repository, which has the latter. */
export const packageFolder = join(__dirname, '..');
