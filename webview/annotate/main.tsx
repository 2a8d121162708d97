import { render } from 'preact';
import '../ui/toolkit';
import '../ui/page.css';
import './desk.css';
import './cards.css';
import '../ui/text.css';
import './beside.css';
import './extras.css';
import './ranking.css';
import './steps.css';
import './marking.css';
import './critiques.css';
import './under.css';
import './ways.css';
import './writing.css';
import './reading.css';
import './rubric.css';
import './rules.css';
import './sights.css';
import './low.css';
import './motion.css';
import { guardKeys, watchKeyboard } from '../ui/keyboard';
import { Desk } from './desk';
import { followLengths } from './length';
import { listenToScreen } from './screen';
import { opening } from './opening';
import { connect, notifyKeyboard } from './store';

const root = document.getElementById('root');
if (root) {
  guardKeys(opening);
  render(<Desk />, root);
  listenToScreen();
  followLengths();
  connect();
  watchKeyboard(notifyKeyboard);
}
