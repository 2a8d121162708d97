import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import type { DeskScores } from '../../../src/core/model/desk/deskRubric';
import { keepFocus } from '../../ui/keyboardFocus';
import { cellsText } from '../words/countText';
import { SelectedCriterion } from './selectedCriterion';
import { Grid } from './grid';
import { againstText } from '../words/rubricTexts';
import { act, criteria, judge, setting } from '../store';
import { percent } from '../words/language';
import { valueText } from '../words/language';

/**
 * What the item is judged by beside its way: one line, and unfolded the grid of criteria × responses with the criterion
 * in hand.
 */
export function Rubric({ item, winners }: { readonly item: DeskItem; readonly winners: boolean }): JSX.Element | null {
  const { rubric, key } = item;
  const list = criteria.value;
  if (!rubric || list?.key !== rubric.list) return null;
  const { cell, left, of, scores } = rubric;
  const { keys } = setting.value;
  const active = cell && list.criteria[cell.row];
  return (
    <section class="rubric-bar" aria-label={l10n.t('Criteria')}>
      <div class="summary" onMouseDown={keepFocus}>
        <button class="quiet" aria-expanded={cell !== null} onClick={() => judge(key, { do: 'grid' })}>
          {list.criteria.length === 1 ? l10n.t('One criterion') : l10n.t('{0} criteria', list.criteria.length)}
          {' · '}
          {left === 0 ? l10n.t('all cells filled') : l10n.t('{0} of {1} filled', of - left, cellsText(of))}{' '}
          <kbd>{keys.grid}</kbd>
        </button>
        {scores && <Scores scores={scores} />}
        {cell && (
          <button class="quiet add" onClick={() => act('criterionForItem')}>
            {l10n.t('Add criterion for this item')} <kbd>{keys.criterionForItem}</kbd>
          </button>
        )}
      </div>
      {cell && active && (
        <div class="filling" ref={(element) => element?.style.setProperty('--rows', String(list.criteria.length))}>
          <Grid
            item={item}
            criteria={list.criteria}
            cell={cell}
            changed={rubric.changed}
            winners={winners && item.draft.places.length > 1}
          />
          <SelectedCriterion
            item={item}
            criterion={active}
            cell={cell}
            of={list.criteria.length}
            isChanged={rubric.changed.includes(cell.row)}
          />
        </div>
      )}
    </section>
  );
}

/**
 * What the verdicts come to by weights and gates: there once the person's own judgement is, to look at, never saved.
 */
function Scores({ scores: { scores, unit, tiers, by, of, against } }: { readonly scores: DeskScores }): JSX.Element {
  const order = tiers.map((tier) => tier.map(letterOf).join(' = ')).join(' > ');
  const each = tiers
    .flat()
    .map(
      (index) => `${letterOf(index)} ${unit === 'share' ? percent(scores[index] ?? 0) : valueText(scores[index] ?? 0)}`,
    );
  return (
    <p class="verdict-scores">
      {l10n.t('Suggested ranking from your verdicts (not saved):')} <strong>{order}</strong> ({each.join(' · ')}
      {by < of && `; ${l10n.t('based on {0} of {1} criteria', by, of)}`})
      {against.length > 0 && <span class="against">{againstText(against)}</span>}
    </p>
  );
}
