import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { QualityReport } from '../../../src/core/model/report/quality';
import { percent, whole } from '../../ui/numbers';
import { shareText, timeText } from '../texts';
import { HeatMap } from './heatMap';
import { About, Opens, opens, opensFigure, sliceText, Table } from './parts';

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
          opens(judged, { of: 'judged', annotator: name }),
          opens(skipped, { of: 'skipped', annotator: name }),
          assigned === null ? '–' : whole(assigned),
          last?.slice(0, 10) ?? l10n.t('not begun'),
        ])}
      />
      <Table
        heads={[l10n.t('Annotators per item'), l10n.t('Items')]}
        rows={work.coverage.map((count, judges) => [
          whole(judges),
          opens(
            count,
            judges === 0
              ? { of: 'unjudged' }
              : { of: 'judged-by', annotators: judges, orMore: judges === work.coverage.length - 1 },
          ),
        ])}
      />
      {work.time > 0 && (
        <Table
          heads={[l10n.t('Active time'), l10n.t('Time')]}
          rows={[
            [l10n.t('In all'), timeText(work.time)],
            [
              l10n.t('Per item (median)'),
              work.median === null ? (
                '–'
              ) : (
                <Opens question={{ of: 'judged', first: 'longest' }}>{timeText(work.median)}</Opens>
              ),
            ],
            [
              l10n.t('On items that were judged before'),
              opens(work.repeatedTime, { of: 'judged-by', annotators: 2, orMore: true }, timeText(work.repeatedTime)),
            ],
            [l10n.t('On disputed items'), opens(work.disputedTime, { of: 'disputed' }, timeText(work.disputedTime))],
          ]}
        />
      )}
      <About
        text={l10n.t('Preferences: {0}; ties: {1}.', whole(work.preferences.strict), whole(work.preferences.tied))}
      />
      <About
        text={[
          ...(work.balance.acceptable ? [l10n.t('Acceptable: {0}.', shareText(work.balance.acceptable))] : []),
          ...(work.diversity === null
            ? []
            : [l10n.t('New pairs of words in the first responses: {0}.', percent(work.diversity))]),
        ].join(' ')}
      />
      <Table
        heads={[l10n.t('Of the dataset'), l10n.t('Count')]}
        rows={[
          ...(work.balance.first
            ? [
                [
                  l10n.t('First of two in the dataset preferred'),
                  opensFigure(work.balance.first, { of: 'bias', trait: 'first' }),
                ],
              ]
            : []),
          [l10n.t('Repeated prompts'), opens(work.repeatedPrompts, { of: 'repeated', what: 'prompt' })],
          [
            l10n.t('Repeated responses'),
            opens(
              work.repeatedResponses,
              { of: 'repeated', what: 'response' },
              l10n.t('{0} of {1}', whole(work.repeatedResponses), whole(work.responses)),
            ),
          ],
        ]}
      />
      <Table
        heads={[l10n.t('Winner longer by, in characters'), l10n.t('Preferences')]}
        rows={work.lengthHistogram.map(({ from, to, count }) => [
          l10n.t('{0} to {1}', whole(from), whole(to - 1)),
          opens(
            count,
            { of: 'longer-by', from, to },
            <Bar key={from} count={count} most={mostIn(work.lengthHistogram)} />,
          ),
        ])}
      />
      <Table
        heads={[l10n.t('Strength'), l10n.t('Preferences')]}
        rows={work.strengths.map(({ of, count }) => [of, opens(count, { of: 'strength', strength: Number(of) })])}
      />
      <Table
        heads={[l10n.t('Skipped because'), l10n.t('Items')]}
        rows={work.skips.map(({ of, count }) => [of, opens(count, { of: 'skipped', reason: of })])}
      />
      <Table
        heads={[l10n.t('Slice'), l10n.t('Judged'), l10n.t('Not judged'), l10n.t('Items')]}
        rows={work.slices.map(({ by, value, judged, items }) => [
          sliceText({ by, value }),
          opens(judged, { of: 'judged', within: { by, value } }),
          opens(items - judged, { of: 'cell', fields: [{ by, value }] }),
          whole(items),
        ])}
      />
      <HeatMap crossed={work.crossed} />
    </>
  );
}
