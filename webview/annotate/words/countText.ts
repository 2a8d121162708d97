import * as l10n from '@vscode/l10n';

// How many there are of what several places count, with the noun in its form: "1 item", "2,312 items". @param shown the
// number, where it is not written out

export const charactersText = (count: number, shown = count.toLocaleString()): string =>
  count === 1 ? l10n.t('1 character') : l10n.t('{0} characters', shown);
export const cellsText = (count: number): string => (count === 1 ? l10n.t('1 cell') : l10n.t('{0} cells', count));
