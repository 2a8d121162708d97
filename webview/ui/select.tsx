import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Props {
  readonly id: string;
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly described?: string | undefined;
  readonly invalid?: 'true' | undefined;
  /** Where no label stands beside it. */
  readonly label?: string | undefined;
  readonly children: ComponentChildren;
}

/**
 * A list to choose from. While it has the focus the person's choice stands: of keys pressed in a row the host still
 * answers the first.
 */
export function Select({ id, value, onChoose, described, invalid, label, children }: Props): JSX.Element {
  const element = useRef<HTMLSelectElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (current && current.value !== value && !(document.hasFocus() && document.activeElement === current))
      current.value = value;
  });
  return (
    <select
      ref={element}
      id={id}
      aria-describedby={described}
      aria-invalid={invalid}
      aria-label={label}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {children}
    </select>
  );
}
