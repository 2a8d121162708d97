import type { KeyboardPlace } from '../../src/protocol/desk';

/**
 * VS Code hears the keys that bubble to the webview's window, and runs the commands bound to them. A key that belongs to a
 * text field or a button stops here, so that no command fires while the person types - at once, without asking anyone.
 */
export function guardKeys(): void {
  document.addEventListener('keydown', (event) => {
    // Escape leaves the text at once, so that an Enter right behind it saves and is not typed; the command does so for other keys.
    if (event.key === 'Escape' && !event.isComposing && isTyping(event)) document.querySelector<HTMLElement>('.card.selected')?.focus({ preventScroll: true });
    if (isTyping(event) ? isText(event) : isPress(event) || isHeld(event) || isOwn(event)) event.stopPropagation();
    else if (unheard) {
      event.stopPropagation();
      event.preventDefault();
      unheard.push(event);
    }
  });
}

/** Keys pressed since the keyboard came to the desk and before VS Code knew of it; they are pressed again then, in their order. */
let unheard: KeyboardEvent[] | undefined;

function pressAgain(event: KeyboardEvent): void {
  const { key, code, shiftKey, altKey, ctrlKey, metaKey, target } = event;
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- VS Code resolves key bindings by it
  const { keyCode } = event;
  const init = { key, code, keyCode, shiftKey, altKey, ctrlKey, metaKey, bubbles: true, composed: true, cancelable: true };
  (target instanceof Element && target.isConnected ? target : document.body).dispatchEvent(new KeyboardEvent('keydown', init));
}

/**
 * Tells where the keyboard is, whenever it moves: on the desk, in a text field of it, over it, or elsewhere in the window. `tell` resolves
 * once VS Code goes by it.
 */
export function watchKeyboard(tell: (on: KeyboardPlace) => Promise<unknown>): void {
  let last: KeyboardPlace = 'elsewhere';
  const look = (): void => {
    const on = placeOf(document.activeElement);
    if (on === last) return;
    last = on;
    const waiting = on === 'elsewhere' ? undefined : (unheard ?? []);
    unheard = waiting;
    void tell(on).finally(() => {
      if (!waiting || unheard !== waiting || last !== on) return;
      unheard = undefined;
      waiting.forEach(pressAgain);
    });
  };
  // Between leaving one element and entering the next the focus is nowhere; it is looked at once it has arrived.
  const soon = (): unknown => setTimeout(look);
  window.addEventListener('focus', look);
  window.addEventListener('blur', soon);
  document.addEventListener('focusin', look);
  document.addEventListener('focusout', soon);
  look();
}

function placeOf(focused: Element | null): KeyboardPlace {
  if (!document.hasFocus()) return 'elsewhere';
  if (isTextField(focused)) return 'text';
  return focused?.closest(over) ? 'over' : 'desk';
}

/** For buttons that the mouse presses: the focus stays with the responses, so that the next Enter is a command and presses no button. */
export function keepFocus(event: MouseEvent): void {
  if (!isTextField(document.activeElement)) event.preventDefault();
}

/** What lies over the desk to be read. */
const over = '[data-over]';
const textFields = 'textarea, input, [contenteditable="true"], vscode-text-area';
const pressables = 'button, vscode-button, a[href], summary';

export function isTextField(target: EventTarget | undefined | null): boolean {
  return target instanceof Element && target.matches(textFields);
}

function isTyping(event: KeyboardEvent): boolean {
  return event.composedPath().some(isTextField);
}

/** Whether a key edits or moves in text. What is left goes to VS Code: Escape, function keys, and chords such as Ctrl+Enter. */
function isText(event: KeyboardEvent): boolean {
  if (event.isComposing || event.getModifierState('AltGraph')) return true;
  if (event.key === 'Escape' || /^F\d+$/.test(event.key)) return false;
  return !event.ctrlKey && !event.metaKey && !event.altKey;
}

/** A key held down says nothing more than pressed once where it judges: a second Enter would save what nobody has read. */
function isHeld(event: KeyboardEvent): boolean {
  return event.repeat && (event.key === 'Enter' || /^\d$/.test(event.key));
}

/** Enter and Space press the button that has the focus. */
function isPress(event: KeyboardEvent): boolean {
  return (event.key === 'Enter' || event.key === ' ') && !event.ctrlKey && !event.metaKey && event.composedPath().some((target) => target instanceof Element && target.matches(pressables));
}

/** Keys that play a sound or a film, or scroll what lies over the desk. */
function isOwn({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  return /^( |Enter|Arrow\w+|Home|End|Page\w+)$/.test(key) && !ctrlKey && !metaKey && !altKey && target instanceof Element && target.closest(`audio, video, ${over}`) !== null;
}
