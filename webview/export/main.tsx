import { render } from 'preact';
import '../ui/page.css';
import '../ui/form.css';
import './export.css';
import { guardKeys, keepFocusSomewhere, watchKeyboardFocus } from '../ui/keyboardFocus';
import { InLanguage } from '../ui/language';
import { Export } from './export';
import { connect, notifyKeyboard } from './store';

const root = document.getElementById('root');
if (root) {
  // No key opens a text field by way of the host without the field having the focus first.
  guardKeys({ opens: () => false, done: () => Promise.resolve(false) });
  render(<InLanguage of={Export} />, root);
  connect();
  watchKeyboardFocus(notifyKeyboard);
  keepFocusSomewhere();
}
