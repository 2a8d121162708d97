import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ReportViewState, ReportFigures } from '../../src/protocol/report';
import { useActionCount, useOnRequest } from './actionRequests';
import { CriterionDetail } from './details/criterionDetail';
import { FindingDetail } from './details/findingDetail';
import { findingsOf } from './findings';
import { Head } from './head';
import { FindingsStrip } from './findingsStrip';
import { RuleDetail } from './details/ruleDetail';
import { SpanDetail } from './details/spanDetail';
import { StudyTab } from './studyTab';
import { act, figures, keys, viewState, changeViewState, notice, send, state } from './store';
import { Tables } from './tables/tables';

/** The whole surface. */
export function Report(): JSX.Element {
  const report = figures.value;
  const now = viewState.value;
  const told = state.value;
  useEffect(() => {
    if (told) document.title = told.name;
  }, [told?.name]);
  return (
    <div class="report">
      <Head state={told} report={report} />
      <Notice />
      {report && now ? <Figures report={report} now={now} /> : <Waiting />}
    </div>
  );
}

function Waiting(): JSX.Element {
  const told = state.value;
  if (told && told.counting === null) {
    return (
      <main class="waiting">
        {told.error !== null && <p role="alert">{told.error}</p>}
        <p>{told.error === null ? l10n.t('Calculation stopped.') : l10n.t('No results were calculated.')}</p>
        <vscode-button onClick={() => act('refreshCoverage')}>
          {l10n.t('Calculate')} <kbd>{keys.value.refreshCoverage}</kbd>
        </vscode-button>
      </main>
    );
  }
  return (
    <main class="waiting">
      <vscode-progress-ring aria-label={l10n.t('Calculating')} />
      <p>{l10n.t('Reading all items and judgments…')}</p>
    </main>
  );
}

/** What went wrong, or was found to be nothing. */
function Notice(): JSX.Element {
  const told = notice.value;
  return (
    <p
      class={told ? (told.isError ? 'notice error' : 'notice') : 'notice none'}
      role={told?.isError ? 'alert' : 'status'}
    >
      {told?.text}
    </p>
  );
}

function Figures({ report, now }: { readonly report: ReportFigures; readonly now: ReportViewState }): JSX.Element {
  const findings = findingsOf(report);
  const at = findings.findIndex(({ id }) => id === now.finding);
  const finding = findings[at];
  const findingsAsked = useActionCount('showFindings');
  const [within, goWithin] = useState(0);
  const number = report.criteria.findIndex(({ id }) => id === now.criterion);
  useOnRequest(useActionCount('editCriterion'), () => {
    // A finding knows which of its criteria is in hand.
    if (!finding)
      send({
        method: 'editCriterion',
        criterion: number < 0 || now.tab !== 'criteria' ? null : (now.criterion ?? null),
      });
  });
  const detail = finding ? (
    <FindingDetail key={finding.id} report={report} finding={finding} asked={within} />
  ) : now.criterion === undefined ? undefined : now.tab === 'rules' ? (
    <RuleDetail report={report} id={now.criterion} />
  ) : now.tab === 'spans' ? (
    <SpanDetail report={report} id={now.criterion} />
  ) : now.tab === 'criteria' && number >= 0 ? (
    <CriterionDetail report={report} number={number} />
  ) : undefined;
  return (
    <>
      <section class="findings" aria-label={l10n.t('Findings')}>
        <h2>
          {l10n.t('Findings')} <kbd>{keys.value.showFindings}</kbd>
        </h2>
        {findings.length === 0 ? (
          <p class="about">
            {report.study.annotations.count === 0 ? l10n.t('No judgments yet.') : l10n.t('No findings.')}
          </p>
        ) : (
          <FindingsStrip
            findings={findings}
            selected={at}
            onSelect={(to) => changeViewState({ finding: findings[to]?.id })}
            onEnter={(to) => {
              changeViewState({ finding: findings[to]?.id });
              goWithin((serial) => serial + 1);
            }}
            asked={findingsAsked}
          />
        )}
      </section>
      <main class="tables">
        <Tabs report={report} now={now} />
        {now.tab === 'study' ? <StudyTab report={report} /> : <Tables key={now.tab} report={report} now={now} />}
      </main>
      {detail && (
        <aside class="aside" aria-label={l10n.t('Details')}>
          <button
            class="quiet close"
            title={l10n.t('Close the details')}
            aria-label={l10n.t('Close the details')}
            onClick={() => changeViewState({ finding: undefined, criterion: undefined })}
          >
            ✕
          </button>
          {detail}
        </aside>
      )}
    </>
  );
}

function Tabs({ report, now }: { readonly report: ReportFigures; readonly now: ReportViewState }): JSX.Element {
  const tabs = [
    { id: 'criteria', title: l10n.t('Criteria'), count: report.criteria.length },
    { id: 'spans', title: l10n.t('Spans'), count: report.spans.types.length },
    // A study without rules says nothing of them.
    ...(report.rules.rules.length > 0
      ? [{ id: 'rules' as const, title: l10n.t('Rules'), count: report.rules.rules.length }]
      : []),
    { id: 'study', title: l10n.t('Study'), count: undefined },
  ] as const;
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    const next = (tabs.findIndex(({ id }) => id === now.tab) + by + tabs.length) % tabs.length;
    changeViewState({ tab: tabs[next]?.id, finding: undefined, sort: undefined });
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={list} class="tabs" role="tablist" aria-label={l10n.t('Report sections')} onKeyDown={onKeyDown}>
      {tabs.map(({ id, title, count }) => (
        <button
          key={id}
          role="tab"
          aria-selected={now.tab === id}
          tabIndex={now.tab === id ? 0 : -1}
          onClick={() => changeViewState({ tab: id, finding: undefined, sort: undefined })}
        >
          {title} {count !== undefined && <span class="count">{count.toLocaleString()}</span>}
        </button>
      ))}
    </div>
  );
}
