import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { whole } from '../../src/core/model/text/numbers';

interface Props<T extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly id: T; readonly title: string; readonly count: number | undefined }[];
  readonly selected: T;
  readonly onSelect: (id: T) => void;
}

/** Tabs beside each other, some with how much there is behind them; arrows choose. */
export function TabList<T extends string>({ label, tabs, selected, onSelect }: Props<T>): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    const next = (tabs.findIndex(({ id }) => id === selected) + by + tabs.length) % tabs.length;
    const to = tabs[next];
    if (to) onSelect(to.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={list} class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map(({ id, title, count }) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={selected === id}
          tabIndex={selected === id ? 0 : -1}
          onClick={() => onSelect(id)}
        >
          {title} {count !== undefined && <span class="count">{whole(count)}</span>}
        </button>
      ))}
    </div>
  );
}
