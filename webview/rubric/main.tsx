import { render } from 'preact';
import '../ui/toolkit';
import '../ui/page.css';
import './rubric.css';
import { guardKeys, watchKeyboard } from '../ui/keyboard';
import { opening } from './opening';
import { connect, notifyKeyboard } from './store';
import { flushAll } from './unsaved';
import { View } from './view';

const root = document.getElementById('root');
if (root) {
  guardKeys(opening);
  render(<View />, root);
  connect();
  watchKeyboard(notifyKeyboard);
  // What is typed is written before the page goes.
  window.addEventListener('pagehide', flushAll);
  document.addEventListener('visibilitychange', flushAll);
}
