import * as l10n from '@vscode/l10n';
import { computed } from '@preact/signals';
import type { SpanTypeCounts } from '../../../src/core/model/report/coverage';
import { rateOf, type Rate } from '../../../src/core/model/report/proportion';
import type { ReportViewState, ReportFigures } from '../../../src/protocol/report';
import { rateNote, rateText, whole } from '../../../src/core/model/text/numbers';
import { byName, sliceColumns, sliceOf, wholeColumn } from './slices';
import { figures, viewState } from '../store';
import { emptyCell, sorted, type CellView, type Column, type Table } from './table';

/** The types of spans that the search finds, in the order chosen. */
const spansShown = computed<readonly SpanTypeCounts[]>(() => {
  const report = figures.value;
  const now = viewState.value;
  if (!report || !now) return [];
  const found = report.spans.types.filter((each) =>
    typeTitle(each).toLowerCase().includes(now.search.trim().toLowerCase()),
  );
  const column = now.sort?.column;
  if (!now.sort || column === undefined || !isColumn(report, column)) return found;
  return sorted(
    found.length,
    (at) => (found[at] ? valueOf(report, found[at], column) : null),
    now.sort.descending,
  ).flatMap((at) => found[at] ?? []);
});

const counts = ['spans', 'negative', 'positive', 'responses'] as const;
type Count = (typeof counts)[number];

const isColumn = ({ slices }: ReportFigures, column: string): boolean =>
  column === 'all' || (counts as readonly string[]).includes(column) || sliceOf(column) in slices;

function valueOf(report: ReportFigures, type: SpanTypeCounts, column: string): number | null {
  if (column === 'spans' || column === 'negative' || column === 'positive') return type[column];
  return column === 'responses' || column === 'all'
    ? (type.responses?.rate ?? null)
    : (rateIn(report, type, sliceOf(column))?.rate ?? null);
}

/** Of the responses of a slice with a critique, those with at least one of a type. */
export function rateIn({ spans }: ReportFigures, type: SpanTypeCounts, slice: number): Rate | null {
  const critiqued = spans.slices.find(([number]) => number === slice)?.[1] ?? 0;
  return rateOf(type.slices.find(([number]) => number === slice)?.[2] ?? 0, critiqued);
}

/** Types of spans by their counts, or by slices. */
export function spansTable(report: ReportFigures, now: ReportViewState): Table {
  const rows = spansShown.value;
  const isFigures = now.by === 'figures';
  return {
    label: isFigures ? l10n.t('Span types by count') : l10n.t('Span types by {0}', byName(now.by)),
    rowTitle: l10n.t('Span type'),
    columns: isFigures
      ? countColumns()
      : [wholeColumn(), ...sliceColumns(report, now.by).filter(({ id }) => isMarked(report, sliceOf(id)))],
    count: rows.length,
    row: (at) => {
      const type = rows[at];
      return type
        ? {
            id: typeId(type),
            title: typeTitle(type),
            note:
              type.kind === 'missing'
                ? l10n.t('missing information')
                : type.positive === 0
                  ? l10n.t('negative')
                  : type.negative === 0
                    ? l10n.t('positive')
                    : l10n.t('negative and positive'),
          }
        : { id: '', title: '', note: '' };
    },
    cell: (at, column) => (rows[at] ? cellOf(report, rows[at], column.id) : emptyCell),
  };
}

/** Whether a slice has a response with a critique; of others nothing is known. */
const isMarked = ({ spans }: ReportFigures, slice: number): boolean =>
  spans.slices.some(([number]) => number === slice);

function cellOf(report: ReportFigures, type: SpanTypeCounts, column: string): CellView {
  const count = (value: number): CellView => ({
    text: whole(value),
    note: l10n.t('of {0}', whole(type.spans)),
    shade: null,
    opens: value > 0,
  });
  if (column === 'spans') return { ...count(type.spans), note: l10n.t('total') };
  if (column === 'negative' || column === 'positive') return type.kind === 'missing' ? emptyCell : count(type[column]);
  const slice = sliceOf(column);
  const rate = slice < 0 ? type.responses : rateIn(report, type, slice);
  const spans = slice < 0 ? type.spans : (type.slices.find(([number]) => number === slice)?.[1] ?? 0);
  if (!rate) return emptyCell;
  return {
    text: column === 'responses' ? rateText(rate) : l10n.t('{0} ({1})', whole(spans), rateText(rate)),
    note: rateNote(rate),
    shade: rate.rate,
    opens: spans > 0,
  };
}

function countColumns(): readonly (Column & { readonly id: Count })[] {
  return [
    { id: 'spans', title: l10n.t('Spans'), hint: l10n.t('Total number') },
    { id: 'negative', title: l10n.t('Negative'), hint: l10n.t('Spans that mark something wrong') },
    { id: 'positive', title: l10n.t('Positive'), hint: l10n.t('Spans that mark something good') },
    {
      id: 'responses',
      title: l10n.t('Responses'),
      hint: l10n.t('Of the responses with a critique, the share with at least one span of this type'),
    },
  ];
}

export const typeTitle = ({ type }: Pick<SpanTypeCounts, 'type'>): string => type ?? l10n.t('(no type)');
export const typeId = ({ kind, type }: Pick<SpanTypeCounts, 'kind' | 'type'>): string => JSON.stringify([kind, type]);
