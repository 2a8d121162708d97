import * as l10n from '@vscode/l10n';

/** Examples of a command, a line each, as its help shows them at the end. */
export const examples = (...lines: readonly string[]): string =>
  `\n${l10n.t('Examples:')}\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
