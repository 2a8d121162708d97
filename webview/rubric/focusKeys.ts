import type { FocusKeys } from '../ui/keyboardFocus';
import { keyNameOf } from '../ui/keyName';
import { ask } from './host';
import { setting } from './store';

/** Commands that bring the keyboard to a text field, or to a question at the top of the window. */
const openers = [
  'addCriterion',
  'addRubric',
  'editSelected',
  'mergeSelected',
  'flagSelected',
  'searchRubrics',
  'compareVersions',
  'oldAnnotations',
  'importRubrics',
  'exportRubric',
];
/** Keys of theirs beside the first. */
const others = ['F2', '/'];

export const focusKeys: FocusKeys = {
  opens: (event) => {
    const key = keyNameOf(event);
    return (
      others.includes(key) || openers.some((name) => setting.value.keys[name]?.toUpperCase() === key.toUpperCase())
    );
  },
  done: () => ask({ method: 'settled' }).catch(() => false),
};
