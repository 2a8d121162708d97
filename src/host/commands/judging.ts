import { deskCommand, digits, oneToNine, type CommandTable } from './command';
import { all, is, not, onDesk } from './conditions';

/** What is judged of responses: their order, their values, flags. */
export const judging = {
  place: deskCommand('list-ordered', ...digits([...oneToNine, 0])),
  unplace: deskCommand(
    'circle-slash',
    'delete',
    { key: 'backspace', when: all(onDesk, is('inGrid')) },
    { key: 'backspace', when: all(onDesk, is('inRules')) },
    { key: 'backspace', when: all(onDesk, is('inRun')) },
    { key: 'backspace', when: all(onDesk, is('inCritiques')) },
  ),
  moveUp: deskCommand('arrow-up', 'alt+up', { key: 'left', when: all(onDesk, is('comparing')) }),
  moveDown: deskCommand('arrow-down', 'alt+down', { key: 'right', when: all(onDesk, is('comparing')) }),
  selectNext: deskCommand(
    'arrow-right',
    'j',
    { key: 'right', when: all(onDesk, not('comparing'), not('inGrid')) },
    { key: 'down', when: all(onDesk, is('inCritiques')) },
  ),
  selectPrevious: deskCommand(
    'arrow-left',
    'k',
    { key: 'left', when: all(onDesk, not('comparing'), not('inGrid')) },
    { key: 'up', when: all(onDesk, is('inCritiques')) },
  ),
  accept: deskCommand('check-all', 'a'),
  acceptNone: deskCommand('circle-slash', 'shift+a'),
  flag: deskCommand('flag', ...digits(oneToNine, { behind: 'shift+' })),
  confidence: deskCommand('dashboard', ...digits([1, 2, 3, 4, 5], { behind: 'alt+' })),
  support: deskCommand('quote', ...digits(oneToNine, { behind: 'alt+shift+' })),
  notApplicable: deskCommand('dash', '-'),
  mode: deskCommand('list-selection', 'm'),
  context: deskCommand('list-tree', 'alt+j'),
  judgeTurn: deskCommand('comment-discussion', 'shift+t'),
  buckets: deskCommand('layers', 'b'),
  orderTier: deskCommand('list-tree', 'o'),
  firstError: deskCommand('error', 'x'),
  cutStep: deskCommand('split-vertical', '.'),
  joinStep: deskCommand('combine', ','),
} satisfies CommandTable;
