import * as l10n from '@vscode/l10n';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';

/** The language that the strings are in, which need not be VS Code's: not every language has a bundle. */
export const language = (): string =>
  l10n.t({ message: 'en', comment: ['The language you translate into, as a BCP 47 tag'] });

/** 1st, 2nd, 3rd, … */
export function ordinal(value: number): string {
  switch (new Intl.PluralRules(language(), { type: 'ordinal' }).select(value)) {
    case 'one':
      return l10n.t({
        message: '{0}st',
        args: [value],
        comment: ['Ordinal numbers of the plural category "one": 1st, 21st'],
      });
    case 'two':
      return l10n.t({
        message: '{0}nd',
        args: [value],
        comment: ['Ordinal numbers of the plural category "two": 2nd, 22nd'],
      });
    case 'few':
      return l10n.t({
        message: '{0}rd',
        args: [value],
        comment: ['Ordinal numbers of the plural category "few": 3rd, 23rd'],
      });
    case 'zero':
    case 'many':
    case 'other':
      return l10n.t({
        message: '{0}th',
        args: [value],
        comment: ['Ordinal numbers of every other plural category: 4th, 11th'],
      });
  }
}

/** A share from 0 to 1. */
export const percent = (value: number): string => new Intl.NumberFormat(language(), { style: 'percent' }).format(value);

/** 4.9M, as the language writes it. */
export const compact = (value: number): string =>
  new Intl.NumberFormat(language(), { notation: 'compact', maximumFractionDigits: 1 }).format(value);

/** A value of a scale, as the language writes it. */
export const valueText = (value: number): string =>
  new Intl.NumberFormat(language(), { maximumFractionDigits: 2 }).format(value);

/** A, B and C. */
export const listed = (indices: readonly number[]): string => listedNames(indices.map(letterOf));

/** Ana, Ben and Cleo. */
export const listedNames = (names: readonly string[]): string =>
  new Intl.ListFormat(language(), { type: 'conjunction' }).format(names);
