import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { ReportQuestion } from '../../../src/core/model/report/document/todo';
import type { ReportViewState, ReportFigures } from '../../../src/protocol/report';
import { useActionCount, useOnRequest } from '../actionRequests';
import { criteriaTable } from './criteriaTable';
import { Grid } from './grid';
import { HeatMap } from '../charts/heatMap';
import { byName } from './slices';
import { rulesTable } from './rulesTable';
import { spansTable } from './spansTable';
import { cells, chartBy, dimensions, keys, changeViewState, send } from '../store';
import type { Table } from './table';

/** Criteria, types of spans, or rules, with what the columns are chosen to show. */
export function Tables({
  report,
  now,
}: {
  readonly report: ReportFigures;
  readonly now: ReportViewState;
}): JSX.Element {
  const isSpans = now.tab === 'spans';
  const isRules = now.tab === 'rules';
  const table: Table = isRules
    ? rulesTable(report, now)
    : isSpans
      ? spansTable(report, now)
      : criteriaTable(report, now, cells.value?.table);
  const gridAsked = useActionCount('showMatrix');
  const opening = useActionCount('openBehind');
  const open = (question: ReportQuestion): void => send({ method: 'openItems', question, text: '' });
  const sort = (column: string): void => {
    const { sort: before } = now;
    if (before?.column !== column) changeViewState({ sort: { column, descending: true } });
    else changeViewState({ sort: before.descending ? { column, descending: false } : undefined });
  };
  // Rules have no slices.
  const isMap = !isRules && now.heatMap === true && now.by !== 'figures';
  useOnRequest(useActionCount('showHeatMap'), () => isRules || toggleHeatMap(now));
  return (
    <>
      <Toolbar
        now={now}
        isMap={isMap}
        shown={table.count}
        of={isRules ? report.rules.rules.length : isSpans ? report.spans.types.length : report.criteria.length}
      />
      {table.count === 0 ? (
        <p class="nothing">
          {now.search !== ''
            ? l10n.t('No matches.')
            : isRules
              ? l10n.t('This study has no rules.')
              : isSpans
                ? l10n.t('No critique in this study has spans.')
                : l10n.t('This study has no rubric yet. Write a rubric to see its criteria here.')}
        </p>
      ) : isMap ? (
        <HeatMap
          table={table}
          title={mapTitle(table, now)}
          selected={now.criterion}
          onSelect={(id) => changeViewState({ criterion: id })}
          onOpen={open}
          asked={gridAsked}
        />
      ) : (
        <Grid
          table={table}
          sort={now.sort}
          selected={now.criterion}
          onSelect={(id) => changeViewState({ criterion: id })}
          onSort={sort}
          onOpen={open}
          asked={gridAsked}
          opening={opening}
        />
      )}
    </>
  );
}

/** From the table to its heat map and back; figures are of too many kinds for one, so there it goes on to slices. */
function toggleHeatMap({ by, heatMap }: ReportViewState): void {
  if (by === 'figures')
    changeViewState({ by: chartBy.value, heatMap: chartBy.value === undefined ? undefined : true, sort: undefined });
  else changeViewState({ heatMap: heatMap ? undefined : true });
}

const mapTitle = ({ label }: Table, { tab, shows }: ReportViewState): string =>
  `${label}: ${tab === 'spans' ? l10n.t('share of responses with at least one') : showsTexts()[shows]}`;

const showsTexts = (): Readonly<Record<ReportViewState['shows'], string>> => ({
  yes: l10n.t('share of “yes”'),
  filled: l10n.t('share of filled cells'),
  unfilled: l10n.t('empty cells'),
});

function Toolbar({
  now,
  isMap,
  shown,
  of,
}: {
  readonly now: ReportViewState;
  readonly isMap: boolean;
  readonly shown: number;
  readonly of: number;
}): JSX.Element {
  const columns = useRef<HTMLSelectElement>(null);
  const search = useRef<HTMLInputElement>(null);
  useOnRequest(useActionCount('chooseSlices'), () => columns.current?.focus());
  useOnRequest(useActionCount('searchCriteria'), () => search.current?.focus());
  const isSliced = now.by !== 'figures';
  return (
    <div class="toolbar">
      {now.tab !== 'rules' && (
        <label>
          {l10n.t('Columns')} <kbd>{keys.value.chooseSlices}</kbd>
          <select
            ref={columns}
            value={now.by}
            onKeyDown={keepKey}
            onChange={({ currentTarget }) => changeViewState({ by: currentTarget.value, sort: undefined })}
          >
            <option value="figures">{l10n.t('Statistics')}</option>
            {dimensions.value.map((by) => (
              <option key={by} value={by}>
                {l10n.t('by {0}', byName(by))}
              </option>
            ))}
          </select>
        </label>
      )}
      {isSliced && now.tab === 'criteria' && (
        <label>
          {l10n.t('Cells')}
          <select
            value={now.shows}
            onKeyDown={keepKey}
            onChange={({ currentTarget }) =>
              changeViewState({ shows: currentTarget.value as ReportViewState['shows'] })
            }
          >
            {Object.entries(showsTexts()).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      )}
      {now.tab !== 'rules' && dimensions.value.length > 0 && (
        <button
          class="quiet"
          aria-pressed={isMap}
          onClick={() => toggleHeatMap(now)}
          title={l10n.t('Switch between the table and a heat map of all slices')}
        >
          {l10n.t('Heat map')} <kbd>{keys.value.showHeatMap}</kbd>
        </button>
      )}
      <label class="search">
        <span class="heard">{l10n.t('Search')}</span>
        <input
          ref={search}
          type="search"
          value={now.search}
          placeholder={l10n.t('Search ({0})', keys.value.searchCriteria ?? '')}
          onKeyDown={toTable}
          onInput={({ currentTarget }) => changeViewState({ search: currentTarget.value })}
        />
      </label>
      <span class="count" role="status">
        {shown === of ? '' : l10n.t('{0} of {1}', shown.toLocaleString(), of.toLocaleString())}
      </span>
    </div>
  );
}

/** Letters choose in a list that has the focus, and are no commands there; Enter goes on to the table. */
function keepKey(event: KeyboardEvent): void {
  if (event.key === 'Enter') toTable(event);
  else if (event.key !== 'Escape') event.stopPropagation();
}

/** From the search to what it found. */
function toTable(event: KeyboardEvent): void {
  if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
  document.querySelector<HTMLElement>('.grid, .heat')?.focus();
  event.preventDefault();
  event.stopPropagation();
}
