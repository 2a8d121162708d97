import { render } from 'preact';
import '../ui/toolkit';
import '../ui/page.css';
import './rubric.css';
import { guardKeys, watchKeyboardFocus } from '../ui/keyboardFocus';
import { InLanguage } from '../ui/language';
import { focusKeys } from './focusKeys';
import { connect, notifyKeyboard } from './store';
import { flushAll } from './unsavedChanges';
import { RubricsView } from './rubricsView';

const root = document.getElementById('root');
if (root) {
  guardKeys(focusKeys);
  render(<InLanguage of={RubricsView} />, root);
  connect();
  watchKeyboardFocus(notifyKeyboard);
  // What is typed is written before the page goes.
  window.addEventListener('pagehide', flushAll);
  document.addEventListener('visibilitychange', flushAll);
}
