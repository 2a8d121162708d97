import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Select } from '../ui/select';
import type { ColumnControl, LinesControl } from '../../src/protocol/settings';
import { lineForms } from './lineForms';

/** What every control has. */
export interface Shared {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': 'true' | undefined;
  readonly 'aria-label'?: string;
}

/** An entry of a list: its values by their keys. */
export type Row = Readonly<Record<string, unknown>>;

/** A text, a number or a choice. */
export function Simple({
  shared,
  control,
  value,
  onChange,
}: {
  readonly shared: Shared;
  readonly control: Exclude<ColumnControl, { kind: 'lines' | 'check' }>;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}): JSX.Element {
  if (control.kind === 'choice') {
    const at = control.values.findIndex(([each]) => each === value);
    return (
      <Select
        id={shared.id}
        value={String(Math.max(0, at))}
        described={shared['aria-describedby']}
        invalid={shared['aria-invalid']}
        label={shared['aria-label']}
        onChoose={(index) => onChange(control.values[Number(index)]?.[0] ?? undefined)}
      >
        {control.values.map(([each, text], index) => (
          <option key={String(each)} value={String(index)}>
            {text}
          </option>
        ))}
      </Select>
    );
  }
  const isNumber = control.kind === 'number';
  return (
    <Typed
      shared={shared}
      text={typeof value === 'string' || typeof value === 'number' ? String(value) : ''}
      example={control.example ?? ''}
      isNumber={isNumber}
      onChange={(text) => onChange(text.trim() === '' ? undefined : isNumber ? numberIn(text) : text.trim())}
    />
  );
}

/** A text that is no number stays one, and the schema says so. */
const numberIn = (text: string): number | string =>
  Number.isFinite(Number(text.replace(',', '.'))) ? Number(text.replace(',', '.')) : text;

export function Check({
  shared,
  label,
  value,
  onChange,
}: {
  readonly shared: Shared;
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: true | undefined) => void;
}): JSX.Element {
  return (
    <label class="check">
      <input
        type="checkbox"
        {...shared}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked ? true : undefined)}
      />
      {label}
    </label>
  );
}

interface TextProps {
  readonly shared: Shared;
  readonly text: string;
  readonly example?: string;
  readonly onChange: (text: string) => void;
}

/** A text of one line, taken over where the field is left and at Enter; the host's is shown otherwise. */
function Typed({ shared, text, example, isNumber, onChange }: TextProps & { readonly isNumber: boolean }): JSX.Element {
  const element = useRef<HTMLInputElement>(null);
  useText(element, text);
  return (
    <input
      ref={element}
      type="text"
      dir="auto"
      spellcheck={false}
      autocomplete="off"
      inputMode={isNumber ? 'decimal' : undefined}
      placeholder={example}
      {...shared}
      onChange={(event) => event.currentTarget.value !== text && onChange(event.currentTarget.value)}
    />
  );
}

/** A text of several lines, taken over where the field is left, and at Ctrl+Enter. */
export function Lines({ shared, text, example, rows, onChange }: TextProps & { readonly rows: number }): JSX.Element {
  const element = useRef<HTMLTextAreaElement>(null);
  useText(element, text);
  return (
    <textarea
      ref={element}
      dir="auto"
      rows={rows}
      placeholder={example}
      {...shared}
      onChange={(event) => event.currentTarget.value !== text && onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onChange(event.currentTarget.value);
      }}
    />
  );
}

/** Several texts, or what is written as lines. @param standard what holds where nothing is said */
export function Listed({
  shared,
  control: { example, as },
  value,
  standard,
  onChange,
}: {
  readonly shared: Shared;
  readonly control: LinesControl;
  readonly value: unknown;
  readonly standard: unknown;
  readonly onChange: (value: unknown) => void;
}): JSX.Element {
  const form = as === null ? undefined : lineForms[as];
  const lines = form?.write(value ?? standard) ?? (Array.isArray(value) ? value : []);
  return (
    <Lines
      shared={shared}
      text={lines.join('\n')}
      example={example}
      rows={Math.min(12, Math.max(2, lines.length + 1))}
      onChange={(text) => {
        const said = linesOf(text, form?.isIndented);
        onChange(form === undefined ? said : form.read(said ?? [], value ?? standard));
      }}
    />
  );
}

/** The lines that say something; undefined where none does. @param isIndented spaces before them stay */
function linesOf(text: string, isIndented = false): readonly string[] | undefined {
  const lines = text
    .split('\n')
    .map((line) => (isIndented ? line.replaceAll('\t', '  ').trimEnd() : line.trim()))
    .filter((line) => line !== '');
  return lines.length > 0 ? lines : undefined;
}

/** Shows the host's text where the person is not at it. */
function useText(element: { readonly current: HTMLInputElement | HTMLTextAreaElement | null }, text: string): void {
  useLayoutEffect(() => {
    const { current } = element;
    if (current && !(document.hasFocus() && document.activeElement === current) && current.value !== text)
      current.value = text;
  }, [text]);
}
