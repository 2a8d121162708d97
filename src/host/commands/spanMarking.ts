import { commandsOf, digits, oneToNine, type CommandTable } from './command';
import { inAnnotationEditor, inDeskText, never, onDeskOrMarks, onMarks } from './conditions';

/** A command of the marks, which have the keyboard. */
const markCommand = commandsOf({ enabled: inAnnotationEditor, keys: onMarks, palette: never });

/** Marked passages of a response, and what is missing in it. */
export const spanMarking = {
  mark: markCommand('edit', { key: 'f', when: onDeskOrMarks }),
  markType: markCommand('tag', ...digits(oneToNine)),
  markMore: markCommand('ellipsis', '0'),
  markTake: markCommand('check', 'enter'),
  markPolarity: markCommand('arrow-swap', 'p'),
  markSeverity: markCommand('flame', ...digits([1, 2, 3], { behind: 'shift+' })),
  markNote: markCommand('note', 'n'),
  markNext: markCommand('arrow-down', 'j'),
  markPrevious: markCommand('arrow-up', 'k'),
  markAgain: markCommand('copy', 'a'),
  markRemove: markCommand('trash', 'delete'),
  markMissing: markCommand('question', { key: 'shift+m', when: onDeskOrMarks }),
  markEvidence: markCommand('references', ...digits(oneToNine, { behind: 'alt+shift+' })),
  markWhere: markCommand('link', { key: 'ctrl+m', mac: 'ctrl+m', when: inDeskText }),
  markEnd: markCommand('close', 'escape'),
} satisfies CommandTable;
