import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualItem,
  type VirtualizerOptions,
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
  const virtualizer = useVirtualizer({ count, getScrollElement: () => view.current, estimateSize: () => size });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, size]);
  const page = Math.max(1, Math.floor((view.current?.clientHeight ?? 0) / size) - 1);
  return {
    items: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    page,
    reveal: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  };
}

/** Rows of different heights, which are known once they are drawn. */
export interface MeasuredRows extends Pick<VirtualRows, 'items' | 'height'> {
  /** Takes the element of a row that is drawn, with its number in `data-row`, and follows its height. */
  readonly follow: (element: HTMLElement | null) => void;
  /** Measures the rows within `list` anew; false where all had the height that they are placed by. */
  readonly measure: (list: HTMLElement) => boolean;
}

/** @param margin pixels between the beginning of what is scrolled and the first row */
export function useMeasuredRows(options: {
  readonly view: () => HTMLElement | null;
  readonly count: number;
  /** Height of a row before it is drawn, in pixels. */
  readonly estimate: (index: number) => number;
  /** Another function whenever the rows are others. */
  readonly keyOf: (index: number) => string;
  /** Number of a row that is drawn wherever the list is scrolled to. */
  readonly always: number | undefined;
  readonly margin: number;
}): MeasuredRows {
  const { always } = options;
  const virtualizer = useVirtualizer({
    count: options.count,
    getScrollElement: options.view,
    estimateSize: options.estimate,
    getItemKey: options.keyOf,
    scrollMargin: options.margin,
    indexAttribute: 'data-row',
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      return always === undefined || always >= options.count || drawn.includes(always)
        ? drawn
        : [...drawn, always].sort((a, b) => a - b);
    },
  });
  return {
    items: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    follow: virtualizer.measureElement,
    measure: (list) => {
      const placed = virtualizer.getTotalSize();
      let isChanged = false;
      const known = new Map(virtualizer.getVirtualItems().map(({ index, size }) => [index, size]));
      for (const row of list.querySelectorAll<HTMLElement>(':scope > [data-row]')) {
        const index = Number(row.dataset.row);
        if (known.get(index) === undefined || known.get(index) === row.offsetHeight) continue;
        virtualizer.resizeItem(index, row.offsetHeight);
        isChanged = true;
      }
      return isChanged || virtualizer.getTotalSize() !== placed;
    },
  };
}

type Options = VirtualizerOptions<HTMLElement, HTMLElement>;

function useVirtualizer(
  options: Pick<Options, 'count' | 'getScrollElement' | 'estimateSize'> & Partial<Options>,
): Virtualizer<HTMLElement, HTMLElement> {
  const [, redraw] = useState(0);
  const kept = useRef<Virtualizer<HTMLElement, HTMLElement>>(undefined);
  const all: Options = {
    overscan: 8,
    scrollToFn: elementScroll<HTMLElement>,
    observeElementRect: observeElementRect<HTMLElement>,
    observeElementOffset: observeElementOffset<HTMLElement>,
    onChange: () => redraw((serial) => serial + 1),
    ...options,
  };
  const virtualizer = (kept.current ??= new Virtualizer(all));
  virtualizer.setOptions(all);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  return virtualizer;
}
