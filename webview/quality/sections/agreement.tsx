import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { QualityReport } from '../../../src/core/model/report/quality';
import { metricText } from '../../ui/metricText';
import { percent, whole } from '../../ui/numbers';
import { DotChart } from '../dotChart';
import { figureText, kindText, shareText, whyText } from '../texts';
import { About, alphaScale, dot, Opens, opens, sliceText, Table } from './parts';

export function Agreement({ agreement }: QualityReport): JSX.Element {
  const kinds = agreement.rows.flatMap(({ kind, alpha }) => dot(kindText(kind), alpha, figureText));
  const slices = agreement.slices.flatMap((slice) => dot(sliceText(slice), slice.alpha, figureText));
  return (
    <>
      <DotChart title={l10n.t('Krippendorff’s alpha')} dots={kinds} scale={alphaScale(kinds)} />
      <About text={l10n.t('1 is perfect, 0 is chance. Below 0.67 no conclusion is safe.')} />
      <Table
        heads={[
          l10n.t('Of'),
          l10n.t('Alpha'),
          l10n.t('Metric'),
          l10n.t('Fleiss’ kappa'),
          'ICC(1,1)',
          l10n.t('The same'),
          l10n.t('Judged by several'),
        ]}
        rows={agreement.rows.map(({ kind, metric, alpha, kappa, icc, same, units, why }) => [
          kindText(kind),
          alpha ? figureText(alpha) : whyText(why),
          metricText(metric),
          figureText(kappa),
          figureText(icc),
          shareText(same),
          opens(units, { of: 'disputed', kind }),
        ])}
      />
      {agreement.w && (
        <p class="about">
          <Opens question={{ of: 'disputed', kind: 'rankings' }}>
            {l10n.t(
              'Rankings of three or more: Kendall’s W {0}, tau-b between two annotators {1}.',
              figureText(agreement.w),
              figureText(agreement.tau),
            )}
          </Opens>
        </p>
      )}
      <Table
        heads={[
          l10n.t('Disputed items by criterion'),
          l10n.t('Differ on it'),
          l10n.t('Of'),
          l10n.t('Differ where they agree'),
        ]}
        rows={agreement.criteria.map(({ criterion, items, of, whereAgreed }) => [
          criterion,
          opens(items, { of: 'disputed', criterion }),
          whole(of),
          shareText(whereAgreed),
        ])}
      />
      <Table
        heads={[l10n.t('Criterion'), l10n.t('Verdicts differ'), l10n.t('On the other criteria')]}
        rows={agreement.criterionNoise.map(({ criterion, differ, others }) => [
          criterion,
          shareText(differ),
          others === null ? '–' : percent(others),
        ])}
      />
      <Table
        heads={[l10n.t('Two annotators'), l10n.t('Cohen’s kappa'), l10n.t('The same'), l10n.t('Judged by both')]}
        rows={agreement.pairs.map(({ a, b, kappa, same, units }) => [
          `${a}, ${b}`,
          figureText(kappa),
          shareText(same),
          opens(units, { of: 'disputed', between: [a, b] }),
        ])}
      />
      <DotChart title={l10n.t('Alpha by slice')} dots={slices} scale={alphaScale(slices)} />
      <Table
        heads={[l10n.t('Slice'), l10n.t('Alpha'), l10n.t('Metric'), l10n.t('The same'), l10n.t('Judged by several')]}
        rows={agreement.slices.map((slice) => [
          sliceText(slice),
          figureText(slice.alpha),
          metricText(slice.metric),
          shareText(slice.same),
          opens(slice.units, { of: 'disputed', within: { by: slice.by, value: slice.value } }),
        ])}
      />
    </>
  );
}
