import { ask } from './host';
import type { Opening } from '../ui/keyboard';
import { written } from '../ui/keyName';
import { setting } from './store';

/** Commands that bring the keyboard to a text field of the desk, or to a question at the top of the window. */
const openers = ['critique', 'rationale', 'answer', 'clarification', 'findInItem', 'skip', 'goTo', 'search', 'mode', 'context', 'history', 'keys', 'order', 'export', 'differenceEditor'];

/** By the default keys: VS Code tells nobody what a user made of them. */
export const opening: Opening = {
  opens: (event) => {
    const key = written(event);
    return openers.some((name) => setting.value.keys[name] === key);
  },
  done: () => ask({ method: 'settled' }).catch(() => false),
};
