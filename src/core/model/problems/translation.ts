import * as l10n from '@vscode/l10n';
import { wordAs, wordedAs } from './program';

/** Texts in another language, by those in English. */
export type Translation = Readonly<Record<string, string>>;

let translation: Translation = {};

/** Says messages of this process or thread in a language from here on. */
export function useTranslation(texts: Translation): void {
  translation = texts;
  l10n.config({ contents: texts });
}

/**
 * Returns what is written into a file, which says the same in every language and program: as the command line says it
 * in English.
 */
export function inEnglish<T>(write: () => T): T {
  const before = wordedAs();
  l10n.config({ contents: {} });
  wordAs('commandLine', 'en');
  try {
    return write();
  } finally {
    l10n.config({ contents: translation });
    wordAs(...before);
  }
}
