import type { ComponentChildren, JSX } from 'preact';
import { memory } from '../../ui/host';

interface Props {
  /** Names it in what is remembered. */
  readonly id: string;
  readonly title: string;
  /** Whether it is at first. */
  readonly isOpen: boolean;
  readonly children: ComponentChildren;
}

/** A table that is seen once somebody wants it, and is then open wherever the report is shown again. */
export function Folded({ id, title, isOpen, children }: Props): JSX.Element {
  const name = `report.open.${id}`;
  const kept = memory.get(name);
  return (
    <details
      open={typeof kept === 'boolean' ? kept : isOpen}
      onToggle={({ currentTarget }) => memory.keep(name, currentTarget.open)}
    >
      <summary>{title}</summary>
      {children}
    </details>
  );
}
