import { ask } from './host';
import type { Opening } from '../ui/keyboard';
import { setting } from './store';

/** Commands that bring the keyboard to a text field of the desk, or to a question at the top of the window. */
const openers = ['critique', 'rationale', 'answer', 'anotherAnswer', 'clarification', 'note', 'grid', 'criterionForItem', 'refine', 'because', 'findInItem', 'skip', 'goTo', 'search', 'mode', 'context', 'history', 'keys', 'order', 'export', 'differenceEditor'];

/** By the default keys: VS Code tells nobody what a user made of them. */
export const opening: Opening = {
  opens: (event) => {
    const key = written(event);
    return openers.some((name) => setting.value.keys[name] === key);
  },
  done: () => ask({ method: 'settled' }).catch(() => false),
};

/** A key as `Setting.keys` has it. */
function written({ key, ctrlKey, altKey, shiftKey, metaKey }: KeyboardEvent): string {
  const letter = key.toUpperCase();
  const modifiers = [ctrlKey && 'Ctrl', altKey && 'Alt', shiftKey && letter !== key.toLowerCase() && 'Shift', metaKey && '⌘'];
  return [...modifiers.filter((each) => each !== false), letter].join('+');
}
