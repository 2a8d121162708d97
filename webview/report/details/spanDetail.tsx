import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { ReportFigures } from '../../../src/protocol/report';
import type { Bar } from '../charts/bars';
import { Chart } from '../charts/chart';
import { responsesText, spansText } from '../../../src/core/model/text/countText';
import { Row } from './criterionDetail';
import { nText, percent, rateLong, whole } from '../../../src/core/model/text/numbers';
import { byName, sliceTitle } from '../tables/slices';
import { typeTitle } from '../../../src/core/model/report/document/coverage/spans';
import { rateIn, typeId } from '../tables/spansTable';
import { chartBy } from '../store';

/** What is known of one type of spans; where none is in hand, how often each type is met. */
export function SpanDetail({
  report,
  id,
}: {
  readonly report: ReportFigures;
  readonly id: string | undefined;
}): JSX.Element {
  const { spans, slices } = report;
  const type = spans.types.find((each) => typeId(each) === id);
  const by = chartBy.value;
  const all = spans.types.flatMap((each): Bar[] =>
    each.responses
      ? [
          {
            label: typeTitle(each),
            value: each.responses.rate,
            low: each.responses.low,
            high: each.responses.high,
            note: nText(each.spans),
          },
        ]
      : [],
  );
  const to = (bars: readonly Bar[]): number => Math.min(1, Math.max(0.05, ...bars.map(({ high = 0 }) => high)) * 1.05);
  const every = (
    <Chart
      title={l10n.t('Share of responses with at least one, by type')}
      from={0}
      to={to(all)}
      format={percent}
      names={{ value: l10n.t('responses') }}
      bars={all}
    />
  );
  if (!type) {
    return (
      <article class="detail" aria-label={l10n.t('Spans')}>
        <h2>{l10n.t('Spans')}</h2>
        <p class="about">
          {l10n.t(
            '{0}; missing information: {1}; in {2} with a critique',
            spansText(spans.spans),
            whole(spans.missing),
            responsesText(spans.critiqued),
          )}
        </p>
        {all.length > 0 && every}
      </article>
    );
  }
  const bars = [...slices.entries()].flatMap(([number, slice]): Bar[] => {
    const rate = slice.by === by ? rateIn(report, type, number) : null;
    return rate
      ? [{ label: sliceTitle(slice), value: rate.rate, low: rate.low, high: rate.high, note: nText(rate.n) }]
      : [];
  });
  return (
    <article class="detail" aria-label={l10n.t('Selected span type')}>
      <h2>{typeTitle(type)}</h2>
      <p class="about">{type.kind === 'missing' ? l10n.t('missing information') : l10n.t('spans')}</p>
      {bars.length > 0 && by !== undefined && (
        <Chart
          title={l10n.t('Share of responses with at least one, by {0}', byName(by))}
          from={0}
          to={to(bars)}
          format={percent}
          names={{ value: l10n.t('responses') }}
          bars={bars}
        />
      )}
      <dl class="figures">
        <Row
          name={l10n.t('Total')}
          value={whole(type.spans)}
          note={
            type.kind === 'span' ? l10n.t('{0} negative, {1} positive', whole(type.negative), whole(type.positive)) : ''
          }
        />
        <Row name={l10n.t('Responses')} value={rateLong(type.responses)} />
      </dl>
      {every}
    </article>
  );
}
