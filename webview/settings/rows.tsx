import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { FormColumn, RowsControl } from '../../src/protocol/settings';
import { Check, Listed, Simple, type Row, type Shared } from './inputs';

/** A list of things, each in a frame of its own, to be changed, moved and removed. */
export function Rows({
  name,
  control,
  rows,
  onChange,
}: {
  readonly name: string;
  readonly control: RowsControl;
  readonly rows: readonly Row[];
  readonly onChange: (rows: readonly Row[] | undefined) => void;
}): JSX.Element {
  const change = (at: number, key: string, value: unknown): void => {
    const { [key]: _, ...rest } = rows[at] ?? {};
    onChange(rows.with(at, value === undefined ? rest : { ...rows[at], [key]: value }));
  };
  const isAdded = useRef(false);
  const add = (): void => {
    isAdded.current = true;
    onChange([...rows, addedRow(control, rows.length + 1)]);
  };
  // It is there once the host has written it.
  useLayoutEffect(() => {
    const first = document.getElementById(`${name}.${rows.length - 1}.${control.columns[0]?.key}`);
    if (isAdded.current && first instanceof HTMLInputElement) first.select();
    isAdded.current = false;
  }, [rows.length]);
  return (
    <>
      <ol class="list">
        {rows.map((row, at) => (
          <li key={at} class="entry">
            {control.columns.map((column) => (
              <Cell
                key={column.key}
                id={`${name}.${at}.${column.key}`}
                column={column}
                value={row[column.key]}
                onChange={(value) => change(at, column.key, value)}
              />
            ))}
            <span class="tools">
              <Tool
                sign="↑"
                label={l10n.t('Move {0} up', String(row.name))}
                disabled={at === 0}
                onClick={() => onChange(swapped(rows, at - 1))}
              />
              <Tool
                sign="↓"
                label={l10n.t('Move {0} down', String(row.name))}
                disabled={at === rows.length - 1}
                onClick={() => onChange(swapped(rows, at))}
              />
              <Tool
                sign="✕"
                label={l10n.t('Remove {0}', String(row.name))}
                onClick={() => onChange(rows.length === 1 ? undefined : rows.toSpliced(at, 1))}
              />
            </span>
          </li>
        ))}
      </ol>
      <button type="button" class="action add" onClick={add}>
        {control.addLabel}
      </button>
    </>
  );
}

/** What is added to a list as its nth. */
const addedRow = ({ added }: RowsControl, nth: number): Row =>
  Object.fromEntries(
    Object.entries(added).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.replace('{0}', String(nth)) : value,
    ]),
  );

/** The list with the one at a place and the one behind it in each other's place. */
const swapped = (rows: readonly Row[], at: number): readonly Row[] =>
  rows.toSpliced(at, 2, ...rows.slice(at, at + 2).reverse());

function Tool({
  sign,
  label,
  disabled = false,
  onClick,
}: {
  readonly sign: string;
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}): JSX.Element {
  return (
    <button type="button" class="quiet" title={label} aria-label={label} disabled={disabled} onClick={onClick}>
      {sign}
    </button>
  );
}

function Cell({
  id,
  column: { label, control, isWide, key },
  value,
  onChange,
}: {
  readonly id: string;
  readonly column: FormColumn;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}): JSX.Element {
  const shared: Shared = { id, 'aria-describedby': undefined, 'aria-invalid': undefined };
  if (control.kind === 'check')
    return (
      <span class={`cell ${key}`}>
        <Check shared={shared} label={label} value={value} onChange={onChange} />
      </span>
    );
  return (
    <span class={`cell ${key}${isWide ? ' wide' : ''}`}>
      <label for={id}>{label}</label>
      {control.kind === 'lines' ? (
        <Listed shared={shared} control={control} value={value} standard={undefined} onChange={onChange} />
      ) : (
        <Simple shared={shared} control={control} value={value} onChange={onChange} />
      )}
    </span>
  );
}
