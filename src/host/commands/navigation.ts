import { ctrl, deskCommand, type CommandTable } from './command';
import { all, any, inAnnotationEditor, is, not, onDesk, onDeskOrMarks, studyOpen } from './conditions';

/** Saving, and the way through the items. */
export const navigation = {
  save: {
    icon: 'check',
    enabled: is('canSave'),
    keys: [
      { key: 'enter', when: onDesk },
      ctrl('enter', { when: all(inAnnotationEditor, any(is('onDesk'), is('marking'), is('typing'))) }),
    ],
    palette: inAnnotationEditor,
  },
  next: {
    ...deskCommand('chevron-right', { key: 'n', when: all(onDesk, not('inGrid')) }),
    palette: inAnnotationEditor,
  },
  previous: { ...deskCommand('chevron-left', 'p'), palette: inAnnotationEditor },
  skip: { ...deskCommand('debug-step-over', 's'), palette: inAnnotationEditor },
  undo: {
    icon: 'discard',
    enabled: all(inAnnotationEditor, is('canUndo')),
    keys: [ctrl('z', { when: onDeskOrMarks })],
    palette: inAnnotationEditor,
  },
  redo: {
    icon: 'redo',
    enabled: all(inAnnotationEditor, is('canRedo')),
    keys: [ctrl('shift+z', { when: onDeskOrMarks }), ctrl('y', { when: onDeskOrMarks })],
    palette: inAnnotationEditor,
  },
  goTo: { icon: 'symbol-number', enabled: studyOpen, keys: [{ key: 'g', when: onDesk }], palette: inAnnotationEditor },
  order: { icon: 'sort-precedence', enabled: studyOpen, keys: [{ key: 'shift+o', when: onDesk }] },
  keys: deskCommand('keyboard', { key: 'shift+/', when: onDeskOrMarks }, 'shift+[Minus]', 'shift+,'),
  history: deskCommand('history', 'h'),
} satisfies CommandTable;
