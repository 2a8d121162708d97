import { deskCommand, type CommandTable } from './command';
import { all, inAnnotationEditor, is, onDesk } from './conditions';

/** Critiques by others, which are judged. */
export const othersCritiques = {
  critiques: deskCommand('comment-discussion', 'alt+c'),
  leaveCritiques: deskCommand('close', {
    key: 'escape',
    when: all(inAnnotationEditor, is('onDesk'), is('inCritiques')),
  }),
  critiquesNext: deskCommand('arrow-right', { key: 'right', when: all(onDesk, is('inCritiques')) }),
  critiquesPrevious: deskCommand('arrow-left', { key: 'left', when: all(onDesk, is('inCritiques')) }),
  acceptCritique: deskCommand('check', { key: 'y', when: all(onDesk, is('inCritiques')) }),
  rejectCritique: deskCommand('close', { key: 'n', when: all(onDesk, is('inCritiques')) }),
  soundCritique: deskCommand('pass', { key: 's', when: all(onDesk, is('inCritiques')) }),
  flawedCritique: deskCommand('error', { key: 'f', when: all(onDesk, is('inCritiques')) }),
  unsureOfCritique: deskCommand('question', { key: '-', when: all(onDesk, is('inCritiques')) }),
  agreeWithCritique: deskCommand('thumbsup', { key: 'shift+y', when: all(onDesk, is('inCritiques')) }),
  disagreeWithCritique: deskCommand('thumbsdown', { key: 'shift+n', when: all(onDesk, is('inCritiques')) }),
  editCritique: deskCommand('edit', { key: 'e', when: all(onDesk, is('inCritiques')) }),
  pickCritique: deskCommand('checklist', { key: 'x', when: all(onDesk, is('inCritiques')) }),
  mergeCritiques: deskCommand('git-merge', { key: 'm', when: all(onDesk, is('inCritiques')) }),
} satisfies CommandTable;
