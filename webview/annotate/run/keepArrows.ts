import { isTextField } from '../../ui/keyboardFocus';

/** The arrows go from step to step, by commands; they do not scroll the run besides. */
export function keepArrows(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  if ((key !== 'ArrowUp' && key !== 'ArrowDown') || ctrlKey || metaKey || altKey) return;
  if (!event.composedPath().some(isTextField)) event.preventDefault();
}
