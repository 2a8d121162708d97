import type { JSX } from 'preact';
import * as l10n from '@vscode/l10n';
import { useEffect, useRef } from 'preact/hooks';
import { useOnRequest } from './actionRequests';
import type { Finding } from './findings';

/** All findings side by side, each with its count and share; arrows choose, Enter goes to what one names. */
export function FindingsStrip({
  findings,
  selected,
  onSelect,
  onEnter,
  asked,
}: {
  readonly findings: readonly Finding[];
  readonly selected: number;
  readonly onSelect: (at: number) => void;
  readonly onEnter: (at: number) => void;
  /** Changes where the keyboard is asked for. */
  readonly asked: number;
}): JSX.Element {
  const root = useRef<HTMLDivElement>(null);
  useOnRequest(asked, () => root.current?.focus());
  useEffect(() => {
    root.current?.querySelector('.selected')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    const last = findings.length - 1;
    const moves: Readonly<Record<string, number>> = {
      ArrowRight: selected + 1,
      ArrowDown: selected + 1,
      ArrowLeft: selected - 1,
      ArrowUp: selected - 1,
      Home: 0,
      End: last,
    };
    const to = moves[event.key];
    if (to !== undefined) {
      const next = Math.max(0, Math.min(last, to));
      if (next !== selected) onSelect(next);
    } else if (event.key === 'Enter') onEnter(Math.max(0, selected));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={root}
      class="strip listbox"
      role="listbox"
      aria-orientation="horizontal"
      tabIndex={0}
      aria-label={l10n.t('Findings')}
      aria-activedescendant={selected >= 0 ? `finding-${selected}` : undefined}
      onKeyDown={onKeyDown}
    >
      {findings.map(({ id, title, count, note }, at) => (
        <div
          key={id}
          id={`finding-${at}`}
          class={`option ${at === selected ? 'selected' : ''}`}
          role="option"
          aria-selected={at === selected}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            root.current?.focus();
            onSelect(at);
          }}
          onDblClick={() => onEnter(at)}
        >
          <span class="many">{count.toLocaleString()}</span> <span class="title">{title}</span>
          {note !== '' && <span class="note">{note}</span>}
        </div>
      ))}
    </div>
  );
}
