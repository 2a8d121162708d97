/** Does in the text field that has the focus what a key pressed earlier, elsewhere, would have done there. */
export function typeInto({ key, shiftKey }: KeyboardEvent): void {
  const field = focusedWithin(document);
  const isHandled = !field?.dispatchEvent(
    new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, composed: true, cancelable: true }),
  );
  if (isHandled) return;
  if (key === 'Backspace') edit('delete');
  else if (key === 'Enter') {
    if (field instanceof HTMLTextAreaElement) edit('insertLineBreak');
  } else if (/^.$/u.test(key)) edit('insertText', key);
}

/** The element that has the focus, also where it is part of another one. */
export function focusedWithin(root: DocumentOrShadowRoot): Element | null {
  const { activeElement } = root;
  return activeElement?.shadowRoot ? (focusedWithin(activeElement.shadowRoot) ?? activeElement) : activeElement;
}

/** Selects the text of the field that has the focus. */
export function selectAll(): void {
  const field = focusedWithin(document);
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) field.select();
}

/** Takes back what was done last in the field that has the focus, or does it again. */
export function undoOrRedo(command: 'undo' | 'redo'): void {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else knows what the field can take back
  document.execCommand(command);
}

/** Types a text at the caret of the field that has the focus; `wording` is given what stands before the caret. */
export function insertText(wording: (before: string) => string): void {
  const field = focusedWithin(document);
  if (field instanceof HTMLTextAreaElement) edit('insertText', wording(field.value.slice(0, field.selectionStart)));
}

/** The one way to edit a field as a person would: it can be taken back, and the field tells of it. */
function edit(command: 'insertText' | 'insertLineBreak' | 'delete', text?: string): void {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else keeps what the field can take back
  document.execCommand(command, false, text);
}
