import * as l10n from '@vscode/l10n';
import { letterOf } from '../../src/core/model/blind';
import type { VerdictValue } from '../../src/core/model/criterion';
import type { Against, AnswerRange, DeskCriterion, RubricNotice } from '../../src/core/model/deskRubric';
import { cellsText } from './countText';
import { language, listed, valueText } from './language';

/** What people call a criterion: its title, or else its text. */
export const nameOf = ({ title, text }: Pick<DeskCriterion, 'title' | 'text'>): string => title ?? text;

/** A verdict in words; undefined where nothing is said. */
export function verdictText(value: VerdictValue | null | undefined): string {
  if (value === undefined) return l10n.t('no verdict');
  if (value === null) return l10n.t('does not apply');
  if (typeof value === 'boolean') return value ? l10n.t('yes') : l10n.t('no');
  return typeof value === 'number' ? valueText(value) : value;
}

/** Who meets a criterion best, in words. */
export function winnersText(winners: readonly number[]): string {
  if (winners.length === 0) return l10n.t('none is named');
  return winners.length === 1 ? listed(winners) : l10n.t('{0}, alike', listed(winners));
}

/** What happened while an item is judged by criteria. */
export function rubricSentence(notice: RubricNotice, keys: Readonly<Record<string, string>>): string {
  switch (notice.kind) {
    case 'grid':
      if (!notice.on) return l10n.t('Back to the responses.');
      if (notice.left === 0) return l10n.t('By criteria: every cell is filled. {0} leads back.', keys.grid ?? '');
      return notice.left === 1
        ? l10n.t('By criteria: one cell is empty. {0} leads back.', keys.grid ?? '')
        : l10n.t('By criteria: {0} cells are empty. {1} leads back.', notice.left, keys.grid ?? '');
    case 'no-criteria':
      return l10n.t('No criterion is in force for this item. {0} adds one for it alone.', keys.criterionForItem ?? '');
    case 'verdict': {
      const said =
        notice.meaning === undefined ? verdictText(notice.value) : `${verdictText(notice.value)}, ${notice.meaning}`;
      return l10n.t('{0}: {1}, criterion {2} of {3}.', letterOf(notice.index), said, notice.row + 1, notice.of);
    }
    case 'winner':
      return l10n.t('Best: {0}, criterion {1} of {2}.', winnersText(notice.winners), notice.row + 1, notice.of);
    case 'no-such-answer':
      return rangeText(notice.answers, keys);
    case 'note-needs-verdict':
      return l10n.t('Give a verdict first: the note is kept with it.');
    case 'criterion-added':
      return l10n.t('Added for this item: {0}', notice.name);
    case 'verdicts-needed':
      return notice.left === 1
        ? l10n.t(
            'This study wants every cell filled, and one of {0} is empty. {1} says that a criterion does not apply. The draft is kept.',
            notice.of,
            keys.notApplicable ?? '',
          )
        : l10n.t(
            'This study wants every cell filled, and {0} of {1} are empty. {2} says that a criterion does not apply. The draft is kept.',
            notice.left,
            notice.of,
            keys.notApplicable ?? '',
          );
    case 'confirm-verdicts-left':
      return notice.left === 1
        ? l10n.t(
            'One of {0} of the criteria is empty: {1} fills it, {2} again to leave that so.',
            cellsText(notice.of),
            keys.grid ?? '',
            keys.save ?? '',
          )
        : l10n.t(
            '{0} of {1} cells of the criteria are empty: {2} fills them, {3} again to leave that so.',
            notice.left,
            notice.of,
            keys.grid ?? '',
            keys.save ?? '',
          );
    case 'confirm-criteria-changed':
      return l10n.t(
        'Asked in other words since you judged: {0}. {1} again to let your verdicts stand.',
        new Intl.ListFormat(language(), { type: 'conjunction' }).format(notice.names.map(short)),
        keys.save ?? '',
      );
    case 'confirm-against-verdicts':
      return l10n.t('{0}. {1} again to let both stand.', againstText(notice.against), keys.save ?? '');
  }
}

/** So much of a long name stands in a sentence. */
const mostOfName = 48;

const short = (name: string): string => (name.length > mostOfName ? `${name.slice(0, mostOfName).trimEnd()}…` : name);

/** So many differences are told one by one. */
const mostTold = 2;

/** Where judgement and verdicts differ, in a few words. */
export function againstText(against: readonly Against[]): string {
  const told = against.slice(0, mostTold).map(({ first, second, criterion }) => {
    const [a, b] = [letterOf(first), letterOf(second)];
    return criterion === undefined
      ? l10n.t('You have {0} above {1}, and your verdicts speak for {1}', a, b)
      : l10n.t('By "{2}" you name {0} best, and {1} has the better verdict', a, b, criterion);
  });
  const more = against.length - told.length;
  return `${told.join('. ')}${more > 0 ? ` ${l10n.t('(and {0} more)', more)}` : ''}`;
}

function rangeText(range: AnswerRange, keys: Readonly<Record<string, string>>): string {
  switch (range.of) {
    case 'yes-no':
      return l10n.t(
        '{0} or 1 is yes, {1} or 0 is no, {2} does not apply.',
        keys.yes ?? '',
        keys.no ?? '',
        keys.notApplicable ?? '',
      );
    case 'scale':
      return l10n.t('The scale goes from {0} to {1}.', range.min, range.max);
    case 'category':
      return l10n.t('The numbers here go up to {0}.', range.count);
    case 'winner':
      return l10n.t('The best goes by its number, from 1 to {0}; 0 says that all are alike.', range.count);
  }
}
