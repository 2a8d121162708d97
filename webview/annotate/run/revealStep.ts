/** So many CSS pixels beyond an open step are in view, where there is room: the lines before and behind it. */
const around = 56;

/**
 * Scrolls the card of a run so far that its open step is seen, whole where it fits, between the card's head and foot,
 * which stay in view.
 */
export function revealStep(list: HTMLElement): void {
  const card = list.closest<HTMLElement>('.card');
  const step = list.querySelector<HTMLElement>(':scope > .open');
  if (!card || !step) return;
  const view = card.getBoundingClientRect();
  const seen = {
    top: view.top + heightOf(card, 'header'),
    bottom: view.top + card.clientHeight - heightOf(card, 'footer'),
  };
  const { top, bottom } = step.getBoundingClientRect();
  const margin = Math.max(0, Math.min(around, (seen.bottom - seen.top - (bottom - top)) / 2));
  const above = top - margin - seen.top;
  const below = bottom + margin - seen.bottom;
  // The beginning of what does not fit.
  if (above < 0 || bottom - top > seen.bottom - seen.top) card.scrollTop += above;
  else if (below > 0) card.scrollTop += Math.min(above, below);
}

/** CSS pixels that the head or the foot of a card covers of what scrolls in it: none where it is not seen. */
export function heightOf(card: Element, part: 'header' | 'footer'): number {
  const element = card.querySelector<HTMLElement>(`:scope > ${part}`);
  return element && getComputedStyle(element).visibility !== 'hidden' ? element.offsetHeight : 0;
}
