import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { paneOf } from '../ui/keepScrollPosition';
import { isTextField } from '../ui/keyboardFocus';

/** The CSS pixels of a card that have to be in view before the desk leaves the scrolling to the person. */
const inView = 120;

/** Tells whether so much of a card is in view that it can be read on. */
const isSeen = (card: HTMLElement, view: HTMLElement): boolean =>
  visibleHeight(card, view) >= Math.min(inView, card.clientHeight, view.clientHeight / 2);

/** Goes to where an item begins: to its prompt, or to the one turn that is judged. */
export function scrollToItemStart(card: HTMLElement, view: HTMLElement): void {
  view.scrollTo({ top: 0 });
  const turn = card.querySelector<HTMLElement>('.turn.judged');
  if (turn && visibleHeight(turn, view) < turn.clientHeight)
    reveal(turn, turn.clientHeight < view.clientHeight ? 'center' : 'start');
}

/**
 * Shows a card that was selected, whole where it fits; `isNext` where the next two responses are compared, or the way
 * to judge is another.
 */
export function bringIntoView(card: HTMLElement, view: HTMLElement, isNext: boolean): void {
  // They begin where they stand.
  if (isNext && isAbove(card, view)) reveal(card, 'start');
  else if (!isSeen(card, view)) reveal(card, 'start');
  // Nobody judges a text whose end is out of view; what is longer is left to the person.
  else if (card.clientHeight <= view.clientHeight) reveal(card, 'nearest');
}

/**
 * Scrolls what an element stands in so far that it is seen, within the desk: `Element.scrollIntoView` scrolls the editor
 * around it too.
 */
export function reveal(element: Element | null | undefined, block: 'start' | 'center' | 'nearest' = 'nearest'): void {
  if (!element) return;
  const { scrollMarginTop, scrollMarginBottom } = getComputedStyle(element);
  for (let view = element.parentElement; view && view !== document.body; view = view.parentElement) {
    if (view.scrollHeight <= view.clientHeight && view.scrollWidth <= view.clientWidth) continue;
    const { overflowX, overflowY, scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(view);
    const [inner, outer] = [element.getBoundingClientRect(), view.getBoundingClientRect()];
    const above = inner.top - outer.top - (parseFloat(scrollMarginTop) || 0) - (parseFloat(scrollPaddingTop) || 0);
    const under =
      inner.bottom - outer.bottom + (parseFloat(scrollMarginBottom) || 0) + (parseFloat(scrollPaddingBottom) || 0);
    const nearest = above < 0 ? above : Math.max(0, Math.min(above, under));
    if (overflowY !== 'visible')
      view.scrollTop += block === 'start' ? above : block === 'center' ? (above + under) / 2 : nearest;
    const [before, after] = [inner.left - outer.left, inner.right - outer.right];
    if (overflowX !== 'visible') view.scrollLeft += before < 0 ? before : Math.max(0, Math.min(before, after));
  }
}

/** Scrolls the panes that an element stands in so far that the beginning of a range within it is seen. */
export function revealRange(range: Range, within: Element | null): void {
  for (let view = paneOf(within); view; view = paneOf(view.parentElement)) {
    const line = range.getClientRects()[0] ?? range.getBoundingClientRect();
    const seen = view.getBoundingClientRect();
    if (line.height === 0) return;
    const margin = Math.min(maxMargin, view.clientHeight / 4);
    if (line.top < seen.top + margin) view.scrollBy(0, line.top - seen.top - margin);
    else if (line.bottom > seen.bottom - margin) view.scrollBy(0, line.bottom - seen.bottom + margin);
  }
}

/** The CSS pixels that are kept in view before and behind a caret. */
const maxMargin = 64;

/** Gives the pixels of `card` that stand within `view`, from top to bottom. */
export function visibleHeight(card: HTMLElement, view: HTMLElement): number {
  const [inner, outer] = [card.getBoundingClientRect(), view.getBoundingClientRect()];
  return Math.min(inner.bottom, outer.bottom) - Math.max(inner.top, outer.top);
}

/** Tells whether `card` begins above `view`. */
function isAbove(card: HTMLElement, view: HTMLElement): boolean {
  return card.getBoundingClientRect().top < view.getBoundingClientRect().top;
}

/**
 * Keeps the selected card in view, or the text that is written, where it was before the desk became narrower, lower, or
 * has other columns.
 */
export function useKeptInView(
  main: { readonly current: HTMLElement | null },
  selected: number,
  columns: number,
  width: number,
): void {
  const wasSeen = useRef(false);
  const isFirst = useRef(true);
  const keep = useRef((): void => {
    const view = main.current;
    const field = isTextField(document.activeElement) ? document.activeElement : null;
    const card = view?.querySelector<HTMLElement>('.card.is-read');
    if (!view || !card || !wasSeen.current) return;
    if (field instanceof HTMLElement && view.contains(field)) reveal(field, 'nearest');
    else if (!isSeen(card, view)) reveal(card, 'start');
  });
  const look = useRef((): void => {
    const view = main.current;
    const card = view?.querySelector<HTMLElement>('.card.is-read');
    wasSeen.current = view !== null && card != null && isSeen(card, view);
  });
  useEffect(() => {
    // Once it was brought into view.
    const frame = requestAnimationFrame(look.current);
    return () => cancelAnimationFrame(frame);
  }, [selected]);
  useEffect(() => {
    const view = main.current;
    if (!view) return undefined;
    const { current } = look;
    view.addEventListener('scroll', current, { passive: true });
    let height = view.clientHeight;
    const observer = new ResizeObserver(() => {
      if (view.clientHeight !== height) keep.current();
      height = view.clientHeight;
    });
    observer.observe(view);
    return () => {
      view.removeEventListener('scroll', current);
      observer.disconnect();
    };
  }, [main]);
  useLayoutEffect(() => {
    if (!isFirst.current) keep.current();
    isFirst.current = false;
  }, [columns, width]);
}
