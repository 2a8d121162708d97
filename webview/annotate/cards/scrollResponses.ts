/** The pixels of a page that was read that stay in view, so that the next one is found. */
const overlap = 40;

/**
 * Scrolls the text of the selected response by a page, down (1) or up (-1); or those of all that are open, in step: by
 * the same way, as far as each goes.
 */
export function scrollResponses(which: 'selected' | 'all', by: 1 | -1): void {
  const cards = [
    ...document.querySelectorAll<HTMLElement>(which === 'selected' ? '.card.is-read' : '.card:not(.folded)'),
  ].filter((card) => card.scrollHeight > card.clientHeight);
  const page = Math.min(...cards.map((card) => Math.max(overlap, card.clientHeight - overlap)));
  for (const card of cards) card.scrollBy({ top: by * page });
  // What does not scroll by itself is followed by the rest of its pane.
  if (cards.length === 0) {
    const pane = document.querySelector('main');
    pane?.scrollBy({ top: by * (pane.clientHeight - overlap) });
  }
}
