import { useLayoutEffect } from 'preact/hooks';

/** Above the turn, so that it is seen that something comes before it. In pixels. */
const above = 8;

/**
 * Opens a pane at the last user turn, and keeps it there while texts before it are still laid out, until the person
 * scrolls.
 * @param isShown whether the pane is on the page
 */
export function useLastUserTurn(pane: { readonly current: HTMLElement | null }, isShown: boolean): void {
  useLayoutEffect(() => {
    const { current: view } = pane;
    const content = view?.querySelector('.prompt');
    if (!isShown || !view || !content) return undefined;
    const open = (): void => view.scrollTo({ top: startOf(view) });
    // Called first once the page is laid out, and before it is painted.
    const observer = new ResizeObserver(open);
    observer.observe(content);
    const leave = (): void => observer.disconnect();
    for (const event of ['wheel', 'keydown', 'pointerdown', 'touchstart'])
      window.addEventListener(event, leave, { once: true, passive: true });
    return () => {
      leave();
      for (const event of ['wheel', 'keydown', 'pointerdown', 'touchstart']) window.removeEventListener(event, leave);
    };
  }, [pane, isShown]);
}

/** Gives the place to scroll to: the beginning of the last user turn; the top where it is the only one. */
function startOf(view: HTMLElement): number {
  const turns = [...view.querySelectorAll<HTMLElement>('.prompt > .turns > .turn')];
  const last = turns.findLast((turn) => turn.classList.contains('user')) ?? turns.at(-1);
  if (!last || last === turns[0]) return 0;
  return last.getBoundingClientRect().top - view.getBoundingClientRect().top + view.scrollTop - above;
}
