import * as l10n from '@vscode/l10n';
import type { Scope } from '../../core/model/rubric/rubric';

/** The version that is in force, of how many. */
export const versionText = (version: number, versions: number): string =>
  versions === 1 ? l10n.t('version {0}', version) : l10n.t('version {0} (of {1} versions)', version, versions);

/** What a rubric is for. */
export function forScope(scope: Scope | undefined): string {
  switch (scope?.kind) {
    case undefined:
    case 'study':
      return l10n.t('for the whole study');
    case 'item':
      return l10n.t('for the item {0}', scope.item);
    case 'slice':
      return l10n.t('for items with {0}', fieldsText(scope.fields));
  }
}

/** The items that a rubric is for and that are not there. */
export const withoutItem = (rubric: string, scope: Scope | undefined): string =>
  scope?.kind === 'slice'
    ? l10n.t(
        'rubric {0}: the dataset has no item with {1}, so the rubric is not used. Check its scope',
        JSON.stringify(rubric),
        fieldsText(scope.fields),
      )
    : l10n.t(
        'rubric {0}: the dataset has no item {1}, so the rubric is not used. Check its scope',
        JSON.stringify(rubric),
        scope?.kind === 'item' ? scope.item : '',
      );

const fieldsText = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([path, value]) => `${path}=${value}`)
    .join(', ');
