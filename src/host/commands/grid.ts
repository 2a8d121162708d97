import { deskCommand, type CommandTable } from './command';
import { all, inAnnotationEditor, is, onDesk } from './conditions';

/** The grid of criteria. */
export const grid = {
  grid: deskCommand('table', 'z'),
  leaveGrid: {
    icon: 'close',
    enabled: is('inGrid'),
    keys: [{ key: 'escape', when: all(inAnnotationEditor, is('onDesk'), is('inGrid')) }],
  },
  yes: { icon: 'pass', enabled: is('inGrid'), keys: [{ key: 'y', when: all(onDesk, is('inGrid')) }] },
  no: { icon: 'error', enabled: is('inGrid'), keys: [{ key: 'n', when: all(onDesk, is('inGrid')) }] },
  cellLeft: { icon: 'arrow-left', enabled: is('inGrid'), keys: [{ key: 'left', when: all(onDesk, is('inGrid')) }] },
  cellRight: { icon: 'arrow-right', enabled: is('inGrid'), keys: [{ key: 'right', when: all(onDesk, is('inGrid')) }] },
  cellUp: { icon: 'arrow-up', enabled: is('inGrid'), keys: [{ key: 'up', when: all(onDesk, is('inGrid')) }] },
  cellDown: { icon: 'arrow-down', enabled: is('inGrid'), keys: [{ key: 'down', when: all(onDesk, is('inGrid')) }] },
  note: deskCommand('comment', 'shift+c'),
  criterionForItem: deskCommand('add', 'shift+z'),
} satisfies CommandTable;
