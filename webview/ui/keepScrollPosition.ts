/**
 * Notes what one reads in a scrolled view; the result, called after something changed its height, puts that back where
 * it was. The browser's own scroll anchoring would run after a card that changes its place.
 */
export function keepScrollPosition(view: HTMLElement | null): () => void {
  if (!view || view.scrollTop === 0) return () => undefined;
  const { left, top, width, height } = view.getBoundingClientRect();
  const read = document.elementFromPoint(left + width / 2, top + height / 3)?.closest('.text, li');
  if (!read) return () => undefined;
  const before = read.getBoundingClientRect().top;
  return () => {
    if (read.isConnected) view.scrollTop += read.getBoundingClientRect().top - before;
  };
}
