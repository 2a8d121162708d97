import * as l10n from '@vscode/l10n';
import type { defaultDiffTypes, DraftDiffComment } from '../../../src/core/model/annotation/diffComments';

/** Words what a comment is about; a type of the study is as the study says it. */
export function diffTypeText(type: string): string {
  const names: Readonly<Record<(typeof defaultDiffTypes)[number], string>> = {
    correctness: l10n.t('correctness'),
    security: l10n.t('security'),
    performance: l10n.t('performance'),
    style: l10n.t('style'),
    tests: l10n.t('tests'),
    other: l10n.t('other'),
  };
  return Object.hasOwn(names, type) ? names[type as keyof typeof names] : type;
}

/** Counts comments on the code of a response. */
export const diffCommentsText = (count: number): string =>
  count === 1 ? l10n.t('One comment on the code') : l10n.t('{0} comments on the code', count);

/** Names the lines that a comment is on: "src/clock.py:10–12", of the state before with "(Base)". */
export function diffPlaceText({ file, side, lines: [first, last] }: DraftDiffComment): string {
  const place = `${file}:${first === last ? first : `${first}–${last}`}`;
  return side === 'base' ? l10n.t('{0} (Base)', place) : place;
}
