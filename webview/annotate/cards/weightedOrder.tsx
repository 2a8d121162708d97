import * as l10n from '@vscode/l10n';
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import { proposedOrder, proposedScores } from '../../../src/core/model/annotation/ratingScale';
import type { Aspect } from '../../../src/core/model/annotation/aspect';
import { valueText } from '../words/language';

/** The weights that a person gives to aspects; theirs alone, and gone with the desk. */
const weights = signal<Readonly<Record<string, number>>>({});
const open = signal(false);

/** The order that the ratings propose by the weights: to look at, never saved. */
export function WeightedOrder({
  item,
  aspects,
}: {
  readonly item: DeskItem;
  readonly aspects: readonly Aspect[];
}): JSX.Element | null {
  const weighted = aspects
    .filter(({ overall = false }) => !overall)
    .map((aspect) => ({ ...aspect, weight: weights.value[aspect.name] ?? aspect.weight ?? 1 }));
  if (weighted.length === 0 || item.draft.places.length < 2) return null;
  const scores = proposedScores(weighted, item.draft.ratings, item.draft.places.length);
  const tiers = proposedOrder(scores);
  const missing = [...scores.keys()].filter((index) => scores[index] === undefined);
  return (
    <details class="proposal" open={open.value} onToggle={({ currentTarget }) => (open.value = currentTarget.open)}>
      <summary>
        {l10n.t('Suggested ranking from aspect weights (not saved):')}{' '}
        <strong>
          {tiers.length === 0 ? l10n.t('none yet') : tiers.map((tier) => tier.map(letterOf).join(' = ')).join(' > ')}
        </strong>
        {tiers.length > 0 && missing.length > 0 && ` ${l10n.t('(no score for {0})', missing.map(letterOf).join(', '))}`}
      </summary>
      <div class="weights" role="group" aria-label={l10n.t('Aspect weights')}>
        {weighted.map(({ name, weight }) => (
          <label key={name}>
            {name}{' '}
            <input
              type="number"
              step="0.5"
              value={weight}
              onInput={({ currentTarget }) => weigh(name, currentTarget.valueAsNumber)}
            />
          </label>
        ))}
        <p>{l10n.t('These weights change only this suggestion. They are reset when you close the editor.')}</p>
      </div>
      {tiers.length > 0 && (
        <p class="scores">
          {tiers.flat().map((index) => (
            <span key={index}>
              {letterOf(index)} {valueText(scores[index] ?? 0)}
            </span>
          ))}
        </p>
      )}
    </details>
  );
}

function weigh(name: string, weight: number): void {
  const { [name]: _before, ...others } = weights.value;
  weights.value = Number.isFinite(weight) ? { ...others, [name]: weight } : others;
}
