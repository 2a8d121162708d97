import * as l10n from '@vscode/l10n';
import { InvalidArgumentError } from 'commander';

/** A text that is not empty. @param before what was given already: of two the first would be lost */
export function nonEmptyText(value: string, before?: string): string {
  if (value.trim() === '') throw new InvalidArgumentError(l10n.t('It must not be empty'));
  if (before !== undefined)
    throw new InvalidArgumentError(
      l10n.t('It was already given as {0}. Run the command once for each value', JSON.stringify(before)),
    );
  return value;
}

/** Takes the full stop off a text, as help ends without one. */
export const withoutStop = (text: string): string => text.replace(/\.$/, '');

/** One of a few texts, where help says by itself what each means. */
export const oneOfText =
  (texts: readonly string[]) =>
  (value: string): string => {
    if (!texts.includes(value)) throw new InvalidArgumentError(l10n.t('Allowed choices are {0}.', texts.join(', ')));
    return value;
  };

/** A whole number from 1 on. */
export function countOf(value: string): number {
  if (!/^[1-9]\d{0,14}$/.test(value.trim())) throw new InvalidArgumentError(l10n.t('Use a whole number, 1 or more'));
  return Number(value);
}
