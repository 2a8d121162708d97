import type { KeyboardPlace } from '../../src/protocol/desk';
import { focusedWithin, selectAll, undoOrRedo, typeInto } from './textFieldEditing';

/** Which keys bring the keyboard elsewhere, by way of the host. */
export interface FocusKeys {
  /** Whether a key may open a text field or a question. */
  readonly opens: (event: KeyboardEvent) => boolean;
  /** Resolves once what the keys so far asked for is done, to whether a question is on its way. */
  readonly done: () => Promise<boolean>;
}

/**
 * VS Code hears the keys that bubble to the webview's window, and runs the commands bound to them. A key that belongs
 * to a text field or a button stops here, so that no command fires while the person types - at once, without asking
 * anyone.
 */
export function guardKeys(opening: FocusKeys): void {
  document.addEventListener('keydown', (event) => {
    // Escape leaves the text at once, so that an Enter right behind it saves and is not typed; the command does so for
    // other keys.
    if (event.key === 'Escape' && !event.isComposing && isTyping(event)) {
      const cell = document.querySelector('[data-in-hand], [data-step-in-hand]');
      focusResponses();
      // Heard behind that, it would be a command of what has the keyboard now: it would leave the grid, or end the
      // marking.
      if (cell || document.activeElement?.matches(markingSelector)) {
        event.stopPropagation();
        return;
      }
    }
    // Such a key moves a response, or scrolls what is beside; the page would scroll with it.
    if (!isTyping(event) && isScrolled(event)) event.preventDefault();
    const own = isTyping(event) ? ownCommand(event) : undefined;
    if (own) {
      own();
      event.preventDefault();
    }
    if (
      own ??
      (isTyping(event) ? isText(event) || isClipboard(event) : isPress(event) || isHeld(event) || isOwn(event))
    )
      event.stopPropagation();
    else if (unheard) {
      event.stopPropagation();
      event.preventDefault();
      unheard.push(event);
    } else if (isCaretKey(event)) event.stopPropagation();
    else if (opening.opens(event)) holdKeys(opening.done());
  });
}

/** Whether keys wait to be pressed again; none may overtake them. */
export const keysAreHeld = (): boolean => unheard !== undefined;

/**
 * Brings the keyboard back to what is judged: the text in which passages are marked, the cell of the grid in hand, or
 * else the selected response. Over what lies over all of that, its own place of the keyboard is meant.
 */
export function focusResponses(): void {
  (
    document.querySelector<HTMLElement>('dialog[open] [autofocus]') ??
    document.querySelector<HTMLElement>(markingSelector) ??
    document.querySelector<HTMLElement>('[data-in-hand]') ??
    document.querySelector<HTMLElement>('.card.selected')
  )?.focus({ preventScroll: true });
}

/**
 * Keys pressed since the keyboard came to the desk and before VS Code knew of it, or since one that moves it; they are
 * pressed again then, in their order.
 */
let unheard: KeyboardEvent[] | undefined;
/** Those that wait until VS Code knows where the keyboard is. */
let telling: KeyboardEvent[] | undefined;

/**
 * The page moves the focus so long after the host asked it to, at most; and a question takes it so long after it was
 * asked. In milliseconds.
 */
const moving = 150;
const asking = 1500;

/**
 * What is pressed behind a key that opens a text field is text. Behind one that opens a question it is lost, but is no
 * command either.
 */
function holdKeys(done: Promise<boolean>): void {
  const held: KeyboardEvent[] = [];
  unheard = held;
  const release = (press: boolean): void => {
    // While VS Code is told where the keyboard is, they wait for that.
    if (unheard !== held || telling === held) return;
    unheard = undefined;
    if (press) held.forEach(pressAgain);
  };
  void done.then((isAsked) => setTimeout(release, isAsked ? asking : moving, !isAsked));
}

