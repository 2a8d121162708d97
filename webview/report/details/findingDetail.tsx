import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ReportFigures } from '../../../src/protocol/report';
import { useActionCount, useOnRequest } from '../actionRequests';
import type { Finding } from '../findings';
import { ListBox } from '../tables/listbox';
import { Pair } from './pair';
import { keys, changeViewState, send } from '../store';

interface Props {
  readonly report: ReportFigures;
  readonly finding: Finding;
  /** Changes where the keyboard is asked for. */
  readonly asked: number;
}

/** What a finding names, and what can be done about it. */
export function FindingDetail({ report, finding, asked }: Props): JSX.Element {
  const { of, title, note, advice, count } = finding;
  const [at, setAt] = useState(0);
  const { serial } = report;
  const writeAsked = useActionCount('writeCriterion');
  const openAsked = useActionCount('openBehind');
  const openOne = (to: number): void => {
    if (of.kind === 'items') send({ method: 'openFinding', serial, finding: of.finding, at: to });
    else if (of.kind === 'criteria' || of.kind === 'rules')
      changeViewState({ tab: of.kind, criterion: of.entries[to]?.id, finding: undefined, search: '' });
  };
  const openAll = (): void => {
    if (of.kind === 'items') send({ method: 'openFinding', serial, finding: of.finding, at: null });
    else if (of.kind === 'spans') send({ method: 'openSpans', serial, kind: 'span', bare: true, slice: null });
    else if (of.kind === 'unfilled')
      changeViewState({
        tab: 'criteria',
        by: 'figures',
        sort: { column: 'unfilled', descending: true },
        finding: undefined,
      });
  };
  const write = (): void => {
    if (of.kind === 'items' && of.explains) send({ method: 'writeCriterion', serial, finding: of.finding, at });
  };
  useOnRequest(writeAsked, write);
  useOnRequest(openAsked, openAll);
  const edit = (): void =>
    send({ method: 'editCriterion', criterion: of.kind === 'criteria' ? (of.entries[at]?.id ?? null) : null });
  useOnRequest(useActionCount('editCriterion'), edit);
  const entries = 'entries' in of ? of.entries : [];
  return (
    <article class="detail finding" aria-label={title}>
      <h2>{title}</h2>
      <p class="about">{note === '' ? count.toLocaleString() : `${count.toLocaleString()} ${note}`}</p>
      <p>{advice}</p>
      <div class="actions">
        {of.kind === 'items' && of.explains && (
          <vscode-button onClick={write}>
            {l10n.t('Write a criterion…')} <kbd>{keys.value.writeCriterion}</kbd>
          </vscode-button>
        )}
        {(of.kind === 'items' || of.kind === 'spans') && (
          <vscode-button appearance={of.kind === 'items' && of.explains ? 'secondary' : 'primary'} onClick={openAll}>
            {l10n.t('Open all in the editor')} <kbd>{keys.value.openBehind}</kbd>
          </vscode-button>
        )}
        {of.kind === 'criteria' && (
          <vscode-button onClick={edit}>
            {l10n.t('Edit in rubric editor')} <kbd>{keys.value.editCriterion}</kbd>
          </vscode-button>
        )}
        {of.kind === 'unfilled' && (
          <vscode-button onClick={openAll}>
            {l10n.t('Show in table')} <kbd>{keys.value.openBehind}</kbd>
          </vscode-button>
        )}
      </div>
      {entries.length > 0 && (
        <ListBox
          label={title}
          name="entry"
          entries={entries}
          selected={at}
          onSelect={setAt}
          onEnter={openOne}
          asked={asked}
        />
      )}
      {of.kind === 'items' && of.explains && entries.length > 0 && (
        <Pair serial={serial} finding={of.finding} at={at} />
      )}
      {entries.length > 0 && of.kind !== 'words' && (
        <p class="about">
          {of.kind === 'items'
            ? l10n.t('Press Enter to open the selected item in the editor.')
            : l10n.t('Press Enter to go to the row in the table.')}
        </p>
      )}
      {entries.length > 0 && entries.length < count && of.kind === 'items' && (
        <p class="about">
          {entries.length === 1
            ? l10n.t('Only the first entry is listed.')
            : l10n.t('Only the first {0} entries are listed.', entries.length.toLocaleString())}
        </p>
      )}
    </article>
  );
}
