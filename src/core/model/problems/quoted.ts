import * as l10n from '@vscode/l10n';

/** A name in a message. */
export const quoted = (name: string): string => l10n.t('“{0}”', name);

/** Several names in a message. */
export const listed = (names: readonly string[]): string => names.map(quoted).join(', ');
