/** Where the keyboard goes once the view has it again. */
let arriving: (() => HTMLElement | null | undefined) | undefined;

/**
 * Brings the keyboard to an element that a command names: at once, or once the view has the keyboard again. A question
 * at the top of the window that was asked meanwhile keeps it: an element of a frame that is given the focus takes it
 * from wherever it is.
 */
export function moveFocus(element: () => HTMLElement | null | undefined): void {
  if (document.hasFocus()) {
    arriving = undefined;
    element()?.focus();
    return;
  }
  if (!arriving) window.addEventListener('focus', arrive, { once: true });
  arriving = element;
}

function arrive(): void {
  const element = arriving;
  arriving = undefined;
  element?.()?.focus();
}
