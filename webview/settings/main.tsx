import { render } from 'preact';
import '../ui/page.css';
import '../ui/form.css';
import './settings.css';
import { guardKeys, keepFocusSomewhere, watchKeyboardFocus } from '../ui/keyboardFocus';
import { InLanguage } from '../ui/language';
import { Settings } from './settings';
import { connect, notifyKeyboard } from './store';

const root = document.getElementById('root');
if (root) {
  // No key opens a text field by way of the host without the field having the focus first.
  guardKeys({ opens: () => false, done: () => Promise.resolve(false) });
  render(<InLanguage of={Settings} />, root);
  connect();
  watchKeyboardFocus(notifyKeyboard);
  keepFocusSomewhere();
}
