import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { act, keys } from './store';
import { standing } from './standing';

/** What stands in a tab until there are figures. */
export function Waiting(): JSX.Element {
  const { counting, error } = standing.value;
  if (counting === null)
    return (
      <main class="waiting">
        {error !== null && <p role="alert">{error}</p>}
        <p>{error === null ? l10n.t('Calculation stopped.') : l10n.t('No results were calculated.')}</p>
        <vscode-button onClick={() => act('refreshCoverage')}>
          {l10n.t('Calculate')} <kbd>{keys.value.refreshCoverage}</kbd>
        </vscode-button>
      </main>
    );
  return (
    <main class="waiting">
      <vscode-progress-ring aria-label={l10n.t('Calculating')} />
      <p>{l10n.t('Reading all items and judgments…')}</p>
    </main>
  );
}
