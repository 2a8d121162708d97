import * as l10n from '@vscode/l10n';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import type { CritiquePart } from '../../../src/core/model/annotation/judgementValues';
import type { DraftField } from '../../../src/core/model/annotation/draft';
import type { TextNotice } from '../../../src/core/model/desk/textNotice';
import { charactersText } from './countText';

/** Words what happened to a text of a judgement. */
export function textFieldNoticeText(notice: TextNotice, keys: Readonly<Record<string, string>>): string {
  switch (notice.kind) {
    case 'too-short':
      return l10n.t(
        '{0}: {1} This study requires this length before you can save. Your draft is kept.',
        fieldName(notice.field),
        lengthHintText(notice.length, notice.min),
      );
    case 'rationale-first':
      return notice.min > 0
        ? l10n.t(
            'Write the rationale first, at least {0}. Press {1} to write it. You can judge after that.',
            charactersText(notice.min),
            keys.rationale ?? '',
          )
        : l10n.t('Write the rationale first. Press {0} to write it. You can judge after that.', keys.rationale ?? '');
    case 'because':
      if (notice.count === 0) return l10n.t('No deciding criteria selected.');
      return notice.count === 1
        ? l10n.t('The judgment is based on one criterion.')
        : l10n.t('The judgment is based on {0} criteria.', notice.count);
    case 'not-refinable':
      return l10n.t('{0} has more than one message, so it cannot be refined here.', letterOf(notice.index));
    case 'saved-refined':
      return l10n.t(
        'Saved. Your refinement is now one of the {0} responses. Judge it too, or press {1} to go to the next item.',
        notice.count,
        keys.save ?? '',
      );
    case 'answer-removed':
      return l10n.t('Answer {0} removed. Press {1} to undo.', notice.answer + 1, keys.undo ?? '');
    case 'no-answer':
      return l10n.t('You have not written an answer.');
  }
}

/** Words how long a text is, beside how long it has to be. */
export const lengthHintText = (length: number, min: number): string =>
  l10n.t('{0} of at least {1}.', length, charactersText(min));

/** Names a part of a critique. */
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
