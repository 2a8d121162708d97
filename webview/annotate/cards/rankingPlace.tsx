import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import { keepFocus } from '../../ui/keyboardFocus';
import { rankPositionOf } from './cardRows';
import { judge } from '../store';

/** More places than this are typed, not clicked. */
const maxButtons = 9;

/**
 * Where a response stands in the ranking: a button a place, where they are few and the card is open; else its number,
 * or the digit that waits for a second one.
 */
export function RankingPlace({
  item,
  index,
  folded,
}: {
  readonly item: DeskItem;
  readonly index: number;
  readonly folded: boolean;
}): JSX.Element | null {
  const { place, of, isWithin } = rankPositionOf(item, index);
  const { within } = item.draft;
  const letter = letterOf(index);
  const waiting = (item.next?.index ?? item.selected) === index ? item.typed : undefined;
  if (waiting !== undefined) {
    return (
      <span class="places">
        <span class="waiting" aria-label={l10n.t('{0}, waiting for a second digit', waiting)} role="img">
          {waiting}…
        </span>
      </span>
    );
  }
  const most = item.buckets ? maxButtons : of;
  if (most > maxButtons || folded || (within && !isWithin)) {
    return <span class="places">{place !== null && <span class="chosen">{place}</span>}</span>;
  }
  const label = item.buckets
    ? l10n.t('Bucket of {0}', letter)
    : isWithin
      ? l10n.t('Rank of {0} within the tie', letter)
      : l10n.t('Rank of {0}', letter);
  return (
    <span class="places" role="group" aria-label={label}>
      {Array.from({ length: most }, (_, i) => i + 1).map((value) => (
        <button
          key={value}
          class={place === value ? 'chosen' : ''}
          tabIndex={-1}
          onMouseDown={keepFocus}
          aria-pressed={place === value}
          aria-label={item.buckets ? l10n.t('Bucket {0}', value) : l10n.t('Rank {0}', value)}
          onClick={() => judge(item.key, place === value ? { do: 'clear', index } : { do: 'number', index, value })}
        >
          {value}
        </button>
      ))}
    </span>
  );
}
