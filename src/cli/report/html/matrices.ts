import type { CrossedSlices, QualityReport } from '../../../core/model/report/quality';
import { formatNumber } from '../../output/print';
import { escaped } from './charts';
import { categoryText, percent } from '../sentences';
import { table } from './elements';

/** Each cell by its share of wins: strong for many, pale for few. */
export function winMatrix({ models, wins, ties }: QualityReport['models']): string {
  const shown = models.slice(0, 25);
  if (shown.length < 2) return '';
  const cells = shown
    .map(({ model }, row) => {
      const tds = shown
        .map((_, column) => {
          const [won, lost, tied] = [wins[row]?.[column] ?? 0, wins[column]?.[row] ?? 0, ties[row]?.[column] ?? 0];
          const all = won + lost + tied;
          if (row === column) return '<td class="self"></td>';
          if (all === 0) return '<td class="empty">–</td>';
          const share = (won + tied / 2) / all;
          return `<td style="--share:${share.toFixed(3)}" class="${share >= 0.5 ? 'more' : 'less'}" title="${won} won, ${lost} lost, ${tied} tied">${percent(share)}</td>`;
        })
        .join('');
      return `<tr><th scope="row">${escaped(model)}</th>${tds}</tr>`;
    })
    .join('');
  const heads = shown.map(({ model }) => `<th scope="col"><span>${escaped(model)}</span></th>`).join('');
  return `<div class="scroll"><table class="matrix"><thead><tr><th></th>${heads}</tr></thead><tbody>${cells}</tbody></table></div>`;
}

/** So many annotators have a table of their own. */
const maxConfusions = 12;

export function confusions({ confusion, categories, main }: QualityReport['annotators']): string {
  const names = categories.map((value) => categoryText(main, value));
  return confusion
    .slice(0, maxConfusions)
    .map(({ name, rows }) =>
      table(
        [name, ...names],
        rows.map((row, at) => [names[at] ?? '', ...row.map(percent)]),
      ),
    )
    .join('');
}

/** Judged of items where two fields cross; a cell with items and no judgement is hatched. */
export function heatMap({ rows, columns, items, judged }: CrossedSlices): string {
  const named = (value: string | null): string => escaped(value ?? '(others)');
  const heads = columns.values.map((value) => `<th scope="col"><span>${named(value)}</span></th>`).join('');
  const cells = rows.values
    .map((value, row) => {
      const tds = columns.values.map((_, column) => {
        const [all, done] = [items[row]?.[column] ?? 0, judged[row]?.[column] ?? 0];
        if (all === 0) return '<td></td>';
        const text = `${formatNumber(done)} of ${formatNumber(all)}`;
        return done === 0
          ? `<td class="empty">${text}</td>`
          : `<td class="more" style="--share:${(0.5 + done / all / 2).toFixed(3)}">${text}</td>`;
      });
      return `<tr><th scope="row">${named(value)}</th>${tds.join('')}</tr>`;
    })
    .join('');
  return `<div class="scroll"><table class="matrix"><thead><tr><th></th>${heads}</tr></thead><tbody>${cells}</tbody></table></div>`;
}
