import * as l10n from '@vscode/l10n';
import { whole } from './numbers';

// What figures count, with the noun in its form: "1 item", "2,312 items".

export const itemsText = (count: number): string =>
  count === 1 ? l10n.t('1 item') : l10n.t('{0} items', whole(count));
export const responsesText = (count: number): string =>
  count === 1 ? l10n.t('1 response') : l10n.t('{0} responses', whole(count));
export const annotationsText = (count: number): string =>
  count === 1 ? l10n.t('1 annotation') : l10n.t('{0} annotations', whole(count));
export const annotatorsText = (count: number): string =>
  count === 1 ? l10n.t('1 annotator') : l10n.t('{0} annotators', whole(count));
export const criteriaText = (count: number): string =>
  count === 1 ? l10n.t('1 criterion') : l10n.t('{0} criteria', whole(count));
export const cellsText = (count: number): string =>
  count === 1 ? l10n.t('1 cell') : l10n.t('{0} cells', whole(count));
export const verdictsText = (count: number): string =>
  count === 1 ? l10n.t('1 verdict') : l10n.t('{0} verdicts', whole(count));
export const pairsText = (count: number): string =>
  count === 1 ? l10n.t('1 pair') : l10n.t('{0} pairs', whole(count));
export const preferencesText = (count: number): string =>
  count === 1 ? l10n.t('1 preference') : l10n.t('{0} preferences', whole(count));
export const comparisonsText = (count: number): string =>
  count === 1 ? l10n.t('1 comparison') : l10n.t('{0} comparisons', whole(count));
export const critiquesText = (count: number): string =>
  count === 1 ? l10n.t('1 critique') : l10n.t('{0} critiques', whole(count));
export const spansText = (count: number): string =>
  count === 1 ? l10n.t('1 span') : l10n.t('{0} spans', whole(count));
