import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import { tiersOf } from '../../../src/core/model/annotation/ranking';
import { keepFocus } from '../../ui/keyboardFocus';
import { shapeOf } from './cardRows';
import { judge, setting } from '../store';

/**
 * What numbers mean while a long list is ranked in passes, and how to go from one pass to the next; nothing where a
 * list is short and no tie is being ordered.
 */
export function RankingPasses({ item }: { readonly item: DeskItem }): JSX.Element | null {
  const { mode, places, within } = item.draft;
  if (mode !== 'rank') return null;
  const isLong = shapeOf(item) === 'list';
  if (!isLong && !within) return null;
  const { keys } = setting.value;
  const left = places.filter((place) => place === null).length;
  const isTied = tiersOf(places).some((tier) => tier.length > 1);
  return (
    <div class="passes">
      <span class="meaning">{meaning(item, left)}</span>
      {isLong && !within && (
        <button
          class="toggle"
          onMouseDown={keepFocus}
          aria-pressed={item.buckets}
          onClick={() => judge(item.key, { do: 'buckets' })}
        >
          {l10n.t('Buckets')} {keys.buckets !== undefined && <kbd>{keys.buckets}</kbd>}
        </button>
      )}
      {(within !== null || isTied) && (
        <button
          class="toggle"
          onMouseDown={keepFocus}
          aria-pressed={within !== null}
          onClick={() => judge(item.key, { do: 'orderTier' })}
        >
          {item.buckets ? l10n.t('Order within a bucket') : l10n.t('Order tied responses')}{' '}
          {keys.orderTier !== undefined && <kbd>{keys.orderTier}</kbd>}
        </button>
      )}
    </div>
  );
}

function meaning({ draft: { places, within }, buckets }: DeskItem, left: number): string {
  if (within) return l10n.t('Type 1 to {0} to set the rank within the tie.', within.members.length);
  if (buckets)
    return left === 0
      ? l10n.t('All responses are in a bucket. Bucket 1 is the best.')
      : left === 1
        ? l10n.t('Type a bucket number (1 is the best). Not in a bucket yet: one of {0}.', places.length)
        : l10n.t('Type a bucket number (1 is the best). Not in a bucket yet: {0} of {1}.', left, places.length);
  return left === 0
    ? l10n.t('All responses are ranked.')
    : left === 1
      ? l10n.t('Type 1 to {0} to set the rank. Not ranked yet: one response.', places.length)
      : l10n.t('Type 1 to {0} to set the rank. Not ranked yet: {1}.', places.length, left);
}
