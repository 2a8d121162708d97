import { ctrl, deskCommand, type CommandTable } from './command';
import { all, any, inAnnotationEditor, is, never, onDesk, onDeskOrMarks, studyOpen } from './conditions';

/** Saving, and the way through the items. */
export const navigation = {
  save: {
    icon: 'check',
    enabled: is('canSave'),
    keys: [
      { key: 'enter', when: onDesk },
      ctrl('enter', { when: all(inAnnotationEditor, any(is('onDesk'), is('marking'), is('typing'))) }),
    ],
    palette: never,
  },
  // No key that is a verdict somewhere (N is no) goes to another item elsewhere: the grid is left sooner than one thinks.
  next: deskCommand('chevron-right', 'shift+j'),
  previous: deskCommand('chevron-left', 'shift+k'),
  skip: deskCommand('debug-step-over', 's'),
  undo: {
    icon: 'discard',
    enabled: all(inAnnotationEditor, is('canUndo')),
    keys: [ctrl('z', { when: onDeskOrMarks })],
    palette: never,
  },
  redo: {
    icon: 'redo',
    enabled: all(inAnnotationEditor, is('canRedo')),
    keys: [ctrl('shift+z', { when: onDeskOrMarks }), ctrl('y', { when: onDeskOrMarks })],
    palette: never,
  },
  goTo: { icon: 'symbol-number', enabled: studyOpen, keys: [{ key: 'g', when: onDesk }], palette: inAnnotationEditor },
  order: { icon: 'sort-precedence', enabled: studyOpen, keys: [{ key: 'shift+o', when: onDesk }], palette: studyOpen },
  keys: {
    ...deskCommand('keyboard', { key: 'shift+/', when: onDeskOrMarks }, 'shift+[Minus]', 'shift+,'),
    palette: inAnnotationEditor,
  },
  history: { ...deskCommand('history', 'h'), palette: inAnnotationEditor },
  useAsControl: { ...deskCommand('verified'), palette: inAnnotationEditor },
} satisfies CommandTable;
