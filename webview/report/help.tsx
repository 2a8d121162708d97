import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { keys } from './store';

const helpId = 'coverage-help';

/** Behind a question mark: what keys do in the view. */
export function Help(): JSX.Element {
  return (
    <>
      <button class="quiet" popovertarget={helpId} aria-haspopup="true" title={l10n.t('Keys of this view')}>
        ?
      </button>
      <div id={helpId} popover="auto" class="help" role="group" aria-label={l10n.t('Keys of this view')}>
        <Hints />
      </div>
    </>
  );
}

function Hints(): JSX.Element {
  const rows: readonly (readonly [string, string])[] = [
    [l10n.t('Arrow keys'), l10n.t('Move between cells (row details are shown here)')],
    ['Enter', l10n.t('On a cell, open its items in the editor. On a column header, sort')],
    [keys.value.chooseSlices ?? '', l10n.t('Choose the columns')],
    [keys.value.searchCriteria ?? '', l10n.t('Search the table')],
    [keys.value.showFindings ?? '', l10n.t('Go to the findings')],
  ];
  return (
    <dl class="hints">
      {rows.map(([key, text]) => (
        <div key={text}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
