import * as l10n from '@vscode/l10n';

const names: Readonly<Record<string, () => string>> = {
  system: () => l10n.t('System'),
  user: () => l10n.t('User'),
  assistant: () => l10n.t('Assistant'),
  tool: () => l10n.t('Tool'),
  tools: () => l10n.t('Tools'),
};

/** Names whoever a turn is by; a role that nobody knows as its writer does. */
export const roleName = (role: string): string => (Object.hasOwn(names, role) ? names[role]?.() : undefined) ?? role;
