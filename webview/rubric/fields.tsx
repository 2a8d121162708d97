import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { FieldIssue } from '../../src/core/model/rubric/rubricView';

interface TextProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (text: string) => void;
  readonly onLeave?: () => void;
  readonly onEnter?: () => void;
  readonly placeholder?: string;
  /** Several lines, which grow with the text. */
  readonly long?: boolean;
  readonly issues?: readonly FieldIssue[];
  readonly class?: string;
  /** The one that editing begins in. */
  readonly first?: boolean;
}

/**
 * A text field with its label and what is wrong with its text. While it has the focus the person's text stands; the
 * host's is taken over otherwise.
 */
export function TextField({
  label,
  value,
  onInput,
  onLeave,
  onEnter,
  placeholder = '',
  long = false,
  issues = [],
  class: name = '',
  first = false,
}: TextProps): JSX.Element {
  const element = useRef<HTMLElement & { value: string }>(null);
  // Before anything can focus it: what is typed goes on from the text that is there.
  useLayoutEffect(() => {
    const { current } = element;
    const isTypedIn = document.hasFocus() && document.activeElement === current;
    if (current && !isTypedIn && current.value !== value) current.value = value;
  }, [value]);
  const shared = {
    ref: element,
    class: 'control',
    placeholder,
    dir: 'auto' as const,
    'data-first': first ? '' : undefined,
    'aria-invalid': issues.length > 0 ? ('true' as const) : undefined,
    onInput: () => element.current && onInput(element.current.value),
    onBlur: () => {
      onLeave?.();
      if (element.current && element.current.value !== value && issues.length === 0) element.current.value = value;
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!onEnter || event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      onEnter();
    },
  };
  return (
    <div class={`field ${name}`}>
      {long ? (
        <vscode-text-area {...shared} rows={2} resize="none">
          {label}
        </vscode-text-area>
      ) : (
        <vscode-text-field {...shared}>{label}</vscode-text-field>
      )}
      <Issues issues={issues} />
    </div>
  );
}

/** Lists the problems of a field. */
export function Issues({ issues }: { readonly issues: readonly FieldIssue[] }): JSX.Element | null {
  if (issues.length === 0) return null;
  return (
    <p class="issue" role="alert">
      {issues.map(({ message }) => message).join('; ')}
    </p>
  );
}

/** The issues of a field, and of all that it holds. */
export const under = (issues: readonly FieldIssue[], path: string): FieldIssue[] =>
  issues.filter((issue) => issue.path === path || issue.path.startsWith(`${path}.`));

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChoose: (value: string) => void;
  readonly issues?: readonly FieldIssue[];
  readonly class?: string;
}

/** Draws a choice of one of a few values. */
export function Choice({ label, value, options, onChoose, issues = [], class: name = '' }: ChoiceProps): JSX.Element {
  const element = useRef<HTMLElement & { value: string }>(null);
  useEffect(() => {
    // A value is taken only once its option is there.
    queueMicrotask(() => {
      if (element.current && element.current.value !== value) element.current.value = value;
    });
  }, [value, options.length]);
  return (
    <div class={`field ${name}`}>
      <span class="label" aria-hidden="true">
        {label}
      </span>
      <vscode-dropdown
        ref={element}
        class="control"
        aria-label={label}
        onChange={() => element.current && element.current.value !== value && onChoose(element.current.value)}
      >
        {options.map(([each, text]) => (
          <vscode-option key={each} value={each} selected={each === value}>
            {text}
          </vscode-option>
        ))}
      </vscode-dropdown>
      <Issues issues={issues} />
    </div>
  );
}

/** Yes or no. */
export function Check({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}): JSX.Element {
  const element = useRef<HTMLElement & { checked: boolean }>(null);
  const now = useRef(value);
  now.current = value;
  useEffect(() => {
    if (element.current && element.current.checked !== value) element.current.checked = value;
  }, [value]);
  return (
    <vscode-checkbox
      ref={element}
      checked={value}
      onChange={() => {
        // It tells of what the page itself set, too.
        if (element.current && element.current.checked !== now.current) onChange(element.current.checked);
      }}
    >
      {label}
    </vscode-checkbox>
  );
}

/** Fields that belong together, under a heading. */
export function Group({
  title,
  children,
  issues = [],
}: {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly issues?: readonly FieldIssue[];
}): JSX.Element {
  return (
    <fieldset class="group">
      <legend>{title}</legend>
      {children}
      <Issues issues={issues} />
    </fieldset>
  );
}

/** A number that a person typed, or their text where it is none; null where there is none. */
export function numberIn(text: string): number | string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const value = Number(trimmed.replace(',', '.'));
  // No zero below zero: JSON has none.
  return Number.isFinite(value) ? value + 0 : trimmed;
}
