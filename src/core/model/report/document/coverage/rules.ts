import * as l10n from '@vscode/l10n';
import { ruleScopes, type RuleScope } from '../../../annotation/judgementValues';
import { itemsText } from '../../../text/countText';
import { nText, whole } from '../../../text/numbers';
import type { CoverageQuestion } from '../../coverageQuestion';
import type { RuleFigures } from '../../ruleCoverage';
import { correlation, count, noted, text, type Column } from '../blocks';
import { agreementAbout } from './criteria';
import { rate } from './rates';

type Mark = Extract<CoverageQuestion, { of: 'rule' }>['mark'];

/** The items with marks of a rule, or without. */
const marksOf = (rule: string, mark: Mark): CoverageQuestion => ({ of: 'rule', rule, mark });

/** The figures of a rule, each with what it is. */
export const ruleColumns = (): readonly Column<RuleFigures>[] => [
  {
    id: 'rule',
    head: l10n.t('Rule'),
    cell: ({ id, feedback, retired }) =>
      text([l10n.t('{0}: {1}', id, feedback), ...(retired ? [`(${l10n.t('inactive')})`] : [])].join(' ')),
  },
  ...ruleScopes.map((scope): Column<RuleFigures> => ({
    id: scope,
    head: scopeTitle(scope),
    about: scopeAbout(scope),
    cell: (rule) => rate(rule.shares[scope], rule[scope] > 0 ? marksOf(rule.id, scope) : undefined),
  })),
  {
    id: 'marked',
    head: l10n.t('Marked'),
    about: l10n.t('Number of annotations with a mark for this rule'),
    cell: ({ id, marked, items }) => noted(count(marked, marksOf(id, 'marked')), marked > 0 ? itemsText(items) : ''),
  },
  {
    id: 'unmarked',
    head: l10n.t('Unmarked'),
    about: l10n.t(
      'Number of annotations without a mark for this rule. Skipped items and labels from the dataset are not counted',
    ),
    cell: ({ id, unmarked, marked }) =>
      noted(count(unmarked, marksOf(id, 'unmarked')), l10n.t('of {0}', whole(unmarked + marked))),
  },
  {
    id: 'refined',
    head: l10n.t('Refined'),
    about: l10n.t(
      'Of the annotations that mark the prompt as in scope, the share with a refinement based on this rule',
    ),
    cell: ({ refined }) => rate(refined),
  },
  {
    id: 'alpha',
    head: l10n.t('Agreement'),
    about: agreementAbout(),
    cell: ({ agreement: { alpha, units } }) => noted(correlation(alpha), units > 0 ? nText(units) : ''),
  },
  {
    id: 'earlier',
    head: l10n.t('Old wording'),
    about: l10n.t('Number of marks made with an earlier wording of the rule'),
    cell: ({ earlier, marked }) => noted(count(earlier), marked > 0 ? l10n.t('of {0}', whole(marked)) : ''),
  },
];

export function scopeTitle(scope: RuleScope): string {
  return { in: l10n.t('In scope'), near: l10n.t('Near miss'), out: l10n.t('Out of scope') }[scope];
}

function scopeAbout(scope: RuleScope): string {
  return {
    in: l10n.t('Share of marks that say that the rule applies to the prompt'),
    near: l10n.t('Share of marks that say that the prompt only seems to be in scope'),
    out: l10n.t('Share of marks that say that the rule does not apply to the prompt'),
  }[scope];
}
