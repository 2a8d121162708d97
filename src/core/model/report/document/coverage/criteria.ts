import * as l10n from '@vscode/l10n';
import { nText, weightText, whole } from '../../../text/numbers';
import type { CriterionFigures } from '../../coverage';
import { proportionOf, z95 } from '../../proportion';
import { correlation, count, noted, text, weight, type Column } from '../blocks';
import type { Cell } from '../document';
import { rate } from './rates';

/** What a criterion is called, with its id where that is another one, and whether it is still judged by. */
export const criterionText = ({ id, name, inForce, faulty }: CriterionFigures): string =>
  [
    id === name ? name : l10n.t('{0}: {1}', id, name),
    ...(faulty === null ? [] : [`(${l10n.t('faulty')})`]),
    ...(inForce ? [] : [`(${l10n.t('inactive')})`]),
  ].join(' ');

/** The figures of a criterion, each with what it is. */
export const criterionColumns = (): readonly Column<CriterionFigures>[] => [
  { id: 'criterion', head: l10n.t('Criterion'), cell: (criterion) => text(criterionText(criterion)) },
  {
    id: 'used',
    head: l10n.t('Used'),
    about: l10n.t('Number of annotations with a verdict on this criterion'),
    cell: ({ used }) => noted(count(used), l10n.t('annotations')),
  },
  {
    id: 'filled',
    head: l10n.t('Filled'),
    about: l10n.t(
      'Of the responses that had to be judged on this criterion, the share with a verdict or “does not apply”',
    ),
    cell: ({ id, answered, filled }) => rate(answered, filled > 0 ? verdictsOn(id, 'filled') : undefined),
  },
  {
    id: 'yes',
    head: l10n.t('Yes'),
    about: l10n.t('Mean value of the verdicts, from 0 to 100%. For yes-or-no criteria, this is the share of “yes”'),
    cell: ({ id, yes }) => rate(yes, verdictsOn(id, 'filled')),
  },
  {
    id: 'alpha',
    head: l10n.t('Agreement'),
    about: agreementAbout(),
    cell: ({ agreement: { alpha, units } }) => noted(correlation(alpha), units > 0 ? nText(units) : ''),
  },
  {
    id: 'separates',
    head: l10n.t('Separates pairs'),
    about: l10n.t(
      'Of the strict preferences with a verdict on both responses, the share in which the two verdicts differ',
    ),
    cell: ({ separation: { pairs, equal } }) => rate(proportionOf(pairs - equal, pairs)),
  },
  {
    id: 'right',
    head: l10n.t('Accuracy'),
    about: l10n.t(
      'Pairwise accuracy. Of the preferences in which the verdicts differ, the share in which the criterion and its weight favor the preferred response',
    ),
    cell: ({ separation }) => rate(separation.right),
  },
  {
    id: 'tau',
    head: l10n.t('Rank correlation'),
    about: l10n.t('Rank correlation (Kendall’s tau-b) between the verdicts and the ranking, from −1 to 1'),
    cell: ({ tau }) => noted(correlation(tau.value), tau.pairs > 0 ? nText(tau.pairs) : ''),
  },
  {
    id: 'weight',
    head: l10n.t('Weight'),
    about: l10n.t('Weight set in the rubric'),
    cell: ({ weight: stated }) => noted(weight(stated), l10n.t('in rubric')),
  },
  {
    id: 'implied',
    head: l10n.t('Implied weight'),
    about: l10n.t(
      'Weight estimated from the rankings with a Bradley-Terry model of all criteria, on the scale of the rubric weights. A prior shrinks it toward 0, more strongly if there are few pairs',
    ),
    cell: impliedCell,
  },
  {
    id: 'gate',
    head: l10n.t('Gate'),
    about: l10n.t(
      'Share of responses that failed the gate. A response that fails a gate fails overall, whatever its other verdicts are',
    ),
    cell: ({ gate }) => rate(gate?.fired ?? null),
  },
  {
    id: 'variance',
    head: l10n.t('Variance'),
    about: l10n.t(
      'Variance of the verdict values, about 0.25 at most. If it is near 0, the criterion rarely tells responses apart',
    ),
    cell: ({ variance, yes }) => noted(correlation(variance), yes ? nText(yes.n) : ''),
  },
  {
    id: 'unfilled',
    head: l10n.t('Empty'),
    about: l10n.t('Number of responses that had to be judged on this criterion but have no verdict'),
    cell: ({ id, unfilled, chances }) =>
      noted(count(unfilled, verdictsOn(id, 'unfilled')), l10n.t('of {0}', whole(chances))),
  },
];

/** The items with verdicts by a criterion, or without. */
const verdictsOn = (criterion: string, state: 'filled' | 'unfilled') =>
  ({ of: 'criterion', criterion, state }) as const;

/** What agreement on verdicts and marks is. */
export function agreementAbout(): string {
  return l10n.t(
    'Krippendorff’s alpha between annotators: 1 is perfect agreement, 0 is the agreement expected by chance',
  );
}

function impliedCell({ implied }: CriterionFigures): Cell {
  if (!implied) return weight(null);
  const error = impliedError(implied) * z95;
  const { weight: value, pairs } = implied;
  return noted(
    weight({ value, low: value - error, high: value + error, items: pairs }),
    l10n.t('n={0} · ±{1}', whole(pairs), weightText(error)),
  );
}

/** The standard error of an implied weight, on the scale of stated weights. */
export function impliedError({
  weight: value,
  logOdds,
  standardError,
}: NonNullable<CriterionFigures['implied']>): number {
  return logOdds === 0 ? 0 : standardError * Math.abs(value / logOdds);
}
