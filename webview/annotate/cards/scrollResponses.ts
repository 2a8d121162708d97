/** What stays in view of a page that was read, so that the next one is found. In pixels. */
const overlap = 40;

/**
 * Scrolls the text of the selected response by a page, down (1) or up (-1); or those of all that are open, in step: by
 * the same way, as far as each goes.
 */
export function scrollResponses(which: 'selected' | 'all', by: 1 | -1): void {
  const bodies = [
    ...document.querySelectorAll<HTMLElement>(
      which === 'selected' ? '.card.selected > .body' : '.card:not(.folded) > .body',
    ),
  ].filter((body) => body.scrollHeight > body.clientHeight);
  const page = Math.min(...bodies.map((body) => Math.max(overlap, body.clientHeight - overlap)));
  for (const body of bodies) body.scrollBy({ top: by * page });
  // What does not scroll by itself is followed by the rest of its pane.
  if (bodies.length === 0) {
    const pane = document.querySelector('main');
    pane?.scrollBy({ top: by * (pane.clientHeight - overlap) });
  }
}
