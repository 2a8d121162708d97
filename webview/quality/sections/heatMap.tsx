import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CrossedSlices } from '../../../src/core/model/report/quality';
import { percent, whole } from '../../ui/numbers';
import { Select } from '../../ui/select';
import { send } from '../store';
import { fieldsText } from '../texts';
import { Opens } from './parts';

/**
 * How much is judged where the values of two fields cross. A cell with items that nobody judged is marked; its number
 * opens those items, and annotators can be sent there.
 */
export function HeatMap({ crossed }: { readonly crossed: readonly CrossedSlices[] }): JSX.Element | null {
  const [chosen, setChosen] = useState(0);
  const table = crossed[chosen] ?? crossed[0];
  if (!table) return null;
  const { rows, columns } = table;
  const nameOf = ({ rows: one, columns: other }: CrossedSlices): string => `${one.by} × ${other.by}`;
  const title = l10n.t('Judged, of items: {0}', nameOf(table));
  return (
    <div class="heat">
      {crossed.length > 1 && (
        <Select
          id="crossed"
          value={String(crossed.indexOf(table))}
          label={l10n.t('Fields to cross')}
          onChoose={(value) => setChosen(Number(value))}
        >
          {crossed.map((each, at) => (
            <option key={nameOf(each)} value={String(at)}>
              {nameOf(each)}
            </option>
          ))}
        </Select>
      )}
      <div class="scroll" tabIndex={0} role="group" aria-label={title}>
        <table class="matrix">
          <caption>{title}</caption>
          <thead>
            <tr>
              <td />
              {columns.values.map((value) => (
                <th key={value} scope="col">
                  {value ?? l10n.t('(others)')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.values.map((value, row) => (
              <tr key={value}>
                <th scope="row">{value ?? l10n.t('(others)')}</th>
                {columns.values.map((other, column) => (
                  <Cell
                    key={other}
                    items={table.items[row]?.[column] ?? 0}
                    judged={table.judged[row]?.[column] ?? 0}
                    fields={[
                      { by: rows.by, value },
                      { by: columns.by, value: other },
                    ]}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Cell({
  items,
  judged,
  fields,
}: {
  readonly items: number;
  readonly judged: number;
  readonly fields: readonly { readonly by: string; readonly value: string | null }[];
}): JSX.Element {
  if (items === 0) return <td class="none" aria-label={l10n.t('no items')} />;
  const text = l10n.t('{0} of {1}', whole(judged), whole(items));
  const values = fields.flatMap(({ by, value }) => (value === null ? [] : [{ by, value }]));
  return (
    <td
      class={judged === 0 ? 'empty' : 'more'}
      style={{ '--strength': `${Math.round((judged / items) * 30)}%` }}
      title={`${fieldsText(fields)}: ${percent(judged / items)}`}
    >
      {judged < items ? <Opens question={{ of: 'cell', fields: [...fields] }}>{text}</Opens> : text}
      {judged === 0 && values.length === fields.length && (
        <button
          type="button"
          class="link send"
          title={l10n.t('Send annotators there: {0}', fieldsText(fields))}
          onClick={() => send({ method: 'sendAnnotators', fields: values })}
        >
          {l10n.t('Send')}
        </button>
      )}
    </td>
  );
}
