import * as l10n from '@vscode/l10n';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import type { VerdictValue } from '../../../src/core/model/rubric/criterion';
import type { Contradiction, AnswerRange, DeskCriterion, RubricNotice } from '../../../src/core/model/desk/deskRubric';
import { cellsText } from './countText';
import { language, listed, valueText } from './language';

/** Names a criterion for people: by its title, or else its text. */
export const criterionName = ({ title, text }: Pick<DeskCriterion, 'title' | 'text'>): string => title ?? text;

/** A verdict in words; undefined where nothing is said. */
export function verdictText(value: VerdictValue | null | undefined): string {
  if (value === undefined) return l10n.t('no verdict');
  if (value === null) return l10n.t('does not apply');
  if (typeof value === 'boolean') return value ? l10n.t('yes') : l10n.t('no');
  return typeof value === 'number' ? valueText(value) : value;
}

/** Words who meets a criterion best. */
export function winnersText(winners: readonly number[]): string {
  if (winners.length === 0) return l10n.t('none selected');
  return winners.length === 1 ? listed(winners) : l10n.t('{0} (equally good)', listed(winners));
}

/** Words what happened while an item is judged by criteria. */
export function rubricNoticeText(notice: RubricNotice, keys: Readonly<Record<string, string>>): string {
  switch (notice.kind) {
    case 'grid':
      if (!notice.on) return l10n.t('Back to the responses.');
      if (notice.left === 0)
        return l10n.t('Criteria: all cells are filled. Press {0} to return to the responses.', keys.grid ?? '');
      return notice.left === 1
        ? l10n.t('Criteria: one cell is empty. Press {0} to return to the responses.', keys.grid ?? '')
        : l10n.t('Criteria: {0} cells are empty. Press {1} to return to the responses.', notice.left, keys.grid ?? '');
    case 'no-criteria':
      return l10n.t(
        'This item has no active criterion. Press {0} to add one for this item only.',
        keys.criterionForItem ?? '',
      );
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
      return l10n.t('Give a verdict first. The note is saved with the verdict.');
    case 'criterion-added':
      return l10n.t('Criterion added for this item: {0}', notice.name);
    case 'verdicts-needed':
      return notice.left === 1
        ? l10n.t(
            'Not saved: this study requires all cells, and one of {0} is empty. Press {1} if a criterion does not apply. Your draft is kept.',
            notice.of,
            keys.notApplicable ?? '',
          )
        : l10n.t(
            'Not saved: this study requires all cells, and {0} of {1} are empty. Press {2} if a criterion does not apply. Your draft is kept.',
            notice.left,
            notice.of,
            keys.notApplicable ?? '',
          );
    case 'confirm-verdicts-left':
      return notice.left === 1
        ? l10n.t(
            'In the criteria, one of {0} is empty. Press {1} to fill it, or {2} again to save anyway.',
            cellsText(notice.of),
            keys.grid ?? '',
            keys.save ?? '',
          )
        : l10n.t(
            'In the criteria, {0} of {1} cells are empty. Press {2} to fill them, or {3} again to save anyway.',
            notice.left,
            notice.of,
            keys.grid ?? '',
            keys.save ?? '',
          );
    case 'confirm-criteria-changed':
      return l10n.t(
        'Wording changed since you judged: {0}. Check your verdicts, or press {1} again to keep them.',
        new Intl.ListFormat(language(), { type: 'conjunction' }).format(notice.names.map(short)),
        keys.save ?? '',
      );
    case 'confirm-against-verdicts':
      return l10n.t('{0}. Press {1} again to save anyway.', againstText(notice.against), keys.save ?? '');
  }
}

/** So much of a long name stands in a sentence. */
const maxOfName = 48;

const short = (name: string): string => (name.length > maxOfName ? `${name.slice(0, maxOfName).trimEnd()}…` : name);

/** So many differences are told one by one. */
const maxListed = 2;

/** Words where judgement and verdicts differ. */
export function againstText(against: readonly Contradiction[]): string {
  const conflicts = against.slice(0, maxListed).map(({ first, second, criterion }) => {
    const [a, b] = [letterOf(first), letterOf(second)];
    return criterion === undefined
      ? l10n.t('You judged {0} better than {1}, but {1} has better verdicts', a, b)
      : l10n.t('For "{2}" you selected {0} as the best, but {1} has the better verdict', a, b, criterion);
  });
  const more = against.length - conflicts.length;
  return `${conflicts.join('. ')}${more > 0 ? ` ${l10n.t('(and {0} more)', more)}` : ''}`;
}

function rangeText(range: AnswerRange, keys: Readonly<Record<string, string>>): string {
  switch (range.of) {
    case 'yes-no':
      return l10n.t(
        'Press {0} or 1 for yes, {1} or 0 for no, {2} if the criterion does not apply.',
        keys.yes ?? '',
        keys.no ?? '',
        keys.notApplicable ?? '',
      );
    case 'scale':
      return l10n.t('The scale goes from {0} to {1}.', range.min, range.max);
    case 'category':
      return l10n.t('Type a number up to {0}.', range.count);
    case 'winner':
      return l10n.t('Type the number of the best response, 1 to {0}. Type 0 if all are equally good.', range.count);
  }
}
