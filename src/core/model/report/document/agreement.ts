import * as l10n from '@vscode/l10n';
import type { QualityReport } from '../quality';
import { count, dotsOf, noteOf, number, share, tableOf, text } from './blocks';
import type { Dots, Scale, Section } from './document';
import { metricText } from './metricText';
import { kindText, sectionTitle, sliceText, whyText } from './names';
import { figureText } from './values';

/** Whether several annotators say the same, and where they do not. */
export function agreementSection({ agreement }: QualityReport): Section {
  const { rows, main, w, tau, criteria, criterionNoise, pairs, slices } = agreement;
  const known = rows.filter(({ why }) => why !== 'no-overlap');
  const unknown = rows.filter(({ why }) => why === 'no-overlap');
  const kinds = tableOf('agreement.kinds', sectionTitle('agreement'), known, [
    { id: 'kind', head: l10n.t('Of'), cell: ({ kind }) => text(kindText(kind)) },
    {
      id: 'alpha',
      head: l10n.t('Alpha'),
      cell: ({ alpha, why }) => (alpha ? number(alpha) : text(whyText(why))),
    },
    { id: 'metric', head: l10n.t('Metric'), cell: ({ metric }) => text(metricText(metric)) },
    { id: 'kappa', head: l10n.t('Fleiss’ kappa'), cell: ({ kappa }) => number(kappa) },
    { id: 'icc', head: 'ICC(1,1)', cell: ({ icc }) => number(icc) },
    { id: 'same', head: l10n.t('The same'), cell: ({ same }) => share(same) },
    {
      id: 'units',
      head: l10n.t('Judged by several'),
      cell: ({ kind, units }) => count(units, { of: 'disputed', kind }),
    },
  ]);
  const bySlice = tableOf('agreement.slices', l10n.t('Agreement by slice: {0}', kindText(main ?? '')), slices, [
    { id: 'slice', head: l10n.t('Slice'), cell: (slice) => text(sliceText(slice)) },
    { id: 'alpha', head: l10n.t('Alpha'), cell: ({ alpha }) => number(alpha) },
    { id: 'metric', head: l10n.t('Metric'), cell: ({ metric }) => text(metricText(metric)) },
    { id: 'same', head: l10n.t('The same'), cell: ({ same }) => share(same) },
    {
      id: 'units',
      head: l10n.t('Judged by several'),
      cell: ({ by, value, units }) => count(units, { of: 'disputed', within: { by, value } }),
    },
  ]);
  const compared = rows.find(({ kind }) => kind === main);
  return {
    id: 'agreement',
    title: sectionTitle('agreement'),
    lead: compared
      ? [
          { label: `${l10n.t('Alpha')} (${kindText(compared.kind)})`, cell: number(compared.alpha) },
          { label: l10n.t('The same'), cell: share(compared.same) },
        ]
      : [],
    blocks: [
      ...dotsOf(kinds, 'alpha', l10n.t('Krippendorff’s alpha'), alphaScale),
      ...(known.length > 0 ? noteOf(l10n.t('1 is perfect, 0 is chance. Below 0.67 no conclusion is safe.')) : []),
      ...unknownNote(unknown.map(({ kind }) => kindText(kind))),
      ...kinds,
      ...(w
        ? noteOf(
            l10n.t(
              'Rankings of three or more: Kendall’s W {0}, tau-b between two annotators {1}.',
              figureText(w),
              figureText(tau),
            ),
            { of: 'disputed', kind: 'rankings' },
          )
        : []),
      ...tableOf('agreement.criteria', l10n.t('Disputed items by criterion'), criteria, [
        { id: 'criterion', head: l10n.t('Criterion'), cell: ({ criterion }) => text(criterion) },
        {
          id: 'items',
          head: l10n.t('Differ on it'),
          cell: ({ criterion, items }) => count(items, { of: 'disputed', criterion }),
        },
        { id: 'of', head: l10n.t('Of disputed items'), cell: ({ of }) => count(of) },
        { id: 'agreed', head: l10n.t('Differ where they agree'), cell: ({ whereAgreed }) => share(whereAgreed) },
      ]),
      ...tableOf('agreement.verdicts', l10n.t('Verdicts that differ, by criterion'), criterionNoise, [
        { id: 'criterion', head: l10n.t('Criterion'), cell: ({ criterion }) => text(criterion) },
        {
          id: 'differ',
          head: l10n.t('Verdicts differ'),
          cell: ({ criterion, differ }) => share(differ, { of: 'verdicts', criterion }),
        },
        { id: 'others', head: l10n.t('On the other criteria'), cell: ({ others }) => share(others) },
      ]),
      ...tableOf('agreement.pairs', l10n.t('Agreement of two annotators: {0}', kindText(main ?? '')), pairs, [
        { id: 'pair', head: l10n.t('Two annotators'), cell: ({ a, b }) => text(`${a}, ${b}`) },
        { id: 'kappa', head: l10n.t('Cohen’s kappa'), cell: ({ kappa }) => number(kappa) },
        { id: 'same', head: l10n.t('The same'), cell: ({ same }) => share(same) },
        {
          id: 'units',
          head: l10n.t('Judged by both'),
          cell: ({ a, b, units }) => count(units, { of: 'disputed', between: [a, b] }),
        },
      ]),
      ...dotsOf(bySlice, 'alpha', l10n.t('Alpha by slice'), alphaScale),
      ...bySlice,
    ],
  };
}

/** What nobody knows yet, once, with what makes it known. */
const unknownNote = (kinds: readonly string[]): ReturnType<typeof noteOf> =>
  kinds.length === 0
    ? []
    : noteOf(l10n.t('Not known yet: {0}. Let a second person judge some of these items.', kinds.join(', ')));

/** The scale of alpha, down to what is lowest of it. */
const alphaScale = (dots: Dots['dots']): Scale => ({
  min: Math.min(-0.2, Math.floor(Math.min(0, ...dots.map(({ value: { low, value } }) => low ?? value)) * 5) / 5),
  max: 1,
  lines: [0, 0.667],
});
