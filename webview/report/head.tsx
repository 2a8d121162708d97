import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { ReportFigures, ReportState } from '../../src/protocol/report';
import { annotationsText, annotatorsText, criteriaText, itemsText } from '../../src/core/model/text/countText';
import { percent, time, whole } from '../../src/core/model/text/numbers';
import { Help } from './help';
import { act, keys } from './store';

/** What the figures are of, how old they are, and what can be done with all of them. */
export function Head({
  state,
  report,
}: {
  readonly state: ReportState | undefined;
  readonly report: ReportFigures | undefined;
}): JSX.Element {
  const work = state?.counting ?? state?.looking ?? null;
  return (
    <header class="top">
      <h1>{l10n.t('Coverage')}</h1>
      {report && <p class="size">{sizeText(report)}</p>}
      <p class="age" role="status">
        {state?.looking !== null && state?.looking !== undefined
          ? l10n.t('Looking for items: {0}', percent(state.looking))
          : state?.counting !== null && state?.counting !== undefined
            ? l10n.t('Calculating: {0}', percent(state.counting))
            : report
              ? ageText(report, state)
              : ''}
      </p>
      {work === null ? (
        <button
          class="quiet"
          onClick={() => act('refreshCoverage')}
          title={l10n.t('Calculate the report again from the current files')}
        >
          {l10n.t('Refresh')} <kbd>{keys.value.refreshCoverage}</kbd>
        </button>
      ) : (
        <button class="quiet" onClick={() => act('stopCoverage')} title={l10n.t('Stop and keep the previous results')}>
          {l10n.t('Stop')} <kbd>{keys.value.stopCoverage}</kbd>
        </button>
      )}
      {report && (
        <button
          class="quiet"
          onClick={() => act('coverageModels')}
          title={l10n.t('Show or hide models and response IDs')}
        >
          {report.blind ? l10n.t('Models hidden') : l10n.t('Models shown')} <kbd>{keys.value.coverageModels}</kbd>
        </button>
      )}
      {report && (
        <button
          class="quiet"
          onClick={() => act('exportMatrix')}
          title={l10n.t('Save the table as CSV, with all slices')}
        >
          {l10n.t('Save table')} <kbd>{keys.value.exportMatrix}</kbd>
        </button>
      )}
      {report && <Help />}
      {work !== null && <progress class="progress" value={work} max={1} aria-label={l10n.t('Progress')} />}
      {state?.error !== null && state?.error !== undefined && report && (
        <p class="failed" role="alert">
          {state.error}
        </p>
      )}
    </header>
  );
}

function sizeText({ criteria, study: { items, annotations } }: ReportFigures): string {
  const inForce = criteria.filter(({ inForce: isLatest, faulty }) => isLatest && faulty === null).length;
  return l10n.t(
    '{0} active · {1} by {2} · {3} of {4} judged',
    criteriaText(inForce),
    annotationsText(annotations.count),
    annotatorsText(annotations.annotators),
    whole(items.judged),
    itemsText(items.count),
  );
}

function ageText(report: ReportFigures, state: ReportState | undefined): string {
  const { judgements = 0, rubrics = false, dataset = false } = state?.since ?? {};
  const news = [
    judgements === 1
      ? l10n.t('1 new judgment since then')
      : judgements > 1
        ? l10n.t('{0} new judgments since then', whole(judgements))
        : '',
    rubrics ? l10n.t('rubrics have changed') : '',
    dataset ? l10n.t('study was reloaded') : '',
  ].filter((each) => each !== '');
  return [l10n.t('Updated {0}', time(report.time)), ...news].join('; ');
}
