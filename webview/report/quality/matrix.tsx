import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Matrix, MatrixCell } from '../../../src/core/model/report/document/document';
import { fieldsText } from '../../../src/core/model/report/document/names';
import { ChartFrame } from '../charts/chartFrame';
import { send } from '../store';
import { matrixCsv, MatrixDrawing, shadeOf } from './matrixDrawing';
import { opening } from './opening';

/**
 * Shares of what rows and columns have in common, the more coloured the farther they lie from the middle. Every share
 * is written in its cell, so that nothing is told by colour alone.
 */
export function MatrixTable(matrix: Matrix): JSX.Element {
  const { id, title, middle, rows, columns, cells } = matrix;
  const root = useRef<HTMLElement>(null);
  return (
    <ChartFrame root={root} id={id} title={title} csv={() => matrixCsv(matrix)}>
      <div class="scroll" tabIndex={0} role="group" aria-label={title}>
        <table class="matrix">
          <caption class="heard">{title}</caption>
          <thead>
            <tr>
              <td />
              {columns.map((column) => (
                <th key={column} scope="col" title={column}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={row}>
                <th scope="row" title={row}>
                  {row}
                </th>
                {cells[at]?.map((cell, column) => (
                  <OneCell key={column} cell={cell} middle={middle} of={`${row} · ${columns[column] ?? ''}`} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <MatrixDrawing {...matrix} />
    </ChartFrame>
  );
}

/** A cell with nothing in it that should have something is marked; annotators can be sent there. */
function OneCell({
  cell,
  middle,
  of,
}: {
  readonly cell: MatrixCell;
  readonly middle: number;
  /** Its row and column. */
  readonly of: string;
}): JSX.Element {
  const { text, about, opens, sendTo } = cell;
  const { side, strength } = shadeOf(cell, middle);
  return (
    <td
      class={side}
      style={{ '--strength': `${Math.round(strength * 30)}%`, '--share': `${Math.round((cell.share ?? 0) * 100)}%` }}
      title={side === 'none' ? undefined : [of, text, about].filter((each) => each !== '').join('\n')}
    >
      {opening(text, opens)}
      {sendTo && (
        <button
          type="button"
          class="link send"
          title={l10n.t('Send annotators there: {0}', fieldsText(sendTo))}
          onClick={() => send({ method: 'sendAnnotators', fields: [...sendTo] })}
        >
          {l10n.t('Send')}
        </button>
      )}
    </td>
  );
}
