import { commandsOf, deskCommand, type CommandTable } from './command';
import { all, inAnnotationEditor, is, never, onDesk } from './conditions';

/** A command of the list of critiques, which has the keyboard. */
const critiqueCommand = commandsOf({
  enabled: inAnnotationEditor,
  keys: all(onDesk, is('inCritiques')),
  palette: never,
});

/** Critiques by others, which are judged. */
export const othersCritiques = {
  critiques: deskCommand('comment-discussion', 'alt+c'),
  leaveCritiques: critiqueCommand('close', {
    key: 'escape',
    when: all(inAnnotationEditor, is('onDesk'), is('inCritiques')),
  }),
  critiquesNext: critiqueCommand('arrow-right', 'right'),
  critiquesPrevious: critiqueCommand('arrow-left', 'left'),
  acceptCritique: critiqueCommand('check', 'y'),
  rejectCritique: critiqueCommand('close', 'n'),
  soundCritique: critiqueCommand('pass', 's'),
  flawedCritique: critiqueCommand('error', 'f'),
  unsureOfCritique: critiqueCommand('question', '-'),
  agreeWithCritique: critiqueCommand('thumbsup', 'shift+y'),
  disagreeWithCritique: critiqueCommand('thumbsdown', 'shift+n'),
  editCritique: critiqueCommand('edit', 'e'),
  pickCritique: critiqueCommand('checklist', 'x'),
  mergeCritiques: critiqueCommand('git-merge', 'm'),
} satisfies CommandTable;
