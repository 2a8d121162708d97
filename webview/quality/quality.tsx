import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { QualityFigures } from '../../src/protocol/quality';
import type { ReportDocument, Section } from '../../src/core/model/report/document/document';
import { sectionTitle, severityText } from '../../src/core/model/report/document/names';
import { isOfCoverage } from '../../src/core/model/report/coverageQuestion';
import { reportDocument } from '../../src/core/model/report/document/reportDocument';
import { percent, time } from '../../src/core/model/text/numbers';
import { cellText } from '../../src/core/model/report/document/values';
import { BlockView } from './blocks';
import { opening } from './opening';
import { savePage } from './savePage';
import { act, figures, findingsAsked, keys, notice, saveAsked, send, state } from './store';
import { queueText } from './queueText';

/** The whole surface. */
export function Quality(): JSX.Element {
  const now = figures.value;
  const told = useMemo(() => now && reportDocument({ quality: now.report }), [now]);
  const name = state.value?.name;
  const asked = saveAsked.value;
  useEffect(() => {
    if (asked > 0) savePage();
  }, [asked]);
  useEffect(() => {
    if (name !== undefined) document.title = l10n.t('Quality of {0}', name);
  }, [name]);
  return (
    <div class="quality">
      <Head now={now} head={told?.head} />
      {notice.value && (
        <p class={notice.value.isError ? 'notice error' : 'notice'} role={notice.value.isError ? 'alert' : 'status'}>
          {notice.value.text}
        </p>
      )}
      {now && told ? <Body now={now} told={told} /> : <Waiting />}
    </div>
  );
}

function Waiting(): JSX.Element {
  const told = state.value;
  if (told && told.counting === null)
    return (
      <main class="waiting">
        {told.error !== null && <p role="alert">{told.error}</p>}
        <p>{told.error === null ? l10n.t('Calculation stopped.') : l10n.t('No results were calculated.')}</p>
        <vscode-button onClick={() => act('refreshQuality')}>
          {l10n.t('Calculate')} <kbd>{keys.value.refreshQuality}</kbd>
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

/** What the figures are of, how old they are, and what can be done with all of them. */
function Head({
  now,
  head,
}: {
  readonly now: QualityFigures | undefined;
  readonly head: string | undefined;
}): JSX.Element {
  const told = state.value;
  const work = told?.counting ?? told?.looking ?? null;
  return (
    <header class="top">
      <h1>{l10n.t('Quality')}</h1>
      {head !== undefined && <p class="size">{head}</p>}
      <p class="age" role="status">
        {told?.looking != null
          ? l10n.t('Looking for items: {0}', percent(told.looking))
          : told?.counting != null
            ? l10n.t('Calculating: {0}', percent(told.counting))
            : now
              ? l10n.t('Updated {0}', time(now.time))
              : ''}
      </p>
      {work === null ? (
        <button
          class="quiet"
          onClick={() => act('refreshQuality')}
          title={l10n.t('Calculate the report again from the current files')}
        >
          {l10n.t('Refresh')} <kbd>{keys.value.refreshQuality}</kbd>
        </button>
      ) : (
        <button class="quiet" onClick={() => act('stopQuality')} title={l10n.t('Stop and keep the previous results')}>
          {l10n.t('Stop')} <kbd>{keys.value.stopQuality}</kbd>
        </button>
      )}
      {now && (
        <button
          class="quiet"
          onClick={() => act('qualityModels')}
          title={l10n.t('Show or hide models and response IDs')}
        >
          {now.blind ? l10n.t('Models hidden') : l10n.t('Models shown')} <kbd>{keys.value.qualityModels}</kbd>
        </button>
      )}
      {now && (
        <button
          class="quiet"
          onClick={() => act('saveQuality')}
          title={l10n.t('Save the report as a web page that can be sent')}
        >
          {l10n.t('Save page')} <kbd>{keys.value.saveQuality}</kbd>
        </button>
      )}
      {work !== null && <progress class="progress" value={work} max={1} aria-label={l10n.t('Progress')} />}
      {told?.error != null && now && (
        <p class="failed" role="alert">
          {told.error}
        </p>
      )}
    </header>
  );
}

function Body({ now, told }: { readonly now: QualityFigures; readonly told: ReportDocument }): JSX.Element {
  return (
    <main class="body" tabIndex={-1}>
      <Chips now={now} />
      <Findings {...told} />
      <nav class="contents" aria-label={l10n.t('Report sections')}>
        {told.sections.map(({ id, title }) => (
          <button key={id} type="button" class="link" onClick={() => goTo(id)}>
            {title}
          </button>
        ))}
      </nav>
      {told.sections.map((section) => (
        <SectionView key={section.id} {...section} />
      ))}
      <p class="about">{[told.intervals, ...told.leftOut].join(' ')}</p>
    </main>
  );
}

const goTo = (section: string): void => document.getElementById(section)?.scrollIntoView({ block: 'start' });

function SectionView({ id, title, lead, blocks }: Section): JSX.Element {
  return (
    <section id={id} aria-label={title}>
      <h2>{title}</h2>
      {lead.length > 0 && (
        <dl class="lead">
          {lead.map(({ label, cell }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{opening(cellText(cell), cell.opens)}</dd>
            </div>
          ))}
        </dl>
      )}
      {blocks.map((block, at) => (
        <BlockView key={at} block={block} />
      ))}
    </section>
  );
}

/** Everybody who judged: a click leaves somebody out of all figures, or takes them in again. */
function Chips({ now: { annotators, report } }: { readonly now: QualityFigures }): JSX.Element | null {
  if (annotators.length < 2) return null;
  const { without } = report.only;
  return (
    <fieldset class="chips">
      <legend>{l10n.t('Count')}</legend>
      {annotators.map((name) => {
        const isIn = !without.includes(name);
        return (
          <button
            key={name}
            type="button"
            class="chip"
            aria-pressed={isIn}
            title={isIn ? l10n.t('Leave {0} out of all figures', name) : l10n.t('Count {0} again', name)}
            onClick={() =>
              send({
                method: 'without',
                annotators: isIn ? [...without, name] : without.filter((each) => each !== name),
              })
            }
          >
            {name}
          </button>
        );
      })}
    </fieldset>
  );
}

function Findings({ todo, noTodo }: ReportDocument): JSX.Element {
  const root = useRef<HTMLElement>(null);
  const asked = findingsAsked.value;
  useEffect(() => {
    if (asked > 0) root.current?.querySelector<HTMLElement>('button')?.focus();
  }, [asked]);
  return (
    <section ref={root} class="findings" aria-label={l10n.t('Findings')}>
      <h2>
        {l10n.t('Findings')} <kbd>{keys.value.qualityFindings}</kbd>
      </h2>
      {todo.length === 0 ? (
        <p class="about">{noTodo}</p>
      ) : (
        <ol>
          {todo.map(({ id, text, severity, section, opens }) => (
            <li key={id} class={severity}>
              <span class="severity">{severityText(severity)}</span>
              <span class="sentence">{text}</span>
              <span class="tools">
                {opens && !isOfCoverage(opens) && (
                  <button
                    type="button"
                    class="action"
                    onClick={() => send({ method: 'openItems', question: opens, text: queueText(opens) })}
                  >
                    {l10n.t('Open the items')}
                  </button>
                )}
                <button type="button" class="link" onClick={() => goTo(section)}>
                  {sectionTitle(section)}
                </button>
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
