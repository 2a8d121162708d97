import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { QualityFigures } from '../../src/protocol/quality';
import { qualitySections, type RatedFinding, type Severity } from '../../src/core/model/report/quality';
import { percent, time, whole } from '../ui/numbers';
import { sections } from './sections';
import { savePage } from './savePage';
import { act, figures, findingsAsked, keys, notice, saveAsked, send, state } from './store';
import { queueText } from './queueText';
import { findingText, questionOf, sectionText } from './texts';

/** The whole surface. */
export function Quality(): JSX.Element {
  const now = figures.value;
  const told = state.value;
  const asked = saveAsked.value;
  useEffect(() => {
    if (asked > 0) savePage();
  }, [asked]);
  useEffect(() => {
    if (told) document.title = l10n.t('Quality of {0}', told.name);
  }, [told?.name]);
  return (
    <div class="quality">
      <Head now={now} />
      {notice.value && (
        <p class={notice.value.isError ? 'notice error' : 'notice'} role={notice.value.isError ? 'alert' : 'status'}>
          {notice.value.text}
        </p>
      )}
      {now ? <Body now={now} /> : <Waiting />}
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
function Head({ now }: { readonly now: QualityFigures | undefined }): JSX.Element {
  const told = state.value;
  const work = told?.counting ?? told?.looking ?? null;
  return (
    <header class="top">
      <h1>{l10n.t('Quality')}</h1>
      {now && (
        <p class="size">
          {l10n.t(
            'Annotations: {0} · judged items: {1} of {2}',
            whole(now.report.work.annotations),
            whole(now.report.work.judged),
            whole(now.report.work.items),
          )}
        </p>
      )}
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

function Body({ now }: { readonly now: QualityFigures }): JSX.Element {
  const { report } = now;
  return (
    <main class="body" tabIndex={-1}>
      <Chips now={now} />
      <Findings findings={report.findings} isEmpty={report.work.annotations === 0} />
      <nav class="contents" aria-label={l10n.t('Report sections')}>
        {qualitySections.map((section) => (
          <button
            key={section}
            type="button"
            class="link"
            onClick={() => document.getElementById(section)?.scrollIntoView({ block: 'start' })}
          >
            {sectionText(section)}
          </button>
        ))}
      </nav>
      {qualitySections.map((section) => (
        <section key={section} id={section} aria-label={sectionText(section)}>
          <h2>{sectionText(section)}</h2>
          {sections[section](report)}
        </section>
      ))}
      <p class="about">
        {[
          l10n.t('Intervals are of 95% over items.'),
          ...(report.leftOut.contexts > 0
            ? [l10n.t('Left out, of items with too many contexts and turns: {0}.', whole(report.leftOut.contexts))]
            : []),
          ...(report.leftOut.turns > 0
            ? [l10n.t('Left out of lengths and looks, of a single turn: {0}.', whole(report.leftOut.turns))]
            : []),
          ...(report.leftOut.adjudications > 0
            ? [l10n.t('Left out, by adjudicators: {0}.', whole(report.leftOut.adjudications))]
            : []),
          ...(report.leftOut.lostSteps > 0
            ? [l10n.t('Left out, steps whose text is gone: {0}.', whole(report.leftOut.lostSteps))]
            : []),
          ...(report.leftOut.orphans > 0
            ? [l10n.t('Left out, of items that changed or are gone: {0}.', whole(report.leftOut.orphans))]
            : []),
        ].join(' ')}
      </p>
    </main>
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

function severityText(severity: Severity): string {
  return { high: l10n.t('Mend first'), medium: l10n.t('Look at'), low: l10n.t('Good to know') }[severity];
}

function Findings({
  findings,
  isEmpty,
}: {
  readonly findings: readonly RatedFinding[];
  readonly isEmpty: boolean;
}): JSX.Element {
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
      {findings.length === 0 ? (
        <p class="about">{isEmpty ? l10n.t('No judgments yet.') : l10n.t('No findings.')}</p>
      ) : (
        <ol>
          {findings.map(({ finding, severity, section }, at) => {
            const question = questionOf(finding);
            return (
              <li key={at} class={severity}>
                <span class="severity">{severityText(severity)}</span>
                <span class="sentence">{findingText(finding)}</span>
                <span class="tools">
                  {question && (
                    <button
                      type="button"
                      class="action"
                      onClick={() => send({ method: 'openItems', question, text: queueText(question) })}
                    >
                      {l10n.t('Open the items')}
                    </button>
                  )}
                  <button
                    type="button"
                    class="link"
                    onClick={() => document.getElementById(section)?.scrollIntoView({ block: 'start' })}
                  >
                    {sectionText(section)}
                  </button>
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
