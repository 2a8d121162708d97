import { ctrl, deskCommand, editorTitle, type CommandTable } from './command';
import { all, any, inAnnotationEditor, is, not, onDesk, onDeskOrMarks, outsideText } from './conditions';

/** How the texts of an item are shown. */
export const display = {
  showMore: deskCommand('unfold', 'u'),
  toggleArrangement: {
    ...deskCommand('split-horizontal', 'v'),
    menus: [editorTitle('1_study@4', inAnnotationEditor)],
  },
  copyCode: deskCommand('copy', { key: 'y', when: all(onDesk, not('inGrid')) }),
  openCode: deskCommand('go-to-file', 'shift+y'),
  unfoldReasoning: deskCommand('unfold', 'shift+r'),
  prompt: deskCommand('comment', 'shift+p'),
  unfoldTurns: deskCommand('comment-discussion', 'shift+u'),
  guidelines: deskCommand('note', {
    key: 'shift+g',
    when: all(inAnnotationEditor, any(is('onDesk'), is('marking'), is('readingOver')), outsideText),
  }),
  unfoldChecks: deskCommand('beaker', 'shift+v'),
  toggleReferences: deskCommand('pin', 'shift+i'),
  toggleBeside: deskCommand('book', { key: 'i', when: onDeskOrMarks }),
  promptDown: deskCommand('arrow-down', 'alt+pagedown'),
  promptUp: deskCommand('arrow-up', 'alt+pageup'),
  scrollDown: deskCommand('arrow-down', 'pagedown'),
  scrollUp: deskCommand('arrow-up', 'pageup'),
  scrollAllDown: deskCommand('arrow-down', 'shift+pagedown'),
  scrollAllUp: deskCommand('arrow-up', 'shift+pageup'),
  togglePlainText: deskCommand('symbol-string', 't'),
  switchView: deskCommand('eye', 'alt+w'),
  toggleLength: deskCommand('symbol-ruler', 'l'),
  toggleWrapCode: deskCommand('word-wrap', 'alt+z'),
  toggleWriteBeside: deskCommand(
    'layout-sidebar-right',
    ctrl('alt+w', { when: all(inAnnotationEditor, any(is('onDesk'), is('typing'))) }),
  ),
  largerText: deskCommand('zoom-in', 'alt+='),
  smallerText: deskCommand('zoom-out', 'alt+-'),
  findInItem: deskCommand('search', ctrl('f', { when: inAnnotationEditor })),
  difference: deskCommand('diff', 'd'),
  toggleInlineDifference: deskCommand('diff-sidebyside', 'shift+d'),
  differenceEditor: deskCommand('diff-multiple', 'alt+d'),
} satisfies CommandTable;
