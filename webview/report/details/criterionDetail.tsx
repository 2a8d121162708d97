import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { cellAt, type CriterionFigures } from '../../../src/core/model/report/coverage';
import { proportionOf, z95 } from '../../../src/core/model/report/proportion';
import type { ReportFigures } from '../../../src/protocol/report';
import type { Bar } from '../charts/bars';
import { Chart } from '../charts/chart';
import { annotationsText, responsesText } from '../../../src/core/model/text/countText';
import { redundancyText } from '../../../src/core/model/report/document/coverage/findings';
import { metricText } from '../../../src/core/model/report/document/metricText';
import { impliedError } from '../../../src/core/model/report/document/coverage/criteria';
import { decimal, nText, percent, rateLong, weightText, whole } from '../../../src/core/model/text/numbers';
import { byName, sliceTitle } from '../tables/slices';
import { cells, chartBy, keys, changeViewState, send } from '../store';

/** All that is known of one criterion. */
export function CriterionDetail({
  report,
  number,
}: {
  readonly report: ReportFigures;
  readonly number: number;
}): JSX.Element | null {
  const criterion = report.criteria[number];
  if (!criterion) return null;
  const { id, name, rubricTitle, tags, faulty, inForce, agreement, separation, tau, implied, gate } = criterion;
  const bars = sliceBars(report, number);
  const same = report.study.redundant.filter(({ a, b }) => a === id || b === id);
  return (
    <article class="detail" aria-label={l10n.t('Selected criterion')}>
      <h2>{name}</h2>
      <p class="about">
        {[
          id === name ? '' : id,
          rubricTitle,
          kindText(criterion),
          ...tags.map((tag) => `#${tag}`),
          inForce ? '' : l10n.t('inactive'),
          faulty === null ? '' : l10n.t('faulty: {0}', faulty),
        ]
          .filter((each) => each !== '')
          .join(' · ')}
      </p>
      {(inForce || faulty !== null) && (
        <div class="actions">
          <vscode-button appearance="secondary" onClick={() => send({ method: 'editCriterion', criterion: id })}>
            {l10n.t('Edit in rubric editor')} <kbd>{keys.value.editCriterion}</kbd>
          </vscode-button>
        </div>
      )}
      <Chart
        title={l10n.t('Implied weight and rubric weight')}
        from={Math.min(0, ...weights(criterion))}
        to={Math.max(0.1, ...weights(criterion))}
        format={weightText}
        names={{ value: l10n.t('implied'), mark: l10n.t('in rubric') }}
        bars={[weightBar(criterion, l10n.t('weight'))]}
      />
      {bars.length > 0 && (
        <Chart
          title={l10n.t('Share of “yes” by {0}', byName(chartBy.value ?? ''))}
          from={0}
          to={1}
          format={percent}
          names={{ value: l10n.t('yes') }}
          bars={bars}
        />
      )}
      <dl class="figures">
        <Row name={l10n.t('Used')} value={annotationsText(criterion.used)} />
        <Row
          name={l10n.t('Filled')}
          value={rateLong(criterion.answered)}
          note={criterion.notApplicable === 0 ? '' : l10n.t('does not apply: {0}', whole(criterion.notApplicable))}
        />
        <Row name={l10n.t('Empty')} value={whole(criterion.unfilled)} />
        <Row
          name={l10n.t('Yes')}
          value={rateLong(criterion.yes)}
          note={criterion.variance === null ? '' : l10n.t('variance {0}', decimal(criterion.variance))}
        />
        <Row
          name={l10n.t('Agreement')}
          value={
            agreement.alpha === null
              ? l10n.t('no data to compare')
              : l10n.t(
                  'alpha {0} ({1}), {2}',
                  decimal(agreement.alpha),
                  metricText(agreement.metric),
                  responsesText(agreement.units),
                )
          }
          note={agreement.same ? l10n.t('percent agreement: {0}', rateLong(agreement.same)) : ''}
        />
        <Row
          name={l10n.t('Separates pairs')}
          value={rateLong(proportionOf(separation.pairs - separation.equal, separation.pairs))}
          note={separation.right ? l10n.t('accuracy: {0}', rateLong(separation.right)) : ''}
        />
        <Row
          name={l10n.t('Rank correlation')}
          value={tau.value === null ? l10n.t('no data to compare') : l10n.t('tau-b {0}', decimal(tau.value))}
          note={tau.pairs > 0 ? nText(tau.pairs) : ''}
        />
        <Row
          name={l10n.t('Implied weight')}
          value={
            implied
              ? l10n.t(
                  '{0} ± {1}; weight in the rubric: {2}',
                  weightText(implied.weight),
                  weightText(impliedError(implied) * z95),
                  weightText(criterion.weight),
                )
              : l10n.t(
                  'not estimated, because no pair has different verdicts; weight in the rubric: {0}',
                  weightText(criterion.weight),
                )
          }
          note={implied ? impliedText(implied) : ''}
        />
        {gate && (
          <Row
            name={l10n.t('Gate')}
            value={l10n.t('threshold {0}; fail rate: {1}', weightText(gate.threshold), rateLong(gate.fired))}
          />
        )}
      </dl>
      {same.length > 0 && (
        <>
          <h3>{l10n.t('Redundant with')}</h3>
          <ul class="same">
            {same.map((pair) => {
              const other = pair.a === id ? pair.b : pair.a;
              return (
                <li key={other}>
                  <button class="quiet" onClick={() => changeViewState({ criterion: other })}>
                    {report.criteria.find((each) => each.id === other)?.name ?? other}
                  </button>{' '}
                  {redundancyText(pair)}
                </li>
              );
            })}
          </ul>
        </>
      )}
    </article>
  );
}

