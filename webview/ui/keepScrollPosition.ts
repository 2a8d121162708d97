/**
 * Notes what one reads in the panes that an element stands in; the result, called after something changed its height,
 * puts that back where it was. The browser's own scroll anchoring would run after a card that changes its place.
 */
export function keepScrollPosition(element: Element | null): () => void {
  const puts: (() => void)[] = [];
  for (let view = paneOf(element); view; view = paneOf(view.parentElement)) puts.push(keepIn(view));
  return () => puts.forEach((put) => put());
}

/** The innermost pane that scrolls by itself and holds an element. */
export const paneOf = (element: Element | null | undefined): HTMLElement | null =>
  element?.closest<HTMLElement>('[data-scroll]') ?? null;

function keepIn(view: HTMLElement): () => void {
  if (view.scrollTop === 0) return () => undefined;
  const { left, top, width, height } = view.getBoundingClientRect();
  const read = document.elementFromPoint(left + width / 2, top + height / 3)?.closest('.text, li');
  if (!read) return () => undefined;
  const before = read.getBoundingClientRect().top;
  return () => {
    if (read.isConnected) view.scrollTop += read.getBoundingClientRect().top - before;
  };
}
