import { render } from 'preact';
import '../ui/toolkit';
import '../ui/page.css';
import './report.css';
import './todo/todo.css';
import './quality/quality.css';
import './tables/grid.css';
import { guardKeys, keepFocusSomewhere, watchKeyboardFocus } from '../ui/keyboardFocus';
import { InLanguage } from '../ui/language';
import { Report } from './report';
import { connect, notifyKeyboard } from './store';

const root = document.getElementById('root');
if (root) {
  // No key opens a text field by way of the host without the field having the focus first.
  guardKeys({ opens: () => false, done: () => Promise.resolve(false) });
  render(<InLanguage of={Report} />, root);
  connect();
  watchKeyboardFocus(notifyKeyboard);
  keepFocusSomewhere();
}
