import * as l10n from '@vscode/l10n';
import { letterOf } from '../../src/core/model/blind';
import type { CritiquePart } from '../../src/core/model/choices';
import type { DraftField } from '../../src/core/model/draft';
import type { TextNotice } from '../../src/core/model/textNotice';
import { charactersText } from './countText';

/** What is said of texts of a judgement. */
export function textSentence(notice: TextNotice, keys: Readonly<Record<string, string>>): string {
  switch (notice.kind) {
    case 'too-short':
      return l10n.t(
        '{0}: {1} The study asks for it before the judgement is saved; it stays a draft until then.',
        fieldName(notice.field),
        askedText(notice.length, notice.least),
      );
    case 'rationale-first':
      return notice.least > 0
        ? l10n.t(
            'First the rationale, of at least {0}: {1}. What you judge counts from then on.',
            charactersText(notice.least),
            keys.rationale ?? '',
          )
        : l10n.t('First the rationale: {0}. What you judge counts from then on.', keys.rationale ?? '');
    case 'because':
      if (notice.count === 0) return l10n.t('The judgement rests on no criterion that is named.');
      return notice.count === 1
        ? l10n.t('The judgement rests on one criterion.')
        : l10n.t('The judgement rests on {0} criteria.', notice.count);
    case 'not-refinable':
      return l10n.t('{0} is more than one text, so it cannot be refined here.', letterOf(notice.index));
    case 'saved-refined':
      return l10n.t(
        'Saved. What you refined is one of the {0} responses now: judge it too, or {1} goes on.',
        notice.count,
        keys.save ?? '',
      );
    case 'answer-removed':
      return l10n.t('Answer {0} is removed. {1} brings it back.', notice.answer + 1, keys.undo ?? '');
    case 'no-answer':
      return l10n.t('There is no answer of yours.');
  }
}

/** How long a text is, beside how long it has to be. */
export const askedText = (length: number, least: number): string =>
  l10n.t('{0} of at least {1}.', length, charactersText(least));

/** What a part of a critique is called. */
export function partName(part: CritiquePart, letter: string): string {
  switch (part) {
    case 'strengths':
      return l10n.t('Strengths of {0}', letter);
    case 'weaknesses':
      return l10n.t('Weaknesses of {0}', letter);
    case 'suggestion':
      return l10n.t('Suggestion for {0}', letter);
  }
}

function fieldName(field: DraftField): string {
  return field.kind === 'critique' ? l10n.t('Critique of {0}', letterOf(field.index)) : l10n.t('Rationale');
}
