import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { escapeCommas, parseCommaList } from '../../src/core/model/study/commaList';
import type { FormField, NamedValue, RecipeField, RecipeIssue } from '../../src/protocol/export';
import { Select } from '../ui/select';
import { set } from './store';

interface Props {
  readonly field: FormField;
  readonly text: string;
  readonly issue: RecipeIssue | undefined;
}

/** A field of the form with its label, what it does, and what is wrong with its text. */
export function FieldControl({ field: each, text, issue }: Props): JSX.Element {
  const { field, label, help, control } = each;
  const described =
    [...(help === null ? [] : [`about-${field}`]), ...(issue ? [`issue-${field}`] : [])].join(' ') || undefined;
  const shared = {
    id: `field-${field}`,
    'aria-describedby': described,
    'aria-invalid': issue ? ('true' as const) : undefined,
  };
  const more = (
    <>
      {help !== null && (
        <p class="about" id={`about-${field}`}>
          {help}
        </p>
      )}
      {issue && (
        <p class="issue" id={`issue-${field}`} role="alert">
          {issue.message}
        </p>
      )}
    </>
  );
  if (control.kind === 'check') {
    return (
      <div class="field">
        <label class="check">
          <input
            type="checkbox"
            {...shared}
            checked={text === control.on}
            onChange={(event) => set(field, event.currentTarget.checked ? control.on : '')}
          />
          {label}
        </label>
        {more}
      </div>
    );
  }
  if (control.kind === 'some' && control.values.length > 0) {
    return (
      <fieldset class="field names" aria-describedby={described}>
        <legend>{label}</legend>
        <Names field={field} text={text} values={control.values} />
        {more}
      </fieldset>
    );
  }
  return (
    <div class="field">
      <label for={shared.id}>{label}</label>
      {control.kind === 'choice' ? (
        <Choice
          shared={shared}
          values={[['', control.unset], ...control.values]}
          text={text}
          onChoose={(value) => set(field, value)}
        />
      ) : (
        <Typed
          shared={shared}
          text={text}
          example={control.example}
          isNumber={control.kind === 'text' && control.isNumber}
          onInput={(value) => set(field, value)}
        />
      )}
      {more}
    </div>
  );
}

interface Shared {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': 'true' | undefined;
}

function Choice({
  shared,
  values,
  text,
  onChoose,
}: {
  readonly shared: Shared;
  readonly values: readonly NamedValue[];
  readonly text: string;
  readonly onChoose: (value: string) => void;
}): JSX.Element {
  return (
    <Select
      id={shared.id}
      value={text}
      onChoose={onChoose}
      described={shared['aria-describedby']}
      invalid={shared['aria-invalid']}
    >
      {values.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </Select>
  );
}

/** A text field. While it has the focus the person's text stands; the host's is taken over otherwise. */
function Typed({
  shared,
  text,
  example,
  isNumber,
  onInput,
}: {
  readonly shared: Shared;
  readonly text: string;
  readonly example: string;
  readonly isNumber: boolean;
  readonly onInput: (text: string) => void;
}): JSX.Element {
  const element = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (current && !(document.hasFocus() && document.activeElement === current) && current.value !== text)
      current.value = text;
  }, [text]);
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
      onInput={() => element.current && onInput(element.current.value)}
    />
  );
}

function Names({
  field,
  text,
  values,
}: {
  readonly field: RecipeField;
  readonly text: string;
  readonly values: readonly NamedValue[];
}): JSX.Element {
  const chosen = text.trim() === '' ? [] : parseCommaList(text);
  // A recipe may name somebody who is gone.
  const all = [
    ...values,
    ...chosen.filter((name) => !values.some(([value]) => value === name)).map((name) => [name, name] as const),
  ];
  const toggle = (name: string, isOn: boolean): void =>
    set(
      field,
      all
        .map(([value]) => value)
        .filter((value) => (value === name ? isOn : chosen.includes(value)))
        .map(escapeCommas)
        .join(', '),
    );
  return (
    <div class="ticks">
      {all.map(([value, name]) => (
        <label key={value} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) => toggle(value, event.currentTarget.checked)}
          />
          <span dir="auto">{name}</span>
        </label>
      ))}
    </div>
  );
}
