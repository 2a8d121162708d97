import { render } from 'preact';
import '../ui/toolkit';
import '../ui/page.css';
import './desk.css';
import './cards/cards.css';
import '../ui/text.css';
import './conversation/contextPanel.css';
import './extras.css';
import './cards/ranking.css';
import './steps/steps.css';
import './marking/marking.css';
import './critiques/critiques.css';
import './writing/under.css';
import './cards/modes.css';
import './writing/writing.css';
import './reading.css';
import './rubric/rubric.css';
import './rubric/rules.css';
import './conversation/media.css';
import './low.css';
import './cards/motion.css';
import { guardKeys, watchKeyboardFocus } from '../ui/keyboard';
import { Desk } from './desk';
import { followLengths } from './cards/length';
import { registerScreenActions } from './screen';
import { focusKeys } from './opening';
import { connect, notifyKeyboard } from './store';

const root = document.getElementById('root');
if (root) {
  guardKeys(focusKeys);
  render(<Desk />, root);
  registerScreenActions();
  followLengths();
  connect();
  watchKeyboardFocus(notifyKeyboard);
}
