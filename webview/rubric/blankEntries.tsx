import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/**
 * Entries of a list that are begun and say nothing yet: they are the page's own until they do, so that nothing is told
 * to be wrong with them.
 */
export interface BlankEntries {
  readonly count: number;
  /** Begins one more behind the others, and brings the keyboard there. */
  readonly add: () => void;
  /** One of them says something now, or is not wanted. */
  readonly less: () => void;
  /** Stands around the entries. */
  readonly Entries: (props: { readonly children: ComponentChildren }) => JSX.Element;
}

/** @param least so many are there without being asked for */
export function useBlankEntries(least = 0): BlankEntries {
  const [more, setMore] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  const isAsked = useRef(false);
  const entries = useRef(({ children }: { readonly children: ComponentChildren }): JSX.Element => (
    <div class="entries" ref={root}>
      {children}
    </div>
  ));
  // With the entry that was asked for: what was drawn before it must not answer for it.
  useLayoutEffect(() => {
    if (!isAsked.current) return;
    isAsked.current = false;
    [...(root.current?.querySelectorAll('.entry') ?? [])].at(-1)?.querySelector<HTMLElement>('.control')?.focus();
  });
  const add = (): void => {
    isAsked.current = true;
    // One that is there by itself is the one that is asked for.
    setMore((before) => Math.max(before, least) + 1);
  };
  return {
    count: Math.max(more, least),
    add,
    less: () => setMore((before) => Math.max(0, before - 1)),
    Entries: entries.current,
  };
}
