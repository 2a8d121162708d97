import { deskCommand, digits, oneToNine, type CommandTable } from './command';
import { inAnnotationEditor, inDeskText, never, onDeskOrMarks, onMarks } from './conditions';

/** Marked passages of a response, and what is missing in it. */
export const marking = {
  mark: { ...deskCommand('edit', { key: 'f', when: onDeskOrMarks }), palette: inAnnotationEditor },
  markType: { ...deskCommand('tag', ...digits(oneToNine, { when: onMarks })), palette: never },
  markMore: { ...deskCommand('ellipsis', { key: '0', when: onMarks }), palette: inAnnotationEditor },
  markTake: { ...deskCommand('check', { key: 'enter', when: onMarks }), palette: inAnnotationEditor },
  markPolarity: { ...deskCommand('arrow-swap', { key: 'p', when: onMarks }), palette: inAnnotationEditor },
  markSeverity: { ...deskCommand('flame', ...digits([1, 2, 3], { behind: 'shift+', when: onMarks })), palette: never },
  markNote: { ...deskCommand('note', { key: 'n', when: onMarks }), palette: inAnnotationEditor },
  markNext: { ...deskCommand('arrow-down', { key: 'j', when: onMarks }), palette: inAnnotationEditor },
  markPrevious: { ...deskCommand('arrow-up', { key: 'k', when: onMarks }), palette: inAnnotationEditor },
  markAgain: { ...deskCommand('copy', { key: 'a', when: onMarks }), palette: inAnnotationEditor },
  markRemove: { ...deskCommand('trash', { key: 'delete', when: onMarks }), palette: inAnnotationEditor },
  markMissing: { ...deskCommand('question', { key: 'shift+m', when: onDeskOrMarks }), palette: inAnnotationEditor },
  markEvidence: {
    ...deskCommand('references', ...digits(oneToNine, { behind: 'alt+shift+', when: onMarks })),
    palette: never,
  },
  markWhere: { ...deskCommand('link', { key: 'ctrl+m', mac: 'ctrl+m', when: inDeskText }), palette: never },
  markEnd: { ...deskCommand('close', { key: 'escape', when: onMarks }), palette: inAnnotationEditor },
} satisfies CommandTable;
