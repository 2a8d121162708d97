import * as vscode from 'vscode';
import type { FileFault, FileNote } from '../../core/code/patch/applyPatch';
import type { PatchHunk, UnreadPart } from '../../core/code/patch/fileChange';
import { textOfBinary } from '../../core/code/patch/binaryText';
import type { PathRefusal } from '../../core/code/patch/refusedPath';
import type { SideRemark } from '../../core/code/view/codeSides';
import type { FoldReason } from '../../core/code/view/foldedFile';

/** What is told of a part of a patch, in a line. */
export function remarkText(remark: SideRemark): string {
  if ('unread' in remark) return unreadText(remark.unread);
  const { path } = remark;
  return 'fault' in remark ? `${path}: ${faultText(remark.fault)}` : `${path}: ${noteText(remark.note)}`;
}

/** A hunk as people name it: `hunk 2 (@@ -10,7 +10,8 @@)`. */
const hunkName = ({ number, head }: PatchHunk): string =>
  vscode.l10n.t('hunk {0} ({1})', number, /^@@.*?@@/.exec(head)?.[0] ?? head);

export function faultText(fault: FileFault): string {
  switch (fault.kind) {
    case 'path':
      return pathText(fault.refusal);
    case 'symlink':
      return vscode.l10n.t('not applied, because it is a symbolic link');
    case 'submodule':
      return vscode.l10n.t('not applied, because it is a submodule');
    case 'folder':
      return vscode.l10n.t('not applied, because it is a folder in the repository');
    case 'tooLarge':
      return vscode.l10n.t('not applied, because the file in the repository is too large');
    case 'missing':
      return vscode.l10n.t('not applied, because the repository has no such file');
    case 'exists':
      return vscode.l10n.t('not applied, because the file is new in the patch and already in the repository');
    case 'notAsPatched':
      return vscode.l10n.t('not applied, because the file in the repository has other contents than the patch expects');
    case 'bytesAbsent':
      return vscode.l10n.t('a binary file, of which the patch does not have the contents');
    case 'hunk':
      return fault.fault === 'ambiguous'
        ? vscode.l10n.t('{0} does not apply, because its lines are at several places', hunkName(fault.hunk))
        : vscode.l10n.t('{0} does not apply, because its lines are not in the file', hunkName(fault.hunk));
  }
}

function pathText(refusal: PathRefusal): string {
  switch (refusal) {
    case 'outside':
      return vscode.l10n.t('not applied, because the path leads out of the repository');
    case 'git':
      return vscode.l10n.t('not applied, because the path leads into the folder of Git');
    case 'name':
      return vscode.l10n.t('not applied, because not every system can have a file of this name');
  }
}

const signed = (lines: number): string => (lines > 0 ? `+${lines}` : `−${-lines}`);

function noteText(note: FileNote): string {
  switch (note.kind) {
    case 'moved':
      return vscode.l10n.t('{0} applies at another line than it says ({1})', hunkName(note.hunk), signed(note.by));
    case 'recounted':
      return vscode.l10n.t('{0} counts its lines wrongly; the lines that follow it were taken', hunkName(note.hunk));
    case 'crlfPatch':
      return vscode.l10n.t('the patch has CRLF line ends; those of the file were kept');
    case 'lfPatch':
      return vscode.l10n.t('the patch has LF line ends; those of the file were kept');
  }
}

function unreadText({ kind, at }: UnreadPart): string {
  switch (kind) {
    case 'unnamed':
      return vscode.l10n.t('Line {0} of the patch: a change that names no file', at);
    case 'otherFormat':
      return vscode.l10n.t('Line {0} of the patch: not a patch in the form of Git', at);
    case 'binary':
      return vscode.l10n.t('Line {0} of the patch: the contents of a binary file cannot be read', at);
  }
}

/** The line that stands for a file that nobody reads. */
export function foldedText(reason: FoldReason, size: number): string {
  const bytes = size.toLocaleString('en-US');
  switch (reason) {
    case 'generated':
      return vscode.l10n.t('Generated file, size in bytes: {0}', bytes);
    case 'binary':
      return vscode.l10n.t('Binary file, size in bytes: {0}', bytes);
    case 'large':
      return vscode.l10n.t('Large file, size in bytes: {0}', bytes);
  }
}

/** All remarks on a patch as Markdown, each hunk that does not apply with its lines. */
export function remarksText(letter: string, remarks: readonly SideRemark[]): string {
  const parts = remarks.map((remark) => {
    const text = `- ${remarkText(remark)}`;
    if (!('fault' in remark) || remark.fault.kind !== 'hunk') return text;
    const { head, lines } = remark.fault.hunk;
    const ofHunk = lines.map(({ sign, text: line }) => sign + line.replace(/\r?\n$/, ''));
    return `${text}\n\n${textOfBinary([head, ...ofHunk].join('\n')).replaceAll(/^/gm, '      ')}\n`;
  });
  return `# ${[vscode.l10n.t('The patch of {0}', letter), '', ...parts].join('\n')}\n`;
}
