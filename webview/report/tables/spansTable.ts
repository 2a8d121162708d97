import * as l10n from '@vscode/l10n';
import type { SpanTypeCounts } from '../../../src/core/model/report/coverage';
import { filledColumns, type Column as FigureColumn } from '../../../src/core/model/report/document/blocks';
import { rate } from '../../../src/core/model/report/document/coverage/rates';
import { spanColumns, typeNote, typeTitle } from '../../../src/core/model/report/document/coverage/spans';
import { rateOf, type Rate } from '../../../src/core/model/report/proportion';
import type { ReportFigures, ReportViewState } from '../../../src/protocol/report';
import { figureTable, inOrder } from './figureTable';
import { byName, sliceColumns } from './slices';
import type { Table } from './table';

/** Of the responses of a slice with a critique, those with at least one of a type. */
export function rateIn({ spans }: ReportFigures, type: SpanTypeCounts, slice: number): Rate | null {
  const critiqued = spans.slices.find(([number]) => number === slice)?.[1] ?? 0;
  return rateOf(type.slices.find(([number]) => number === slice)?.[2] ?? 0, critiqued);
}

/** Types of spans by their counts, or by slices: those that the search finds, in the order chosen. */
export function spansTable(report: ReportFigures, { by, search, sort }: ReportViewState): Table {
  const { types } = report.spans;
  const isFigures = by === 'figures';
  const columns = isFigures ? filledColumns(types, spanColumns()).slice(1) : bySlice(report, by);
  const found = types.filter((each) => typeTitle(each).toLowerCase().includes(search.trim().toLowerCase()));
  return figureTable(inOrder(found, columns, sort), {
    label: isFigures ? l10n.t('Span types by count') : l10n.t('Span types by {0}', byName(by)),
    rowTitle: l10n.t('Span type'),
    columns,
    row: (type) => ({ id: typeId(type), title: typeTitle(type), note: typeNote(type) }),
  });
}

/** The share of responses with a type in the whole study and in each slice in which any response has a critique. */
const bySlice = (report: ReportFigures, by: string): readonly FigureColumn<SpanTypeCounts>[] =>
  sliceColumns(report, by)
    .filter(({ number }) => number < 0 || report.spans.slices.some(([each]) => each === number))
    .map(({ number, slice, ...column }) => ({
      ...column,
      cell: (type) => {
        const { kind, type: name } = type;
        const of = number < 0 ? type.responses : rateIn(report, type, number);
        return rate(of, of && of.rate > 0 ? { of: 'spans', kind, type: name, slice } : undefined);
      },
    }));

export const typeId = ({ kind, type }: Pick<SpanTypeCounts, 'kind' | 'type'>): string => JSON.stringify([kind, type]);
