import * as l10n from '@vscode/l10n';
import {
  cellAt,
  type Cell as CellCounts,
  type CellTable,
  type CriterionFigures,
} from '../../../src/core/model/report/coverage';
import { count, filledColumns, noted } from '../../../src/core/model/report/document/blocks';
import { criterionColumns } from '../../../src/core/model/report/document/coverage/criteria';
import { rate } from '../../../src/core/model/report/document/coverage/rates';
import type { Cell } from '../../../src/core/model/report/document/document';
import type { CoverageQuestion } from '../../../src/core/model/report/coverageQuestion';
import { proportionOf } from '../../../src/core/model/report/proportion';
import { whole } from '../../../src/core/model/text/numbers';
import type { ReportFigures, ReportViewState } from '../../../src/protocol/report';
import { figureTable, inOrder, type ShadedColumn } from './figureTable';
import { byName, sliceColumns } from './slices';
import { matching, type Table } from './table';

/**
 * Criteria by their figures, or by slices: those that the search finds, in the order chosen.
 * @param table the cells of the slices, as far as the host has sent them
 */
export function criteriaTable(report: ReportFigures, now: ReportViewState, table?: CellTable): Table {
  const { criteria } = report;
  const isFigures = now.by === 'figures';
  const columns = isFigures ? filledColumns(criteria, criterionColumns()).slice(1) : bySlice(report, now, table);
  const found = matching(
    criteria.map(({ id, name, rubric, rubricTitle, tags }) => [id, name, rubric, rubricTitle, ...tags]),
    now.search,
  ).flatMap((at) => criteria[at] ?? []);
  return figureTable(inOrder(found, columns, now.sort), {
    label: isFigures ? l10n.t('Criteria and their statistics') : l10n.t('Criteria by {0}', byName(now.by)),
    rowTitle: l10n.t('Criterion'),
    columns,
    row: ({ id, name, rubricTitle, inForce, faulty }) => ({
      id,
      title: name,
      note: [
        ...(faulty === null ? [] : [l10n.t('faulty')]),
        ...(inForce ? [] : [l10n.t('inactive')]),
        rubricTitle,
      ].join(' · '),
    }),
  });
}

/** What is chosen to be shown of the cells of each slice. */
function bySlice(
  report: ReportFigures,
  { by, shows }: ReportViewState,
  table: CellTable | undefined,
): readonly ShadedColumn<CriterionFigures>[] {
  const numbers = new Map(report.criteria.map(({ id }, number) => [id, number]));
  return sliceColumns(report, by).map(({ number, slice, ...column }) => {
    const at = table?.slices.indexOf(number) ?? -1;
    const countsOf = ({ id }: CriterionFigures): CellCounts | undefined =>
      table && at >= 0 ? cellAt(table, numbers.get(id) ?? 0, at) : undefined;
    return {
      ...column,
      cell: (criterion) => shownOf(countsOf(criterion), shows, { of: 'criterion', criterion: criterion.id, slice }),
      ...(shows === 'unfilled' && {
        shade: (criterion: CriterionFigures) => {
          const { unfilled = 0, chances = 0 } = countsOf(criterion) ?? {};
          return chances === 0 ? null : unfilled / chances;
        },
      }),
    };
  });
}

function shownOf(
  counts: CellCounts | undefined,
  shows: ReportViewState['shows'],
  cell: Omit<Extract<CoverageQuestion, { of: 'criterion' }>, 'state'>,
): Cell {
  if (!counts || counts.chances === 0) return count(null);
  const { chances, filled, notApplicable, unfilled, valued, worth } = counts;
  if (shows === 'unfilled')
    return noted(count(unfilled, { ...cell, state: 'unfilled' }), l10n.t('of {0}', whole(chances)));
  return rate(
    shows === 'yes' ? proportionOf(worth, valued) : proportionOf(filled + notApplicable, chances),
    filled > 0 ? { ...cell, state: 'filled' } : undefined,
  );
}
