import { render } from 'preact';
import '../ui/toolkit';
import '../ui/page.css';
import './desk.css';
import './cards/cards.css';
import '../ui/text.css';
import './conversation/promptPane.css';
import './conversation/contextPanel.css';
import './confidenceAndFlags.css';
import './cards/ranking.css';
import './steps/steps.css';
import './marking/marking.css';
import './critiques/critiques.css';
import './writing/judgingContext.css';
import './cards/modes.css';
import './writing/writing.css';
import './display.css';
import './rubric/rubric.css';
import './rubric/rules.css';
import './conversation/media.css';
import './lowWindow.css';
import './cards/reducedMotion.css';
import './touch.css';
import { guardKeys, watchKeyboardFocus } from '../ui/keyboardFocus';
import { Desk } from './desk';
import { followLengths } from './cards/length';
import { registerScreenActions } from './screenActions';
import { focusKeys } from './focusKeys';
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
