import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { CritiqueOriginFigures } from '../../src/core/model/report/critiqueCounts';
import type { Proportion, Rate } from '../../src/core/model/report/proportion';
import type { ReportFigures } from '../../src/protocol/report';
import type { Bar } from './charts/bars';
import { Chart } from './charts/chart';
import { studyRows } from '../../src/core/model/report/document/coverage/coverageSection';
import { originText } from '../../src/core/model/report/document/coverage/spans';
import { cellText } from '../../src/core/model/report/document/values';
import { critiquesText, verdictsText } from '../../src/core/model/text/countText';
import { Row, weightBar, weights } from './details/criterionDetail';
import { countOf, hasInterval, nText, percent, rateLong, weightText, whole } from '../../src/core/model/text/numbers';

/** What is known of the study as a whole. */
export function StudyTab({ report }: { readonly report: ReportFigures }): JSX.Element {
  const {
    study: { origins },
    criteria,
    critiques,
  } = report;
  const implied = criteria
    .filter((each) => each.implied !== null)
    .sort((a, b) => (b.implied?.pairs ?? 0) - (a.implied?.pairs ?? 0));
  const reach = implied.flatMap(weights);
  const judged = critiques.origins.filter(({ flawed }) => flawed !== null);
  return (
    <div class="study" tabIndex={0} role="region" aria-label={l10n.t('Study overview')}>
      <dl class="figures">
        {studyRows(report).map(({ label, cell, more }) => (
          <Row
            key={label}
            name={label}
            value={cellText(cell)}
            note={[cell.note ?? '', more].filter((each) => each !== '').join('; ')}
          />
        ))}
        {critiques.judged > 0 && <CritiqueRows critiques={critiques} />}
      </dl>
      <div class="charts">
        {implied.length > 0 && (
          <Chart
            title={l10n.t('Weights: implied by rankings, and set in the rubric')}
            from={Math.min(0, ...reach)}
            to={Math.max(0.1, ...reach)}
            format={weightText}
            names={{ value: l10n.t('implied'), mark: l10n.t('in rubric') }}
            bars={implied.map((each) => weightBar(each, each.name))}
          />
        )}
        {judged.length > 0 && (
          <Chart
            title={l10n.t('Critiques by origin')}
            from={0}
            to={1}
            format={percent}
            names={{ value: l10n.t('flawed'), mark: l10n.t('overturned') }}
            bars={judged.map(critiqueBar)}
          />
        )}
        {origins.annotations.length > 0 && (
          <Chart
            title={l10n.t('Annotations by origin')}
            {...mix(origins.annotations.map(({ origin, annotations: count }) => ({ origin, count })))}
          />
        )}
        {origins.criteria.length > 0 && (
          <Chart
            title={l10n.t('Active criteria by origin')}
            {...mix(origins.criteria.map(({ origin, criteria: count }) => ({ origin, count })))}
          />
        )}
      </div>
    </div>
  );
}

/** What people say of critiques that others wrote. */
function CritiqueRows({
  critiques: { judged, unsure, flawed, overturned, rightButFlawed },
}: Pick<ReportFigures, 'critiques'>): JSX.Element {
  return (
    <>
      <Row
        name={l10n.t('Critiques judged')}
        value={whole(judged)}
        note={unsure > 0 ? l10n.t('cannot tell if sound or flawed: {0}', whole(unsure)) : ''}
      />
      <Row name={l10n.t('Flawed critiques')} value={shareText(flawed, critiquesText)} />
      <Row
        name={l10n.t('Overturned critique verdicts')}
        value={shareText(overturned, verdictsText)}
        note={rightButFlawed ? l10n.t('correct verdict, but flawed critique: {0}', rateLong(rightButFlawed)) : ''}
      />
    </>
  );
}

const critiqueBar = ({ origin, flawed, overturned }: CritiqueOriginFigures): Bar => ({
  label: originText(origin),
  value: flawed?.rate ?? null,
  low: flawed?.low,
  high: flawed?.high,
  mark: overturned?.rate,
  note: nText(flawed?.n ?? 0),
});

/** "7 of 120: 6%, 3 to 12"; without an interval where they are all there are. */
function shareText(rate: Proportion | Rate | null, text: (count: number) => string): string {
  if (!rate) return l10n.t('no data');
  const [count, n] = [whole(countOf(rate)), text(rate.n)];
  return hasInterval(rate)
    ? l10n.t('{0} of {1}: {2} (95% CI {3} to {4})', count, n, percent(rate.rate), percent(rate.low), percent(rate.high))
    : l10n.t('{0} of {1}: {2}', count, n, percent(rate.rate));
}

/** Parts of a whole as the lines of a chart. */
function mix(
  parts: readonly { readonly origin: string; readonly count: number }[],
): Omit<Parameters<typeof Chart>[0], 'title'> {
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  const bars = parts.map(({ origin, count }) => {
    // All of them are counted: there is nothing to infer, and so no interval.
    return {
      label: originText(origin),
      value: total === 0 ? null : count / total,
      note: l10n.t('{0} of {1}', whole(count), whole(total)),
    };
  });
  return { bars, from: 0, to: 1, format: percent, names: { value: l10n.t('share') } };
}
