import { commandsOf, ctrl, editorTitle, viewTitle, type CommandTable } from './command';
import {
  all,
  inAnnotationEditor,
  inSearchQuestion,
  is,
  isFocused,
  never,
  not,
  onDesk,
  outsideText,
  studyOpen,
} from './conditions';

/** A command of the question of the search, which has the keyboard. */
const questionCommand = commandsOf({ enabled: is('searching'), keys: inSearchQuestion, palette: never });

/** The search, the list of items and that of orphaned annotations. */
export const searchCommands = {
  search: {
    icon: 'search',
    enabled: studyOpen,
    keys: [
      ctrl('alt+f', { when: inAnnotationEditor }),
      { key: '/', when: onDesk },
      { key: 'shift+6', when: onDesk, isTakenAway: true },
      { key: 'shift+7', when: onDesk, isTakenAway: true },
    ],
    menus: [
      editorTitle('navigation@0', inAnnotationEditor),
      viewTitle('items', 'navigation@1'),
      viewTitle('results', 'navigation@1'),
    ],
    palette: studyOpen,
  },
  filterSearch: questionCommand('filter', 'alt+l'),
  toggleMatchCase: questionCommand('case-sensitive', 'alt+c'),
  toggleWholeWord: questionCommand('whole-word', 'alt+w'),
  toggleRegex: questionCommand('regex', 'alt+r'),
  stopSearch: {
    icon: 'debug-stop',
    enabled: is('searchRunning'),
    keys: [{ key: 'escape', when: all(isFocused('results'), is('searchRunning'), outsideText) }],
    menus: [viewTitle('results', 'navigation@2', is('searchRunning'))],
    palette: is('searchRunning'),
  },
  clearSearch: {
    icon: 'clear-all',
    enabled: is('hasResults'),
    keys: [{ key: 'delete', when: all(isFocused('results'), outsideText) }],
    menus: [viewTitle('results', 'navigation@3')],
    palette: is('hasResults'),
  },
  revealItem: {
    icon: 'target',
    enabled: studyOpen,
    keys: [ctrl('alt+l', { when: all(inAnnotationEditor, outsideText) })],
    menus: [viewTitle('items', 'navigation@2')],
    palette: inAnnotationEditor,
  },
  filterItems: {
    icon: 'filter',
    enabled: studyOpen,
    keys: [{ key: 'alt+l', when: all(isFocused('items'), outsideText) }],
    menus: [
      viewTitle('items', 'navigation@3', not('itemsFiltered')),
      viewTitle('items', 'filter@1', is('itemsFiltered')),
    ],
    palette: studyOpen,
  },
  listAllItems: {
    icon: 'filter-filled',
    enabled: is('itemsFiltered'),
    keys: [{ key: 'alt+shift+l', when: all(isFocused('items'), is('itemsFiltered'), outsideText) }],
    menus: [viewTitle('items', 'navigation@3', is('itemsFiltered'))],
    palette: is('itemsFiltered'),
  },
  showStrays: {
    icon: 'history',
    enabled: is('hasStrays'),
    keys: [ctrl('alt+j', { when: all(inAnnotationEditor, is('hasStrays'), outsideText) })],
    palette: is('hasStrays'),
  },
  checkAgain: {
    icon: 'refresh',
    enabled: studyOpen,
    keys: [{ key: 'alt+r', when: all(isFocused('strays'), outsideText) }],
    menus: [viewTitle('strays', 'navigation@1')],
    palette: is('hasStrays'),
  },
} satisfies CommandTable;
