import * as l10n from '@vscode/l10n';
import type {
  Bars,
  Block,
  Cell,
  Dots,
  Head,
  Matrix,
  MatrixCell,
  Table,
} from '../../../core/model/report/document/document';
import { cellText } from '../../../core/model/report/document/values';
import { whole } from '../../../core/model/text/numbers';
import { barChart, dotPlot, escaped } from './charts';

/** So many rows of a table; JSON has all. */
const maxRows = 200;

/** A block of a section as HTML; each table and chart names its figures. */
export function blockHtml(block: Block): string {
  switch (block.is) {
    case 'note':
      return `<p class="note">${escaped(block.text)}</p>`;
    case 'table':
      return tableHtml(block);
    case 'dots':
      return figure(block, dotPlot(block));
    case 'bars':
      return figure(block, barChart(block));
    case 'matrix':
      return matrixHtml(block);
    case 'choice':
      return block.of.map(blockHtml).join('');
    case 'fold':
      return `<details><summary>${escaped(block.title)}</summary>${block.blocks.map(blockHtml).join('')}</details>`;
  }
}

const figure = ({ id, title }: Dots | Bars, chart: string): string =>
  `<div data-figure="${escaped(id)}"><h3>${escaped(title)}</h3>${chart}</div>`;

function tableHtml({ id, title, heads, rows }: Table): string {
  const head = heads.map((each) => headHtml(id, each)).join('');
  const body = rows
    .slice(0, maxRows)
    .map(
      ([first, ...rest]) =>
        `<tr><th scope="row">${first ? cellHtml(first) : ''}</th>${rest.map((cell) => `<td>${cellHtml(cell)}</td>`).join('')}</tr>`,
    )
    .join('');
  const more =
    rows.length > maxRows
      ? `<p class="more">${escaped(l10n.t('and {0} more ({1})', whole(rows.length - maxRows), '--json'))}</p>`
      : '';
  return `<h3>${escaped(title)}</h3><div class="scroll"><table data-figure="${escaped(id)}"><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>${more}`;
}

const headHtml = (table: string, { id, text, about }: Head): string =>
  `<th scope="col" data-figure="${escaped(`${table}.${id}`)}"${about === undefined ? '' : ` title="${escaped(about)}"`}>${escaped(text)}</th>`;

const cellHtml = (cell: Cell): string => escaped(cellText(cell));

/** Each cell by its share: strong where it is far from the middle. */
function matrixHtml({ id, title, middle, rows, columns, cells }: Matrix): string {
  const heads = columns.map((column) => `<th scope="col"><span>${escaped(column)}</span></th>`).join('');
  const body = rows
    .map((row, at) => {
      const tds = (cells[at] ?? []).map((cell) => matrixCellHtml(cell, middle)).join('');
      return `<tr><th scope="row">${escaped(row)}</th>${tds}</tr>`;
    })
    .join('');
  return `<h3>${escaped(title)}</h3><div class="scroll"><table class="matrix" data-figure="${escaped(id)}"><thead><tr><th></th>${heads}</tr></thead><tbody>${body}</tbody></table></div>`;
}

function matrixCellHtml({ share, text, about, isEmpty }: MatrixCell, middle: number): string {
  if (isEmpty) return `<td class="empty">${escaped(text)}</td>`;
  if (share === null) return '<td></td>';
  const strength = 0.5 + (share - middle) / (1 - middle) / 2;
  return `<td style="--share:${strength.toFixed(3)}" class="${share >= middle ? 'more' : 'less'}" title="${escaped(about)}">${escaped(text)}</td>`;
}
