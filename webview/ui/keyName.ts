/** A key as `Setting.keys` has it. */
export function keyNameOf({ key, ctrlKey, altKey, shiftKey, metaKey }: KeyboardEvent): string {
  const letter = key === 'Escape' ? 'Esc' : key.toUpperCase();
  const modifiers = [
    ctrlKey && 'Ctrl',
    altKey && 'Alt',
    shiftKey && letter !== key.toLowerCase() && 'Shift',
    metaKey && '⌘',
  ];
  return [...modifiers.filter((each) => each !== false), letter].join('+');
}
