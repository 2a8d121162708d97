import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { percent, time, whole } from '../../src/core/model/text/numbers';
import type { ReportAction, ReportFigures, ReportPart } from '../../src/protocol/report';
import { annotationsText, annotatorsText, criteriaText, itemsText } from '../../src/core/model/text/countText';
import { Help } from './help';
import { standing } from './standing';
import { act, figures, keys, part, qualityTold, state, turn } from './store';
import { TabList } from './tabList';
import { todos } from './todo/todos';

/** The tabs, what the figures are of, how old they are, and what can be done with all of them. */
export function Head(): JSX.Element {
  const { counting, error, time: counted, blind } = standing.value;
  const looking = state.value?.looking ?? null;
  const work = looking ?? counting;
  const isQuality = part.value === 'quality';
  return (
    <header class="top">
      <h1 class="heard">{l10n.t('Report')}</h1>
      <TabList
        label={l10n.t('Report')}
        tabs={(['todo', 'coverage', 'quality'] as const).map((id) => ({
          id,
          title: partTitles()[id],
          count: id === 'todo' ? todos.value?.length : undefined,
        }))}
        selected={part.value ?? 'todo'}
        onSelect={turn}
      />
      <p class="size">{sizeText()}</p>
      <p class="age" role="status">
        {looking !== null
          ? l10n.t('Looking for items: {0}', percent(looking))
          : counting !== null
            ? l10n.t('Calculating: {0}', percent(counting))
            : counted !== undefined
              ? ageText(counted)
              : ''}
      </p>
      <div class="acts">
        {work === null ? (
          <HeadButton
            action={isQuality ? 'refreshQuality' : 'refreshCoverage'}
            text={l10n.t('Refresh')}
            title={l10n.t('Calculate the report again from the current files')}
          />
        ) : (
          <HeadButton
            action={isQuality ? 'stopQuality' : 'stopCoverage'}
            text={l10n.t('Stop')}
            title={l10n.t('Stop and keep the previous results')}
          />
        )}
        {blind !== undefined && (
          <HeadButton
            action={isQuality ? 'qualityModels' : 'coverageModels'}
            text={blind ? l10n.t('Models hidden') : l10n.t('Models shown')}
            title={l10n.t('Show or hide models and response IDs')}
          />
        )}
        {counted !== undefined && isQuality && (
          <HeadButton
            action="saveQuality"
            text={l10n.t('Save page')}
            title={l10n.t('Save the report as a web page that can be sent')}
          />
        )}
        {counted !== undefined && part.value === 'coverage' && (
          <HeadButton
            action="exportMatrix"
            text={l10n.t('Save table')}
            title={l10n.t('Save the table as CSV, with all slices')}
          />
        )}
        <Help />
      </div>
      {work !== null && <progress class="progress" value={work} max={1} aria-label={l10n.t('Progress')} />}
      {error !== null && counted !== undefined && (
        <p class="failed" role="alert">
          {error}
        </p>
      )}
    </header>
  );
}

const partTitles = (): Readonly<Record<ReportPart, string>> => ({
  todo: l10n.t('To do'),
  coverage: l10n.t('Coverage'),
  quality: l10n.t('Quality'),
});

function HeadButton({
  action,
  text,
  title,
}: {
  readonly action: ReportAction;
  readonly text: string;
  readonly title: string;
}): JSX.Element {
  return (
    <button class="quiet" onClick={() => act(action)} title={title}>
      {text} <kbd>{keys.value[action]}</kbd>
    </button>
  );
}

function sizeText(): string {
  if (part.value === 'coverage') return figures.value ? coverageSize(figures.value) : '';
  return qualityTold.value?.head ?? '';
}

function coverageSize({ criteria, study: { items, annotations } }: ReportFigures): string {
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

function ageText(counted: number): string {
  const { judgements, rubrics, dataset } = standing.value.since;
  const news = [
    judgements === 1
      ? l10n.t('1 new judgment since then')
      : judgements > 1
        ? l10n.t('{0} new judgments since then', whole(judgements))
        : '',
    rubrics ? l10n.t('rubrics have changed') : '',
    dataset ? l10n.t('study was reloaded') : '',
  ].filter((each) => each !== '');
  return [l10n.t('Updated {0}', time(counted)), ...news].join('; ');
}
