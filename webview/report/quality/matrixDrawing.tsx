import type { JSX } from 'preact';
import type { Matrix, MatrixCell } from '../../../src/core/model/report/document/document';
import { charWidth, fitText } from '../charts/fitText';

const [cellWidth, cellHeight] = [72, 28];
/** Names of rows are no longer, in pixels. */
const longest = 220;

/** The matrix as a drawing, which is what is saved as a picture: a table cannot be. It is not seen in the view. */
export function MatrixDrawing({ title, middle, rows, columns, cells }: Matrix): JSX.Element {
  const left = Math.min(longest, Math.max(4, ...rows.map((row) => row.length)) * charWidth + 16);
  const [width, height] = [left + columns.length * cellWidth, (rows.length + 1) * cellHeight];
  return (
    <svg class="drawing unseen" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <title>{title}</title>
      {columns.map((column, at) => (
        <text key={column} class="label" x={left + (at + 0.5) * cellWidth} y={18} text-anchor="middle">
          {fitText(column, cellWidth - 6)}
        </text>
      ))}
      {rows.map((row, at) => {
        const y = (at + 1) * cellHeight;
        return (
          <g key={row}>
            <text class="label" x={left - 10} y={y + 18} text-anchor="end">
              {fitText(row, left - 12)}
            </text>
            {cells[at]?.map((cell, column) => {
              const { side, strength } = shadeOf(cell, middle);
              const x = left + column * cellWidth;
              return (
                <g key={column}>
                  <rect
                    class={side}
                    x={x}
                    y={y}
                    width={cellWidth - 2}
                    height={cellHeight - 2}
                    opacity={side === 'empty' || side === 'none' ? 1 : strength * 0.3}
                  />
                  <text class="label" x={x + cellWidth / 2 - 1} y={y + 18} text-anchor="middle">
                    {cell.text}
                  </text>
                </g>
              );
            })}
          </g>
        );
      })}
    </svg>
  );
}

/** How a cell is coloured: by the side of the middle on which it lies, and how far from it. */
export function shadeOf({ share, isEmpty = false }: MatrixCell, middle: number): { side: string; strength: number } {
  if (isEmpty) return { side: 'empty', strength: 0 };
  if (share === null) return { side: 'none', strength: 0 };
  return { side: share >= middle ? 'more' : 'less', strength: Math.abs(share - middle) / (1 - middle) };
}

/** Its shares as CSV (RFC 4180): empty where there is none. */
export function matrixCsv({ rows, columns, cells }: Matrix): string {
  const quoted = (text: string): string => (/[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = rows.map((row, at) =>
    [row, ...(cells[at] ?? []).map(({ share }) => (share === null ? '' : String(Number(share.toPrecision(6)))))]
      .map(quoted)
      .join(','),
  );
  return `${[['', ...columns].map(quoted).join(','), ...lines].join('\n')}\n`;
}
