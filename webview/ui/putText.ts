import { hold } from './hold';
import { whenIdle } from './idle';
import type { Rendered } from './markdown';
import { typeset } from './mathematics';

/** What completes the texts of which only the beginning is on the page. */
const unfinished = new Set<() => void>();

/** Puts a text into `element`: its beginning at once and, after an ellipsis for that long, the rest once the page is idle. Returns what calls off what is not done yet. */
export function putText(element: HTMLElement, { beginning, rest }: Rendered): () => void {
  // Both are sanitised by render().
  element.innerHTML = beginning;
  element.toggleAttribute('data-unfinished', rest !== undefined);
  let cancelFormulas = typeset(element);
  if (!rest) return () => cancelFormulas();
  const finish = (): void => {
    cancelRest();
    cancelFormulas();
    const html = rest();
    const putBack = hold(element.closest('main'));
    element.insertAdjacentHTML('beforeend', html);
    element.removeAttribute('data-unfinished');
    putBack();
    cancelFormulas = typeset(element);
  };
  const cancelIdle = whenIdle(finish);
  const cancelRest = (): void => {
    unfinished.delete(finish);
    cancelIdle();
  };
  unfinished.add(finish);
  return () => {
    cancelRest();
    cancelFormulas();
  };
}

/** Puts the rest of all texts onto the page at once, for what goes through them. */
export function finishTexts(): void {
  for (const finish of unfinished) finish();
}
