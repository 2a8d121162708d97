import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setWorkerWording } from '../core/workerWording';
import { useCatalogue } from '../core/model/problems/catalogue';
import { useTranslation, type Translation } from '../core/model/problems/translation';
import { packageFolder } from '../packageFolder';

/** Languages beside English, as their bundles in l10n/ are named. */
const translated = ['de', 'es', 'fr', 'ja', 'pt-br', 'zh-cn'] as const;
type Language = (typeof translated)[number] | 'en';

/**
 * Returns the language of messages by the environment: `TIEBREAK_LANG` first, then what gettext goes by (`LC_ALL`,
 * `LC_MESSAGES` or `LANG`, and the list in `LANGUAGE` unless those ask for C or POSIX).
 * @param system of the operating system, where the environment says nothing: "de-DE"
 */
export function languageOf(environment: Readonly<Record<string, string | undefined>>, system?: string): Language {
  const { TIEBREAK_LANG: own, LC_ALL, LC_MESSAGES, LANG, LANGUAGE } = environment;
  const locale = [LC_ALL, LC_MESSAGES, LANG].find((each) => each);
  if (own) return languageNamed(own) ?? 'en';
  if (locale !== undefined && /^(?:C|POSIX)(?:\.|$)/.test(locale)) return 'en';
  const asked = [...(LANGUAGE ?? '').split(':'), locale ?? system ?? ''];
  return asked.map(languageNamed).find((each) => each !== undefined) ?? 'en';
}

/** Returns the language of a locale: "pt_PT.UTF-8" is read in Brazilian Portuguese; undefined where there is none. */
function languageNamed(locale: string): Language | undefined {
  const [language = '', ...parts] = locale
    .toLowerCase()
    .replace(/[.@].*$/, '')
    .split(/[-_]/);
  if (language === 'en') return 'en';
  // What is written in traditional characters is another script.
  if (language === 'zh') return parts.some((part) => ['hant', 'hk', 'mo', 'tw'].includes(part)) ? undefined : 'zh-cn';
  return translated.find((each) => each.split('-')[0] === language);
}

/**
 * Says messages in the language of whoever runs the command, in this process and its workers. What programs read
 * (`--json`) is the same in every language.
 */
export function useLanguage(commandArguments: readonly string[]): void {
  const system = process.platform === 'win32' ? Intl.DateTimeFormat().resolvedOptions().locale : undefined;
  const language = commandArguments.includes('--json') ? 'en' : languageOf(process.env, system);
  const bundle = language === 'en' ? undefined : join(packageFolder, 'l10n', `bundle.l10n.${language}.json`);
  if (bundle !== undefined) useTranslation(JSON.parse(readFileSync(bundle, 'utf8')) as Translation);
  useCatalogue('commandLine', language);
  setWorkerWording({ program: 'commandLine', bundle, numbers: language });
}
