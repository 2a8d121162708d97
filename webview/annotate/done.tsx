import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { DeskState, QueueScope } from '../../src/core/model/desk/deskState';
import { setting } from './store';
import { ActionButton } from './headAndFoot';

/** Draws the desk once nothing is left to be judged. */
export function Done({ state, of }: { readonly state: DeskState; readonly of: QueueScope }): JSX.Element {
  const { count, judged, skipped } = state;
  const unreadable = of === 'all' ? count - judged - skipped : 0;
  if (of === 'all' && count === 0) return <NoItems />;
  return (
    <main class="message">
      <h2>{unreadable > 0 ? l10n.t('All items that can be read are done') : title(of, count)}</h2>
      <p>
        {l10n.t(
          '{0} judged, {1} skipped. All judgments are saved in your journal.',
          judged.toLocaleString(),
          skipped.toLocaleString(),
        )}
        {unreadable > 0 &&
          ` ${l10n.t('Items that cannot be read: {0}. See the Problems view for the reasons.', unreadable.toLocaleString())}`}
        {of === 'some' && ` ${l10n.t('Press {0} to choose other items.', setting.value.spokenKeys.order ?? '')}`}
      </p>
      {of === 'given' ? (
        <p>{l10n.t('New items appear here as soon as there are some for you.')}</p>
      ) : (
        <ActionButton action="export" label={l10n.t('Export preferences…')} primary />
      )}
    </main>
  );
}

/** What the desk says of a dataset of which all is left out. */
const NoItems = (): JSX.Element => (
  <main class="message">
    <h2>{l10n.t('There are no items to judge')}</h2>
    <p>{l10n.t('See the Problems view for what was left out, and why.')}</p>
  </main>
);

function title(of: QueueScope, count: number): string {
  switch (of) {
    case 'all':
      return count === 1 ? l10n.t('The only item is done') : l10n.t('All {0} items are done', count.toLocaleString());
    case 'mine':
    case 'given':
      return l10n.t('All items assigned to you are done');
    case 'some':
      return l10n.t('All items that you chose are done');
  }
}
