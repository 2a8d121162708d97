import { deskCommand, type CommandTable } from './command';

/** What responses change in the code of a repository, in VS Code's own diff editors. */
export const code = {
  codeDiff: deskCommand('diff-single', 'alt+p'),
  codeDiffPair: deskCommand('diff-multiple', 'alt+shift+p'),
} satisfies CommandTable;