function pressAgain(event: KeyboardEvent): void {
  const { key, code, shiftKey, altKey, ctrlKey, metaKey } = event;
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- VS Code resolves key bindings by it
  const { keyCode } = event;
  const init = {
    key,
    code,
    keyCode,
    shiftKey,
    altKey,
    ctrlKey,
    metaKey,
    bubbles: true,
    composed: true,
    cancelable: true,
  };
  (focusedWithin(document) ?? document.body).dispatchEvent(new KeyboardEvent('keydown', init));
}

/**
 * Tells where the keyboard is, whenever it moves: on the desk, in a text field of it, over it, or elsewhere in the
 * window. `tell` resolves once VS Code goes by it.
 */
export function watchKeyboardFocus(tell: (on: KeyboardPlace) => Promise<unknown>): void {
  let last: KeyboardPlace = 'elsewhere';
  const look = (): void => {
    const on = placeOf(document.activeElement);
    if (on === last) return;
    last = on;
    const waiting =
      on === 'elsewhere' ? undefined : isTextField(document.activeElement) ? typedSoon(unheard ?? []) : (unheard ?? []);
    unheard = waiting;
    telling = waiting;
    void tell(on).finally(() => {
      if (telling === waiting) telling = undefined;
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

/**
 * Types the keys that are text into the field that gets the focus, before any that is pressed later; those from the
 * first other one on are left.
 */
function typedSoon(keys: readonly KeyboardEvent[]): KeyboardEvent[] {
  const end = keys.findIndex((event) => !isText(event));
  const texts = end === -1 ? keys : keys.slice(0, end);
  // What gave the field the focus may still have its text to select.
  if (texts.length > 0) queueMicrotask(() => texts.forEach(typeInto));
  return keys.slice(texts.length);
}

function placeOf(focused: Element | null): KeyboardPlace {
  if (!document.hasFocus()) return 'elsewhere';
  if (focused?.matches(markingSelector)) return 'marking';
  // While a dialog is open nothing behind it is meant, neither from its text field.
  if (focused?.closest('dialog')) return 'over';
  if (isTextField(focused)) return 'text';
  return focused?.closest(over) ? 'over' : 'desk';
}

/** Looked at again so long after the focus may have gone nowhere, as it may still be on its way; in milliseconds. */
const looksForFocus = [0, 100, 500];

/**
 * Moves the focus where the window has it and no element does. When the window comes back, it goes to the text field
 * that had it last, as in a browser VS Code takes it from there when a list opens; of what is no text field to
 * `toPlace`, which also takes it when what had it is gone, as an item that was drawn anew. Without `toPlace` whatever
 * had it last has it again. Returns what ends this.
 */
export function keepFocusSomewhere(toPlace?: () => void): () => void {
  let last: Element | null = document.activeElement;
  let looks: readonly ReturnType<typeof setTimeout>[] = [];
  const lookSoon = (goTo: () => void): void => {
    looks.forEach(clearTimeout);
    looks = looksForFocus.map((after) =>
      setTimeout(() => {
        const { activeElement } = document;
        if (document.hasFocus() && (activeElement === document.body || activeElement === null)) goTo();
      }, after),
    );
  };
  const back = (): void => {
    if (last instanceof HTMLElement && last.isConnected && (isTextField(last) || !toPlace))
      last.focus({ preventScroll: true });
    else toPlace?.();
  };
  const ending = new AbortController();
  document.addEventListener('focusin', ({ target }) => (last = target instanceof Element ? target : null), ending);
  window.addEventListener('focus', () => lookSoon(back), ending);
  if (toPlace) {
    document.addEventListener('focusout', ({ relatedTarget }) => relatedTarget ?? lookSoon(toPlace), ending);
    lookSoon(toPlace);
  }
  return () => ending.abort();
}

/**
 * For buttons that the mouse presses: the focus stays with the responses, so that the next Enter is a command and
 * presses no button.
 */
export function keepFocus(event: MouseEvent): void {
  if (!isTextField(document.activeElement)) event.preventDefault();
}

/** What lies over the desk to be read. */
const over = '[data-over]';
/** What can have the keyboard and scrolls by its keys. */
const pane = '.prompt-scroll';
/** A text in which passages are marked: it has a caret, and its other keys are commands. */
export const markingSelector = '[data-marking]';
const textFields = `textarea, input, [contenteditable="true"]:not(${markingSelector}), vscode-text-area, vscode-text-field, vscode-dropdown, vscode-checkbox`;
const pressables = 'button, vscode-button, a[href], summary';

export function isTextField(target: EventTarget | undefined | null): boolean {
  return target instanceof Element && target.matches(textFields);
}

function isTyping(event: KeyboardEvent): boolean {
  return event.composedPath().some(isTextField);
}

/**
 * Whether a key edits or moves in text. What is left goes to VS Code: Escape, function keys, and chords such as
 * Ctrl+Enter.
 */
function isText(event: KeyboardEvent): boolean {
  if (event.isComposing || event.getModifierState('AltGraph')) return true;
  if (event.key === 'Escape' || /^F\d+$/.test(event.key)) return false;
  return !event.ctrlKey && !event.metaKey && !event.altKey;
}

/**
 * What a text field does by itself when it is asked to select all, to undo or to redo. VS Code would do so when its
 * command comes back, with what was typed meanwhile: that would be selected too, and typed over, or be what is undone.
 */
function ownCommand(event: KeyboardEvent): (() => void) | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  switch (letterOf(event)) {
    case 'A':
      return event.shiftKey ? undefined : selectAll;
    case 'Z':
      return () => undoOrRedo(event.shiftKey ? 'redo' : 'undo');
    case 'Y':
      return event.shiftKey ? undefined : () => undoOrRedo('redo');
    default:
      return undefined;
  }
}

/**
 * On a desktop VS Code would cut or paste late too. The browser does so at once; on macOS, where these come with Cmd,
 * by way of VS Code's menu alone.
 */
function isClipboard(event: KeyboardEvent): boolean {
  return event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey && /^[CVX]$/.test(letterOf(event));
}

/**
 * The letter that a key stands for in chords, as VS Code and the browser see it: the Latin one, where the keyboard has
 * others.
 */
function letterOf(event: KeyboardEvent): string {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- both go by it
  return String.fromCharCode(event.keyCode);
}

/**
 * A key held down says nothing more than pressed once where it judges: a second Enter would save what nobody has read.
 */
function isHeld(event: KeyboardEvent): boolean {
  const isCell = event.target instanceof Element && event.target.closest('[data-fill]') !== null;
  return event.repeat && (event.key === 'Enter' || (isCell ? /^\S$/u : /^\d$/).test(event.key));
}

/** Enter and Space press the button that has the focus. */
function isPress(event: KeyboardEvent): boolean {
  return (
    (event.key === 'Enter' || event.key === ' ') &&
    !event.ctrlKey &&
    !event.metaKey &&
    event.composedPath().some((target) => target instanceof Element && target.matches(pressables))
  );
}

/** Keys that play a sound or a film, or scroll what lies over the desk, or the prompt where that has the keyboard. */
function isOwn({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || !(target instanceof Element)) return false;
  return /^(Arrow(Up|Down)|Home|End|Page\w+)$/.test(key)
    ? target.matches(pane) || target.closest(`audio, video, ${over}`) !== null
    : /^( |Enter|Arrow\w+)$/.test(key) && target.closest(`audio, video, ${over}`) !== null;
}

/** Keys with which a command scrolls or moves something: the page does not scroll with them. */
const isScrolled = ({ key, ctrlKey, altKey, target }: KeyboardEvent): boolean =>
  (altKey && /^(Arrow|Page)(Up|Down)$/.test(key)) ||
  (!ctrlKey &&
    /^Page(Up|Down)$/.test(key) &&
    target instanceof Element &&
    !target.matches(`${pane}, ${markingSelector}`) &&
    target.closest(over) === null);

/** Keys that move the caret of the text in which passages are marked, or select with it. */
function isCaretKey({ key, altKey, target }: KeyboardEvent): boolean {
  return (
    /^(Arrow\w+|Home|End|Page\w+)$/.test(key) && !altKey && target instanceof Element && target.matches(markingSelector)
  );
}
