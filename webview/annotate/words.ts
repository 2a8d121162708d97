import * as l10n from '@vscode/l10n';
import type { Notice } from '../../src/core/model/desk';
import { letterOf } from '../../src/core/model/blind';

/** The language that the strings are in, which need not be VS Code's: not every language has a bundle. */
const language = (): string => l10n.t({ message: 'en', comment: ['The language you translate into, as a BCP 47 tag'] });

/** 1st, 2nd, 3rd, … */
export function ordinal(value: number): string {
  switch (new Intl.PluralRules(language(), { type: 'ordinal' }).select(value)) {
    case 'one': return l10n.t({ message: '{0}st', args: [value], comment: ['Ordinal numbers of the plural category "one": 1st, 21st'] });
    case 'two': return l10n.t({ message: '{0}nd', args: [value], comment: ['Ordinal numbers of the plural category "two": 2nd, 22nd'] });
    case 'few': return l10n.t({ message: '{0}rd', args: [value], comment: ['Ordinal numbers of the plural category "few": 3rd, 23rd'] });
    case 'zero':
    case 'many':
    case 'other': return l10n.t({ message: '{0}th', args: [value], comment: ['Ordinal numbers of every other plural category: 4th, 11th'] });
  }
}

/** 4.9M, as the language writes it. */
export const compact = (value: number): string => new Intl.NumberFormat(language(), { notation: 'compact', maximumFractionDigits: 1 }).format(value);

/** A, B and C. */
export const listed = (indices: readonly number[]): string => new Intl.ListFormat(language(), { type: 'conjunction' }).format(indices.map(letterOf));

/** What happened, as it is written at the foot of the desk and heard from a screen reader. */
export function sentence(notice: Notice, keys: Readonly<Record<string, string>>): string {
  switch (notice.kind) {
    case 'placed': {
      const letter = letterOf(notice.index);
      if (notice.place === null) return l10n.t('{0} has no place now.', letter);
      if (notice.tiedWith.length > 0) return l10n.t('{0} is {1}, tied with {2}.', letter, ordinal(notice.place), listed(notice.tiedWith));
      return l10n.t('{0} is {1}.', letter, ordinal(notice.place));
    }
    case 'saved':
      return l10n.t('Saved. {0} takes it back.', keys.undo ?? '');
    case 'skipped':
      return l10n.t('Skipped. {0} takes it back.', keys.undo ?? '');
    case 'retracted':
      return l10n.t('Taken back: it is a draft again.');
    case 'nothing-judged':
      return l10n.t('Nothing is judged yet. Type a digit to place the selected response, or {0} to skip the item.', keys.skip ?? '');
    case 'confirm-unranked':
      return l10n.t('{0} without a place: {1} again to leave that so, below the others.', listed(notice.unplaced), keys.save ?? '');
    case 'confirm-no-ranking':
      return l10n.t('Nothing is ranked. {0} again to save the text alone.', keys.save ?? '');
    case 'no-such-place':
      return l10n.t('There are {0} places here.', notice.count);
    case 'first-item':
      return l10n.t('This is the first item.');
    case 'last-item':
      return l10n.t('This is the last item.');
    case 'more-shown':
      if (notice.left === null) return l10n.t('The prompt and the selected response are shown whole.');
      return notice.left > 0 ? l10n.t('More is shown; {0} characters are left.', compact(notice.left)) : l10n.t('The text is shown to its end.');
    case 'error':
      return notice.message;
  }
}
