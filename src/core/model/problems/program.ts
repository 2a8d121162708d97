import * as l10n from '@vscode/l10n';
import { quoted } from './quoted';

/** The programs that people use; each names its own options or commands in messages. */
export type Program = 'commandLine' | 'editor';

let program: Program = 'commandLine';
let language: string | undefined = 'en-US';

/**
 * Says which program words problems from here on, and in which language it writes numbers; without one, in that of the
 * process.
 */
export function wordAs(asked: Program, numbers: string | undefined): void {
  program = asked;
  language = numbers;
}

/** Returns what was said so. */
export const wordedAs = (): Parameters<typeof wordAs> => [program, language];

/** Returns what the program that runs says in a place of a message: an option or a command of it, or what to do there. */
export const inProgram = (words: Readonly<Record<Program, string>>): string => words[program];

/** Returns a text with the options that it is about, in the command line: "The format is unknown (--format x)." */
export const withOptions = (text: string, ...options: readonly string[]): string =>
  inProgram({ commandLine: text.replace(/[.。]?$/, (end) => ` (${options.join(', ')})${end}`), editor: text });

/** Returns a text with the error that a trainer stops with, as it prints it, so that it is found by searching for it. */
export const withError = (text: string, error: string): string =>
  text.replace(/[.。]?$/, (end) => ` (${quoted(error)})${end}`);

/** Returns what sets the fields of a dataset: options of the command line, or the editor's command. */
export const chooseFields = (commandLine: string): string =>
  inProgram({ commandLine, editor: quoted(l10n.t('Choose Fields…')) });

/** Returns the command that writes both sides of a conflict. */
export const keepBoth = (): string =>
  quoted(inProgram({ commandLine: 'tiebreak keep-both', editor: l10n.t('Keep Both') }));

/** Whether the language of messages says a number of things in the singular: 1, in French 0 too, in Japanese none. */
export const isSingular = (count: number): boolean => new Intl.PluralRules(language).select(count) === 'one';

/** Writes a number as the language of messages does: "2,312". @param options how many digits, where not all are meant */
export const digits = (value: number, options?: Intl.NumberFormatOptions): string =>
  value.toLocaleString(language, options);
