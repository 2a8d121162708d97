import { ask } from './host';
import { markingSelector, type FocusKeys } from '../ui/keyboardFocus';
import { keyNameOf } from '../ui/keyName';
import { setting } from './store';

/** Commands that bring the keyboard to a text field of the desk, or to a question at the top of the window. */
const openers = [
  'critique',
  'rationale',
  'answer',
  'anotherAnswer',
  'clarification',
  'note',
  'grid',
  'criterionForItem',
  'rules',
  'newRule',
  'editRule',
  'refine',
  'because',
  'findInItem',
  'skip',
  'goTo',
  'search',
  'mode',
  'context',
  'history',
  'keys',
  'order',
  'export',
  'differenceEditor',
  'mark',
  'markMissing',
  'critiques',
  'runNote',
  'runFault',
];

/** The keys that move the focus elsewhere where passages are marked, or move what is selected there. */
const markingOpeners = ['markNote', 'markNext', 'markPrevious', 'mark', 'markEnd', 'keys'];

/** The keys that move the focus where others' critiques are judged. */
const critiquesOpeners = ['critiques', 'leaveCritiques', 'editCritique', 'mergeCritiques', 'keys'];

export const focusKeys: FocusKeys = {
  opens: (event) => {
    const key = keyNameOf(event);
    const { activeElement } = document;
    // The slash searches where it has a key of its own.
    if (key === '/' && !event.shiftKey) return true;
    return (
      activeElement?.matches(markingSelector)
        ? markingOpeners
        : activeElement?.closest('[data-critiques]')
          ? critiquesOpeners
          : openers
    ).some((name) => setting.value.keys[name] === key);
  },
  done: () => ask({ method: 'settled' }).catch(() => false),
};
