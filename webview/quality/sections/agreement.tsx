import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { QualityReport } from '../../../src/core/model/report/quality';
import { whole } from '../../ui/numbers';
import { DotChart } from '../dotChart';
import { figureText, kindText, shareText, whyText } from '../texts';
import { About, alphaScale, dot, Opens, sliceText, Table } from './parts';

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
          l10n.t('Fleiss’ kappa'),
          'ICC(1,1)',
          l10n.t('The same'),
          l10n.t('Judged by several'),
        ]}
        rows={agreement.rows.map(({ kind, alpha, kappa, icc, same, units, why }) => [
          kindText(kind),
          alpha ? figureText(alpha) : whyText(why),
          figureText(kappa),
          figureText(icc),
          shareText(same),
          units > 0 ? <Opens question={{ of: 'disputed', kind }}>{whole(units)}</Opens> : '0',
        ])}
      />
      {agreement.w && (
        <About
          text={l10n.t(
            'Rankings of three or more: Kendall’s W {0}, tau-b between two annotators {1}.',
            figureText(agreement.w),
            figureText(agreement.tau),
          )}
        />
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
          items > 0 ? <Opens question={{ of: 'disputed', criterion }}>{whole(items)}</Opens> : '0',
          whole(of),
          shareText(whereAgreed),
        ])}
      />
      <Table
        heads={[l10n.t('Two annotators'), l10n.t('Cohen’s kappa'), l10n.t('The same'), l10n.t('Judged by both')]}
        rows={agreement.pairs.map(({ a, b, kappa, same, units }) => [
          `${a}, ${b}`,
          figureText(kappa),
          shareText(same),
          whole(units),
        ])}
      />
      <DotChart title={l10n.t('Alpha by slice')} dots={slices} scale={alphaScale(slices)} />
      <Table
        heads={[l10n.t('Slice'), l10n.t('Alpha'), l10n.t('The same'), l10n.t('Judged by several')]}
        rows={agreement.slices.map((slice) => [
          sliceText(slice),
          figureText(slice.alpha),
          shareText(slice.same),
          ['round', 'group'].includes(slice.by) ? (
            whole(slice.units)
          ) : (
            <Opens question={{ of: 'slice', by: slice.by, value: slice.value }}>{whole(slice.units)}</Opens>
          ),
        ])}
      />
    </>
  );
}
