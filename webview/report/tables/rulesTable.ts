import * as l10n from '@vscode/l10n';
import { computed } from '@preact/signals';
import { ruleScopes, type RuleScope } from '../../../src/core/model/annotation/judgementValues';
import type { RuleFigures } from '../../../src/core/model/report/ruleCoverage';
import type { CoverageQuestion } from '../../../src/core/model/report/coverageQuestion';
import { itemsText } from '../../../src/core/model/text/countText';
import { decimal, nText, rateNote, rateText, whole } from '../../../src/core/model/text/numbers';
import { figures, viewState } from '../store';
import { emptyCell, matching, sorted, type CellView, type Column, type Table } from './table';

/** One figure of a rule: what it is, what it is sorted by, how it is written, and which marks stand behind it. */
interface Figure extends Column {
  value(rule: RuleFigures): number | null;
  view(rule: RuleFigures): CellView;
  readonly opens?: Extract<CoverageQuestion, { of: 'rule' }>['mark'];
}

/** The rules that the search finds, in the order chosen. */
export const rulesShown = computed<readonly RuleFigures[]>(() => {
  const all = figures.value?.rules.rules ?? [];
  const now = viewState.value;
  if (!now) return [];
  const found = matching(
    all.map(({ id, feedback, scope }) => [id, feedback, scope]),
    now.search,
  ).flatMap((at) => all[at] ?? []);
  const column = figureNamed(now.sort?.column);
  if (!now.sort || !column) return found;
  return sorted(found.length, (at) => (found[at] ? column.value(found[at]) : null), now.sort.descending).flatMap(
    (at) => found[at] ?? [],
  );
});

/** Rules by the balance of their marks. */
export function rulesTable(): Table {
  const rows = rulesShown.value;
  return {
    label: l10n.t('Rules and their marks'),
    rowTitle: l10n.t('Rule'),
    columns: columns(),
    count: rows.length,
    row: (at) => {
      const rule = rows[at];
      return rule
        ? {
            id: rule.id,
            title: rule.feedback,
            note: rule.retired ? l10n.t('{0} · inactive', rule.scope) : rule.scope,
          }
        : { id: '', title: '', note: '' };
    },
    cell: (at, column) => (rows[at] ? (figureNamed(column.id)?.view(rows[at]) ?? emptyCell) : emptyCell),
  };
}

/** Which marks stand behind a column. */
export const markBehind = (column: string): Figure['opens'] => figureNamed(column)?.opens;

const figureNamed = (column: string | undefined): Figure | undefined => columns().find(({ id }) => id === column);

const text = (value: string, note = ''): CellView => ({ ...emptyCell, text: value, note });

function columns(): readonly Figure[] {
  return [
    ...ruleScopes.map((scope): Figure => ({
      id: scope,
      title: scopeTitle(scope),
      hint: scopeHint(scope),
      opens: scope,
      value: (rule) => rule.shares[scope]?.rate ?? null,
      view: (rule) => ({
        text: rule.marked === 0 ? '0' : l10n.t('{0} ({1})', whole(rule[scope]), rateText(rule.shares[scope])),
        note: rateNote(rule.shares[scope]),
        shade: rule.shares[scope]?.rate ?? null,
        opens: rule[scope] > 0,
      }),
    })),
    {
      id: 'marked',
      title: l10n.t('Marked'),
      hint: l10n.t('Number of annotations with a mark for this rule'),
      opens: 'marked',
      value: ({ marked }) => marked,
      view: ({ marked, items }) => ({ ...text(whole(marked), marked > 0 ? itemsText(items) : ''), opens: marked > 0 }),
    },
    {
      id: 'unmarked',
      title: l10n.t('Unmarked'),
      hint: l10n.t(
        'Number of annotations without a mark for this rule. Skipped items and labels from the dataset are not counted',
      ),
      opens: 'unmarked',
      value: ({ unmarked }) => unmarked,
      view: ({ unmarked, marked }) => ({
        ...text(whole(unmarked), l10n.t('of {0}', whole(unmarked + marked))),
        opens: unmarked > 0,
      }),
    },
    {
      id: 'refined',
      title: l10n.t('Refined'),
      hint: l10n.t(
        'Of the annotations that mark the prompt as in scope, the share with a refinement based on this rule',
      ),
      value: ({ refined }) => refined?.rate ?? null,
      view: ({ refined }) => ({ ...text(rateText(refined), rateNote(refined)), shade: refined?.rate ?? null }),
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
      id: 'earlier',
      title: l10n.t('Old wording'),
      hint: l10n.t('Number of marks made with an earlier wording of the rule'),
      value: ({ earlier }) => earlier,
      view: ({ earlier, marked }) => text(whole(earlier), marked > 0 ? l10n.t('of {0}', whole(marked)) : ''),
    },
  ];
}

export function scopeTitle(scope: RuleScope): string {
  switch (scope) {
    case 'in':
      return l10n.t('In scope');
    case 'near':
      return l10n.t('Near miss');
    case 'out':
      return l10n.t('Out of scope');
  }
}

function scopeHint(scope: RuleScope): string {
  switch (scope) {
    case 'in':
      return l10n.t('Marks that say that the rule applies to the prompt: number, and share of all marks for this rule');
    case 'near':
      return l10n.t(
        'Marks that say that the prompt only seems to be in scope: number, and share of all marks for this rule',
      );
    case 'out':
      return l10n.t(
        'Marks that say that the rule does not apply to the prompt: number, and share of all marks for this rule',
      );
  }
}
