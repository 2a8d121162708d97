import { deskCommand, type Command, type CommandTable, type MenuPlace } from './command';
import { all, inCode, inDiffComments, never } from './conditions';

/** A button of a comment on lines, or of the field in which one is written. */
const commentCommand = (icon: string, menu: MenuPlace['menu'], group: string, when: string): Command => ({
  icon,
  menus: [{ menu, group, when: all(inDiffComments, when) }],
  palette: never,
});

/** What responses change in the code of a repository, in VS Code's own diff editors, and comments on lines of it. */
export const code = {
  codeDiff: deskCommand('diff-single', 'alt+p'),
  codeDiffPair: deskCommand('diff-multiple', 'alt+shift+p'),
  openTree: deskCommand('folder-opened', 'alt+o'),
  takeOver: deskCommand('edit', 'alt+shift+o'),
  runTests: deskCommand('beaker', 'alt+y'),
  testResults: deskCommand('checklist', 'alt+shift+y'),
  commentOnLines: { icon: 'comment', enabled: inCode, keys: [{ key: 'c', when: inCode }], palette: never },
  otherSideOfDiff: { icon: 'arrow-swap', enabled: inCode, keys: [{ key: 'b', when: inCode }], palette: never },
  saveDiffComment: commentCommand('check', 'comments/commentThread/context', 'inline', 'commentThreadIsEmpty'),
  diffCommentType: commentCommand('tag', 'comments/comment/title', 'inline@1', "comment == 'written'"),
  editDiffComment: commentCommand('edit', 'comments/comment/title', 'inline@2', "comment == 'written'"),
  deleteDiffComment: commentCommand('trash', 'comments/comment/title', 'inline@3', "comment == 'written'"),
  saveEditedComment: commentCommand('check', 'comments/comment/context', 'inline@1', "comment == 'written'"),
  cancelEditedComment: commentCommand('close', 'comments/comment/context', 'inline@2', "comment == 'written'"),
} satisfies CommandTable;
