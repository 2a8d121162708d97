import { screenful } from './firstScreen';
import { keepScrollPosition } from './keepScrollPosition';
import { whenIdle } from './idle';
import type { Rendered } from './markdown';
import { drawLater } from './drawLater';
import { typeset } from './mathematics';

/**
 * A frame renders a few parts; the others stand there as they are written until the page is idle. Of a rendered part
 * the first screen comes at once, cut behind a block of its Markdown, and what follows, after an ellipsis for that
 * long, once the page is idle or something looks through the texts. The next item's first screens are rendered while
 * the page is idle. So no text, whatever its size or nesting, holds up the keys.
 */

/** What completes the texts of which only the beginning is on the page. */
const unfinished = new Set<() => void>();

/**
 * Puts a text into `element`: its beginning at once and, after an ellipsis for that long, the rest once the page is
 * idle. Returns what calls off what is not done yet.
 * @param complete puts into the text what its HTML only names; returns what takes it out again
 */
export function putText(
  element: HTMLElement,
  { beginning, rest }: Rendered,
  complete: (element: HTMLElement) => () => void = () => () => undefined,
): () => void {
  // Both are sanitised by render().
  element.innerHTML = beginning;
  const draw = (): (() => void) => {
    const [cancelFormulas, cancelDrawings] = [typeset(element), drawLater(element)];
    return () => {
      cancelFormulas();
      cancelDrawings();
    };
  };
  let cancelDrawing = draw();
  let takeOut = complete(element);
  const cancelRest = later(
    element,
    rest &&
      ((): void => {
        const html = rest();
        cancelDrawing();
        element.insertAdjacentHTML('beforeend', html);
        cancelDrawing = draw();
        takeOut = complete(element);
      }),
    { whenIdle: true },
  );
  return () => {
    cancelRest();
    takeOut();
    cancelDrawing();
  };
}

/**
 * Puts a text as it is written into `element`, in the same way. `stays`: nothing takes its place once the page is idle,
 * so that the rest has to come then.
 */
export function putPlain(element: HTMLElement, text: string, stays: boolean): () => void {
  const end = text.length > screenful() ? endOfLetter(text, screenful()) : text.length;
  element.textContent = text.slice(0, end);
  return later(element, end < text.length ? () => element.append(text.slice(end)) : undefined, { whenIdle: stays });
}

/** Puts the rest of all texts onto the page at once, for what goes through them. */
export function finishTexts(): void {
  for (const finish of unfinished) finish();
}

/**
 * Marks an element as unfinished until `putRest` was called: once the page is idle, or before something goes through
 * the texts.
 */
function later(
  element: HTMLElement,
  putRest: (() => void) | undefined,
  { whenIdle: isForIdle }: { readonly whenIdle: boolean },
): () => void {
  element.toggleAttribute('data-unfinished', putRest !== undefined);
  if (!putRest) return () => undefined;
  const finish = (): void => {
    callOff();
    const putBack = keepScrollPosition(element);
    putRest();
    element.removeAttribute('data-unfinished');
    putBack();
  };
  const cancelIdle = isForIdle ? whenIdle(finish) : undefined;
  const callOff = (): void => {
    unfinished.delete(finish);
    cancelIdle?.();
  };
  unfinished.add(finish);
  return callOff;
}

/** `at`, or one more where a surrogate pair stands across it. */
const endOfLetter = (text: string, at: number): number => ((text.codePointAt(at - 1) ?? 0) > 0xffff ? at + 1 : at);
