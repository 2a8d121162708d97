import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualItem,
} from '@tanstack/virtual-core';
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';

interface Options {
  readonly count: number;
  /** Of each, in CSS pixels. */
  readonly size: number;
  readonly element: { readonly current: HTMLElement | null };
  readonly horizontal?: boolean;
  /** What stays on the screen at the start and covers what scrolls below it, in CSS pixels. */
  readonly covered: number;
  /** This one is always there, wherever the screen is. */
  readonly kept: number;
}

/** What of a long list is on the screen. */
export interface VisibleRange {
  readonly items: readonly VirtualItem[];
  /** Of all of it, in CSS pixels. */
  readonly total: number;
  /** Brings one into view. */
  readonly show: (index: number) => void;
}

/** Draws a long list only where it is on the screen. */
export function useVirtualList({ count, size, element, horizontal = false, covered, kept }: Options): VisibleRange {
  const [, redraw] = useReducer((serial: number) => serial + 1, 0);
  const options = {
    count,
    horizontal,
    getScrollElement: () => element.current,
    estimateSize: () => size,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    overscan: 4,
    scrollPaddingStart: covered,
    // It takes room before the first one too, as everything else is brought into view too late by that.
    paddingStart: covered,
    rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) => {
      const found = defaultRangeExtractor(range);
      return kept < 0 || kept >= count || found.includes(kept) ? found : [...found, kept].sort((a, b) => a - b);
    },
    onChange: () => redraw(undefined),
  };
  const made = useRef<Virtualizer<HTMLElement, HTMLElement>>(null);
  made.current ??= new Virtualizer<HTMLElement, HTMLElement>(options);
  const virtualizer = made.current;
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, size]);
  const items = virtualizer
    .getVirtualItems()
    .map((item) => ({ ...item, start: item.start - covered, end: item.end - covered }));
  return { items, total: count * size, show: (index) => virtualizer.scrollToIndex(index) };
}
