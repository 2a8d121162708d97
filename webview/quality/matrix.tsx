import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { fieldsText } from '../../src/core/model/report/document/names';
import type { Matrix, MatrixCell } from '../../src/core/model/report/document/document';
import { opening } from './opening';
import { send } from './store';

/** A table of shares, the more coloured the farther they lie from the middle. */
export function MatrixTable({ id, title, middle, rows, columns, cells }: Matrix): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={title}>
      <table class="matrix" data-figure={id}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {cells[at]?.map((cell, column) => (
                <OneCell key={column} cell={cell} middle={middle} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A cell with nothing in it that should have something is marked; annotators can be sent there. */
function OneCell({ cell, middle }: { readonly cell: MatrixCell; readonly middle: number }): JSX.Element {
  const { share, text, about, isEmpty = false, opens, sendTo } = cell;
  if (share === null) return <td class={isEmpty ? 'empty' : 'none'} aria-label={about === '' ? undefined : about} />;
  const strength = Math.round((Math.abs(share - middle) / (1 - middle)) * 30);
  return (
    <td
      class={isEmpty ? 'empty' : share >= middle ? 'more' : 'less'}
      style={{ '--strength': `${strength}%` }}
      title={about === '' ? undefined : about}
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
