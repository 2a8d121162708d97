import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { ReportFigures, ReportViewState } from '../../src/protocol/report';
import { useActionCount, useOnRequest } from './actionRequests';
import { CriterionDetail } from './details/criterionDetail';
import { RuleDetail } from './details/ruleDetail';
import { SpanDetail } from './details/spanDetail';
import { changeViewState, figures, send, viewState } from './store';
import { StudyTab } from './studyTab';
import { TabList } from './tabList';
import { Tables } from './tables/tables';
import { FirstTodo } from './todo/firstTodo';
import { Waiting } from './waiting';

/** What the rubrics cover and explain, as tables. */
export function CoverageTab(): JSX.Element {
  const [report, now] = [figures.value, viewState.value];
  return report && now ? <Figures report={report} now={now} /> : <Waiting />;
}

function Figures({ report, now }: { readonly report: ReportFigures; readonly now: ReportViewState }): JSX.Element {
  const number = now.tab === 'criteria' ? report.criteria.findIndex(({ id }) => id === now.criterion) : -1;
  useOnRequest(useActionCount('editCriterion'), () =>
    send({ method: 'editCriterion', criterion: number < 0 ? null : (now.criterion ?? null) }),
  );
  const detail =
    now.criterion === undefined ? undefined : now.tab === 'rules' ? (
      <RuleDetail report={report} id={now.criterion} />
    ) : now.tab === 'spans' ? (
      <SpanDetail report={report} id={now.criterion} />
    ) : number >= 0 ? (
      <CriterionDetail report={report} number={number} />
    ) : undefined;
  return (
    <div class="coverage">
      <FirstTodo of="coverage" />
      <main class="tables">
        <TabList
          label={l10n.t('Report sections')}
          tabs={tabsOf(report)}
          selected={now.tab}
          onSelect={(tab) => changeViewState({ tab, sort: undefined })}
        />
        {now.tab === 'study' ? <StudyTab report={report} /> : <Tables key={now.tab} report={report} now={now} />}
      </main>
      {detail && (
        <aside class="aside" aria-label={l10n.t('Details')}>
          <button
            class="quiet close"
            title={l10n.t('Close the details')}
            aria-label={l10n.t('Close the details')}
            onClick={() => changeViewState({ criterion: undefined })}
          >
            ✕
          </button>
          {detail}
        </aside>
      )}
    </div>
  );
}

const tabsOf = ({ criteria, spans, rules }: ReportFigures) =>
  [
    { id: 'criteria', title: l10n.t('Criteria'), count: criteria.length },
    { id: 'spans', title: l10n.t('Spans'), count: spans.types.length },
    // A study without rules says nothing of them.
    ...(rules.rules.length > 0 ? [{ id: 'rules', title: l10n.t('Rules'), count: rules.rules.length } as const] : []),
    { id: 'study', title: l10n.t('Study'), count: undefined },
  ] as const;
