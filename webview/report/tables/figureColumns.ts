import * as l10n from '@vscode/l10n';
import { proportionOf, z95, type Rate, type Proportion } from '../../../src/core/model/report/proportion';
import type { CriterionFigures } from '../../../src/core/model/report/coverage';
import { decimal, nText, rateNote, rateText, weightText, whole } from '../../../src/core/model/text/numbers';
import { emptyCell, type CellView, type Column } from './table';

/** One figure of a criterion: what it is, what it is sorted by, and how it is written. */
export interface Figure extends Column {
  value(criterion: CriterionFigures): number | null;
  view(criterion: CriterionFigures): CellView;
  /** Which verdicts stand behind it. */
  readonly opens?: 'filled' | 'unfilled';
}

const text = (value: string, note = ''): CellView => ({ ...emptyCell, text: value, note });
const rate = (value: Proportion | Rate | null): CellView => ({
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
    hint: l10n.t('Number of annotations with a verdict on this criterion'),
    value: ({ used }) => used,
    view: ({ used }) => text(whole(used), l10n.t('annotations')),
  },
  {
    id: 'filled',
    title: l10n.t('Filled'),
    hint: l10n.t(
      'Of the responses that had to be judged on this criterion, the share with a verdict or “does not apply”',
    ),
    opens: 'filled',
    value: ({ answered }) => answered?.rate ?? null,
    view: ({ answered }) => ({ ...rate(answered), opens: (answered?.rate ?? 0) > 0 }),
  },
  {
    id: 'yes',
    title: l10n.t('Yes'),
    hint: l10n.t('Mean value of the verdicts, from 0 to 100%. For yes-or-no criteria, this is the share of “yes”'),
    opens: 'filled',
    value: ({ yes }) => yes?.rate ?? null,
    view: ({ yes }) => ({ ...rate(yes), opens: yes !== null }),
  },
  {
    id: 'alpha',
    title: l10n.t('Agreement'),
    hint: l10n.t(
      'Krippendorff’s alpha between annotators: 1 is perfect agreement, 0 is the agreement expected by chance',
    ),
    value: ({ agreement }) => agreement.alpha,
    view: ({ agreement: { alpha, units } }) => text(decimal(alpha), units > 0 ? nText(units) : ''),
  },
  {
    id: 'separates',
    title: l10n.t('Separates pairs'),
    hint: l10n.t(
      'Of the strict preferences with a verdict on both responses, the share in which the two verdicts differ',
    ),
    value: ({ separation: { pairs, equal } }) => (pairs === 0 ? null : (pairs - equal) / pairs),
    view: ({ separation: { pairs, equal } }) => rate(proportionOf(pairs - equal, pairs)),
  },
  {
    id: 'right',
    title: l10n.t('Accuracy'),
    hint: l10n.t(
      'Pairwise accuracy. Of the preferences in which the verdicts differ, the share in which the criterion and its weight favor the preferred response',
    ),
    value: ({ separation }) => separation.right?.rate ?? null,
    view: ({ separation }) => rate(separation.right),
  },
  {
    id: 'tau',
    title: l10n.t('Tau-b'),
    hint: l10n.t('Rank correlation (Kendall’s tau-b) between the verdicts and the ranking, from −1 to 1'),
    value: ({ tau }) => tau.value,
    view: ({ tau }) => text(decimal(tau.value), tau.pairs > 0 ? nText(tau.pairs) : ''),
  },
  {
    id: 'weight',
    title: l10n.t('Weight'),
    hint: l10n.t('Weight set in the rubric'),
    value: ({ weight }) => weight,
    view: ({ weight }) => text(weightText(weight), l10n.t('in rubric')),
  },
  {
    id: 'implied',
    title: l10n.t('Implied'),
    hint: l10n.t(
      'Weight estimated from the rankings with a Bradley-Terry model of all criteria, on the scale of the rubric weights. A prior shrinks it toward 0, more strongly if there are few pairs',
    ),
    value: ({ implied }) => implied?.weight ?? null,
    view: impliedView,
  },
  {
    id: 'gate',
    title: l10n.t('Gate'),
    hint: l10n.t(
      'Share of responses that failed the gate. A response that fails a gate fails overall, whatever its other verdicts are',
    ),
    value: ({ gate }) => gate?.fired?.rate ?? null,
    view: ({ gate }) => (gate ? rate(gate.fired) : text('')),
  },
  {
    id: 'variance',
    title: l10n.t('Variance'),
    hint: l10n.t(
      'Variance of the verdict values, about 0.25 at most. If it is near 0, the criterion rarely tells responses apart',
    ),
    value: ({ variance }) => variance,
    view: ({ variance, yes }) => text(decimal(variance), yes ? nText(yes.n) : ''),
  },
  {
    id: 'unfilled',
    title: l10n.t('Empty'),
    hint: l10n.t('Number of responses that had to be judged on this criterion but have no verdict'),
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
  return text(weightText(implied.weight), l10n.t('n={0} · ±{1}', whole(implied.pairs), weightText(error * z95)));
}

/** The standard error of an implied weight, on the scale of stated weights. */
export function impliedError({ weight, logOdds, standardError }: NonNullable<CriterionFigures['implied']>): number {
  return logOdds === 0 ? 0 : standardError * Math.abs(weight / logOdds);
}
