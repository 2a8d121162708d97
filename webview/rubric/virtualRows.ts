import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualItem,
} from '@tanstack/virtual-core';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The rows of a scrolled list that are on the screen. */
export interface VirtualRows {
  readonly items: readonly VirtualItem[];
  /** Height of all rows, in pixels. */
  readonly height: number;
  /** So many rows are on the screen. */
  readonly page: number;
  /** Scrolls until a row is in view, where it is not. */
  readonly reveal: (index: number) => void;
}

/** @param size height of a row, in pixels */
export function useVirtualRows(
  view: { readonly current: HTMLElement | null },
  count: number,
  size: number,
): VirtualRows {
  const [, redraw] = useState(0);
  const kept = useRef<Virtualizer<HTMLElement, HTMLElement>>(undefined);
  const options = {
    count,
    getScrollElement: () => view.current,
    estimateSize: () => size,
    overscan: 8,
    scrollToFn: elementScroll<HTMLElement>,
    observeElementRect: observeElementRect<HTMLElement>,
    observeElementOffset: observeElementOffset<HTMLElement>,
    onChange: () => redraw((serial) => serial + 1),
  };
  const virtualizer = (kept.current ??= new Virtualizer(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, size]);
  const page = Math.max(1, Math.floor((view.current?.clientHeight ?? 0) / size) - 1);
  return {
    items: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    page,
    reveal: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  };
}