export function Row({
  name,
  value,
  note = '',
}: {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
}): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        {note !== '' && <span class="note">{note}</span>}
      </dd>
    </div>
  );
}

/** The implied weight of a criterion beside the one in its rubric. */
export function weightBar({ weight, implied }: CriterionFigures, label: string): Bar {
  const error = implied ? impliedError(implied) * z95 : 0;
  return {
    label,
    value: implied?.weight ?? null,
    ...(implied && { low: implied.weight - error, high: implied.weight + error }),
    mark: weight,
    note: implied ? nText(implied.pairs) : l10n.t('no pairs'),
  };
}

/** What a chart of weights has to hold; an interval without end does not stretch it. */
export function weights({ weight, implied }: CriterionFigures): number[] {
  if (!implied) return [weight];
  const reach = Math.min(impliedError(implied) * z95, 2 * Math.max(Math.abs(weight), Math.abs(implied.weight)));
  return [weight, implied.weight - reach, implied.weight + reach];
}

/** The mean of a criterion's verdicts in each slice of the columns. */
function impliedText(implied: NonNullable<CriterionFigures['implied']>): string {
  const figures = [decimal(implied.logOdds), decimal(Math.abs(implied.drawn)), whole(implied.pairs)] as const;
  return implied.joint
    ? l10n.t('log-odds {0} (the prior shrinks it toward 0 by about {1}), n={2}', ...figures)
    : l10n.t(
        'log-odds {0} (the prior shrinks it toward 0 by about {1}), n={2}, estimated without the other criteria',
        ...figures,
      );
}

function sliceBars({ slices }: ReportFigures, number: number): Bar[] {
  const held = cells.value;
  if (!held || held.by !== chartBy.value) return [];
  return held.table.slices.flatMap((slice, column): Bar[] => {
    const named = slices[slice];
    const { valued, worth } = cellAt(held.table, number, column);
    const share = proportionOf(worth, valued);
    return named && share ? [{ label: sliceTitle(named), value: share.rate, note: nText(share.n) }] : [];
  });
}

function kindText({ kind }: CriterionFigures): string {
  switch (kind) {
    case 'yes-no':
      return l10n.t('yes or no');
    case 'scale':
      return l10n.t('scale');
    case 'category':
      return l10n.t('category');
  }
}
