import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { QualityReport } from '../../../src/core/model/report/quality';
import { percent, whole } from '../../ui/numbers';
import { shareText, timeText } from '../texts';
import { HeatMap } from './heatMap';
import { About, Opens, sliceText, Table } from './parts';

const mostIn = (bins: readonly { readonly count: number }[]): number =>
  bins.reduce((most, { count }) => Math.max(most, count), 1);

/** A count, with a bar of its length among the others. */
const Bar = ({ count, most }: { readonly count: number; readonly most: number }): JSX.Element => (
  <span class="bar" style={{ '--share': `${Math.round((count / most) * 100)}%` }}>
    {whole(count)}
  </span>
);

export function Work({ work }: QualityReport): JSX.Element {
  return (
    <>
      <Table
        heads={[l10n.t('Annotator'), l10n.t('Judged'), l10n.t('Skipped'), l10n.t('Assigned, about'), l10n.t('Last')]}
        rows={work.annotators.map(({ name, judged, skipped, assigned, last }) => [
          name,
          whole(judged),
          whole(skipped),
          assigned === null ? '–' : whole(assigned),
          last?.slice(0, 10) ?? l10n.t('not begun'),
        ])}
      />
      <Table
        heads={[l10n.t('Annotators per item'), l10n.t('Items')]}
        rows={work.coverage.map((count, judges) => [
          whole(judges),
          judges === 0 && count > 0 ? <Opens question={{ of: 'unjudged' }}>{whole(count)}</Opens> : whole(count),
        ])}
      />
      {work.time > 0 && (
        <About
          text={l10n.t(
            '{0} in all, {1} per item; {2} on items that were judged before, {3} on disputed items.',
            timeText(work.time),
            work.median === null ? '–' : timeText(work.median),
            timeText(work.repeatedTime),
            timeText(work.disputedTime),
          )}
        />
      )}
      <About
        text={l10n.t('Preferences: {0}; ties: {1}.', whole(work.preferences.strict), whole(work.preferences.tied))}
      />
      <About
        text={[
          ...(work.balance.first
            ? [l10n.t('First of two in the dataset preferred: {0}.', shareText(work.balance.first))]
            : []),
          ...(work.balance.acceptable ? [l10n.t('Acceptable: {0}.', shareText(work.balance.acceptable))] : []),
          ...(work.diversity === null
            ? []
            : [l10n.t('New pairs of words in the first responses: {0}.', percent(work.diversity))]),
          l10n.t(
            'Repeated prompts: {0}; repeated responses: {1} of {2}.',
            whole(work.repeatedPrompts),
            whole(work.repeatedResponses),
            whole(work.responses),
          ),
        ].join(' ')}
      />
      <Table
        heads={[l10n.t('Winner longer by, in characters'), l10n.t('Preferences')]}
        rows={work.lengthHistogram.map(({ from, to, count }) => [
          l10n.t('{0} to {1}', whole(from), whole(to - 1)),
          <Bar key={from} count={count} most={mostIn(work.lengthHistogram)} />,
        ])}
      />
      <Table
        heads={[l10n.t('Strength'), l10n.t('Preferences')]}
        rows={work.strengths.map(({ of, count }) => [of, whole(count)])}
      />
      <Table
        heads={[l10n.t('Skipped because'), l10n.t('Items')]}
        rows={work.skips.map(({ of, count }) => [of, whole(count)])}
      />
      <Table
        heads={[l10n.t('Slice'), l10n.t('Judged'), l10n.t('Items')]}
        rows={work.slices.map((slice) => [sliceText(slice), whole(slice.judged), whole(slice.items)])}
      />
      <HeatMap crossed={work.crossed} />
    </>
  );
}
