import { commandsOf, deskCommand, type CommandTable } from './command';
import { all, inAnnotationEditor, is, never, onDesk } from './conditions';

/** A command of the grid, which has the keyboard. */
const gridCommand = commandsOf({ enabled: is('inGrid'), keys: all(onDesk, is('inGrid')), palette: never });

/** The grid of criteria. */
export const criteriaGrid = {
  grid: deskCommand('table', 'z'),
  leaveGrid: gridCommand('close', { key: 'escape', when: all(inAnnotationEditor, is('onDesk'), is('inGrid')) }),
  yes: gridCommand('pass', 'y'),
  no: gridCommand('error', 'n'),
  cellLeft: gridCommand('arrow-left', 'left'),
  cellRight: gridCommand('arrow-right', 'right'),
  cellUp: gridCommand('arrow-up', 'up'),
  cellDown: gridCommand('arrow-down', 'down'),
  note: deskCommand('comment', 'shift+c'),
  criterionForItem: deskCommand('add', 'shift+z'),
} satisfies CommandTable;
