import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useOnRequest } from '../actionRequests';
import type { Entry } from './table';
import { useVirtualList } from './virtualList';

interface Props {
  readonly label: string;
  /** Of its options. */
  readonly name: string;
  readonly entries: readonly Entry[];
  readonly selected: number;
  readonly onSelect: (at: number) => void;
  readonly onEnter: (at: number) => void;
  /** Changes where the keyboard is asked for. */
  readonly asked: number;
}

const rowHeight = 40;

/** A list of any length, drawn where it is on the screen; arrows choose, Enter does. */
export function ListBox({ label, name, entries, selected, onSelect, onEnter, asked }: Props): JSX.Element {
  const root = useRef<HTMLDivElement>(null);
  const count = entries.length;
  const { items, total, show } = useVirtualList({ count, size: rowHeight, element: root, covered: 0, kept: selected });
  useOnRequest(asked, () => root.current?.focus());
  useEffect(() => {
    if (selected >= 0 && selected < count) show(selected);
  }, [selected]);
  const go = (to: number): void => {
    const next = Math.max(0, Math.min(count - 1, to));
    if (next !== selected && count > 0) onSelect(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: selected + 1,
      ArrowUp: selected - 1,
      Home: 0,
      End: count - 1,
      PageDown: selected + 8,
      PageUp: selected - 8,
    };
    const to = moves[event.key];
    if (to !== undefined) go(to);
    else if (event.key === 'Enter') onEnter(Math.max(0, selected));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={root}
      class="listbox"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={selected >= 0 ? `${name}-${selected}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: `${total}px` }}>
        {items.map(({ index, start }) => {
          const entry = entries[index];
          return (
            entry && (
              <div
                key={index}
                id={`${name}-${index}`}
                class={`option ${index === selected ? 'selected' : ''}`}
                role="option"
                aria-selected={index === selected}
                aria-posinset={index + 1}
                aria-setsize={count}
                title={`${entry.title}\n${entry.note}`}
                style={{ top: `${start}px`, height: `${rowHeight}px` }}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  root.current?.focus();
                  go(index);
                }}
                onDblClick={() => onEnter(index)}
              >
                <span class="title">{entry.title}</span>
                {entry.count !== undefined && <span class="many">{entry.count}</span>}
                <span class="note">{entry.note}</span>
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}
