import * as l10n from '@vscode/l10n';
import { filledColumns } from '../../../src/core/model/report/document/blocks';
import { ruleColumns } from '../../../src/core/model/report/document/coverage/rules';
import type { ReportFigures, ReportViewState } from '../../../src/protocol/report';
import { figureTable, inOrder } from './figureTable';
import { matching, type Table } from './table';

/** Rules by the balance of their marks: those that the search finds, in the order chosen. */
export function rulesTable({ rules: { rules } }: ReportFigures, { search, sort }: ReportViewState): Table {
  const columns = filledColumns(rules, ruleColumns()).slice(1);
  const found = matching(
    rules.map(({ id, feedback, scope }) => [id, feedback, scope]),
    search,
  ).flatMap((at) => rules[at] ?? []);
  return figureTable(inOrder(found, columns, sort), {
    label: l10n.t('Rules and their marks'),
    rowTitle: l10n.t('Rule'),
    columns,
    row: ({ id, feedback, scope, retired }) => ({
      id,
      title: feedback,
      note: retired ? l10n.t('{0} · inactive', scope) : scope,
    }),
  });
}
