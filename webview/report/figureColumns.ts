import * as l10n from '@vscode/l10n';
import { shareOf, z95, type Rate, type Share } from '../../src/core/model/rate';
import type { CriterionFigures } from '../../src/core/model/coverage';
import { decimal, nText, rateNote, rateText, weightText, whole } from './numbers';
import { emptyCell, type CellView, type Column } from './table';

/** One figure of a criterion: what it is, what it is sorted by, and how it is written. */
export interface Figure extends Column {
  value(criterion: CriterionFigures): number | null;
  view(criterion: CriterionFigures): CellView;
  /** Which verdicts stand behind it. */
  readonly opens?: 'filled' | 'unfilled';
}

const text = (value: string, note = ''): CellView => ({ ...emptyCell, text: value, note });
const rate = (value: Share | Rate | null): CellView => ({
  ...emptyCell,
  text: rateText(value),
  note: rateNote(value),
  shade: value?.rate ?? null,
});

/** The figures of each criterion, as columns. */
export const figureColumns = (): readonly Figure[] => [
  {
    id: 'used',
    title: l10n.t('Used'),
    hint: l10n.t('Annotations with a verdict by it'),
    value: ({ used }) => used,
    view: ({ used }) => text(whole(used), l10n.t('annotations')),
  },
  {
    id: 'filled',
    title: l10n.t('Filled'),
    hint: l10n.t(
      'Responses with a verdict, or that it does not apply, of those shown to somebody who was to judge by it',
    ),
    opens: 'filled',
    value: ({ answered }) => answered?.rate ?? null,
    view: ({ answered }) => ({ ...rate(answered), opens: (answered?.rate ?? 0) > 0 }),
  },
  {
    id: 'yes',
    title: l10n.t('Yes'),
    hint: l10n.t('The mean of what its verdicts are worth, from 0 to 100%: of yes or no the share of yes'),
    opens: 'filled',
    value: ({ yes }) => yes?.rate ?? null,
    view: ({ yes }) => ({ ...rate(yes), opens: yes !== null }),
  },
  {
    id: 'alpha',
    title: l10n.t('Agreement'),
    hint: l10n.t(
      'Krippendorff’s alpha between annotators: 1 where all agree, 0 where they agree as chance would have it',
    ),
    value: ({ agreement }) => agreement.alpha,
    view: ({ agreement: { alpha, units } }) => text(decimal(alpha), units > 0 ? nText(units) : ''),
  },
  {
    id: 'separates',
    title: l10n.t('Separates'),
    hint: l10n.t('Strict preferences in which the two differ by it, of those with a verdict on both'),
    value: ({ separation: { pairs, equal } }) => (pairs === 0 ? null : (pairs - equal) / pairs),
    view: ({ separation: { pairs, equal } }) => rate(shareOf(pairs - equal, pairs)),
  },
  {
    id: 'right',
    title: l10n.t('For winner'),
    hint: l10n.t('Of the preferences that it separates, those whose winner has more of what its weight rewards'),
    value: ({ separation }) => separation.right?.rate ?? null,
    view: ({ separation }) => rate(separation.right),
  },
  {
    id: 'tau',
    title: l10n.t('Tau-b'),
    hint: l10n.t('Kendall’s tau-b of its verdicts with the ranking, from −1 to 1'),
    value: ({ tau }) => tau.value,
    view: ({ tau }) => text(decimal(tau.value), tau.pairs > 0 ? nText(tau.pairs) : ''),
  },
  {
    id: 'weight',
    title: l10n.t('Weight'),
    hint: l10n.t('As its rubric states it'),
    value: ({ weight }) => weight,
    view: ({ weight }) => text(weightText(weight), l10n.t('stated')),
  },
  {
    id: 'implied',
    title: l10n.t('Implied'),
    hint: l10n.t(
      'The weight that the ranking implies, by Bradley-Terry over all criteria together, on the scale of the stated ones. A prior keeps it finite and draws it to 0, the more the fewer pairs there are',
    ),
    value: ({ implied }) => implied?.weight ?? null,
    view: impliedView,
  },
  {
    id: 'gate',
    title: l10n.t('Gate'),
    hint: l10n.t('How often its gate stopped a response'),
    value: ({ gate }) => gate?.fired?.rate ?? null,
    view: ({ gate }) => (gate ? rate(gate.fired) : text('')),
  },
  {
    id: 'variance',
    title: l10n.t('Variance'),
    hint: l10n.t('How much verdicts differ, at most 0.25 or a little more: near 0 it tells responses apart seldom'),
    value: ({ variance }) => variance,
    view: ({ variance, yes }) => text(decimal(variance), yes ? nText(yes.n) : ''),
  },
  {
    id: 'unfilled',
    title: l10n.t('Unfilled'),
    hint: l10n.t('Responses without a verdict though somebody was to judge by it'),
    opens: 'unfilled',
    value: ({ unfilled }) => unfilled,
    view: ({ unfilled, chances }) => ({
      ...text(whole(unfilled), l10n.t('of {0}', whole(chances))),
      opens: unfilled > 0,
    }),
  },
];

function impliedView({ implied }: CriterionFigures): CellView {
  if (!implied) return text('–');
  const error = impliedError(implied);
  return text(weightText(implied.weight), l10n.t('n {0} · ±{1}', whole(implied.pairs), weightText(error * z95)));
}

/** The standard error of an implied weight, on the scale of stated weights. */
export function impliedError({ weight, logOdds, standardError }: NonNullable<CriterionFigures['implied']>): number {
  return logOdds === 0 ? 0 : standardError * Math.abs(weight / logOdds);
}

export function metricText(metric: CriterionFigures['agreement']['metric']): string {
  switch (metric) {
    case 'nominal':
      return l10n.t('nominal');
    case 'ordinal':
      return l10n.t('ordinal');
    case 'interval':
      return l10n.t('interval');
  }
}
