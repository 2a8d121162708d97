import * as vscode from 'vscode';
import type { PathRefusal } from '../../core/code/patch/refusedPath';
import type { TreeNote } from '../../core/code/tree/treeFiles';
import { faultText } from './remarkTexts';

/** What is told of a file that is not in a tree, or not as it should be, in a line. */
export const treeNoteText = (note: TreeNote): string =>
  note.kind === 'tooMany' ? reasonOf(note) : `${note.path}: ${reasonOf(note)}`;

function reasonOf(note: TreeNote): string {
  switch (note.kind) {
    case 'symlink':
      return vscode.l10n.t('not written, because it is a symbolic link');
    case 'submodule':
      return vscode.l10n.t('not written, because it is a submodule');
    case 'tooLarge':
      return vscode.l10n.t('not written, because the file is too large');
    case 'tooMany':
      return vscode.l10n.t('The repository has more files than are written.');
    case 'sameName':
      return vscode.l10n.t('not written, because this computer takes its name for that of {0}', note.other);
    case 'path':
      return refusalText(note.refusal);
    case 'change':
      return faultText(note.fault);
  }
}

function refusalText(refusal: PathRefusal): string {
  switch (refusal) {
    case 'outside':
      return vscode.l10n.t('not written, because the path leads out of the repository');
    case 'git':
      return vscode.l10n.t('not written, because the path leads into the folder of Git');
    case 'name':
      return vscode.l10n.t('not written, because not every system can have a file of this name');
  }
}
