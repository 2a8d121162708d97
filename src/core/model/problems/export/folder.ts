import * as l10n from '@vscode/l10n';
import { digits, inProgram, withOptions } from '../program';
/** Why a manifest cannot be read. */
export type ManifestFault = 'unreadable' | 'not-json' | 'not-valid';

/** What can be wrong with the folder of an export, or the one file: its name, what is there already, its manifest. */
export const exportFolderProblems = {
  // write.ts
  'export.formatNeedsFolder': ({ format }: { format: string }) =>
    l10n.t('the format {0} writes more than one file. Choose a folder instead of a file.', format),
  'export.overwritesSource': () =>
    l10n.t('is a source of this study, and the export would overwrite it. Choose another folder.'),
  'export.folderOfJournals': () => l10n.t('contains the annotations of this study. Choose another folder.'),

  // folder/exportTarget.ts, folder/fileExtension.ts
  'export.homeAsFolder': () =>
    withOptions(
      l10n.t('“~” does not mean the home folder here. Enter the full path of the folder.'),
      '--out ~/exports',
    ),
  'export.endingOfOtherKind': ({ ending, kind }: { ending: string; kind: string }) =>
    l10n.t('ends in .{0}, but rows are written as {1}. Choose a file that ends in .{1}, or a folder.', ending, kind),
  'export.splitNeedsFolder': () => l10n.t('a split writes more than one file. Choose a folder instead of a file.'),
  /** Both without the dot. */
  'export.endingNotWritten': ({ ending, endings }: { ending: string; endings: readonly string[] }) =>
    l10n.t(
      'exports are not written as .{0}. Choose a folder, or a file with one of these endings: {1}',
      ending,
      endings.map((each) => `.${each}`).join(', '),
    ),

  // folder/writeFolder.ts
  'export.textsNeedFolder': ({ texts }: { texts: readonly string[] }) =>
    l10n.t('the export also writes {0}. Choose a folder instead of a file.', texts.join(', ')),
  'export.mediaNeedFolder': () =>
    l10n.t(
      'images, audio and video are copied into a folder. Choose a folder instead of a file, or choose “{0}”.',
      inProgram({ commandLine: '--media path', editor: l10n.t('Original paths') }),
    ),
  'export.notWritten': ({ reason }: { reason: string }) =>
    l10n.t('the export could not be written, and no files were changed: {0}', reason),

  // folder/earlierExport.ts, folder/editedFiles.ts, folder/folderEntries.ts
  /** `isFile`: a file, or else a pipe, a socket or a device. */
  'export.folderIsNone': ({ isFile }: { isFile: boolean }) =>
    isFile ? l10n.t('is a file. Choose a folder.') : l10n.t('is a pipe, a socket or a device. Choose a folder.'),
  'export.fileIsFolder': () =>
    l10n.t('is a folder, but the export writes a file with this name. Rename it, or choose another folder.'),
  'export.foreignData': ({ name }: { name: string }) =>
    l10n.t('contains {0}, which trainers would read together with the export. Choose an empty folder.', name),
  'export.editedFiles': ({ files }: { files: readonly string[] }) =>
    files.length === 1
      ? withOptions(
          l10n.t(
            '{0} was changed since it was exported, and your changes would be lost. Move it to another place, choose another folder, or allow Tiebreak to replace it when you export again.',
            files[0] ?? '',
          ),
          '--overwrite',
        )
      : withOptions(
          l10n.t(
            '{0} were changed since they were exported, and your changes would be lost. Move them to another place, choose another folder, or allow Tiebreak to replace them when you export again.',
            files.join(', '),
          ),
          '--overwrite',
        ),
  /** Nothing tells who wrote them: `manifest` cannot be read. */
  'export.filesOfUnknownOrigin': ({
    files,
    fault,
    reason,
  }: {
    files: readonly string[];
    fault: ManifestFault;
    reason: string;
  }) =>
    files.length === 1
      ? withOptions(
          l10n.t(
            '{0} may contain your own work: {1}. Move it to another place, choose another folder, or allow Tiebreak to replace it when you export again.',
            files[0] ?? '',
            manifestFault(fault, reason),
          ),
          '--overwrite',
        )
      : withOptions(
          l10n.t(
            '{0} may contain your own work: {1}. Move them to another place, choose another folder, or allow Tiebreak to replace them when you export again.',
            files.join(', '),
            manifestFault(fault, reason),
          ),
          '--overwrite',
        ),
  'export.tooManyFilesThere': ({ most }: { most: number }) =>
    l10n.t('contains too many files and folders (more than {0}). Choose a new folder within it.', digits(most)),

  // folder/manifest.ts
  'export.manifestNotRead': ({ fault, reason }: { fault: ManifestFault; reason: string }) =>
    fault === 'unreadable'
      ? manifestFault(fault, reason)
      : l10n.t('{0}. Choose another folder.', manifestFault(fault, reason)),

  // folder/lock.ts
  'export.folderTakesNoFiles': () => l10n.t('no files can be created in this folder. Choose another folder.'),
  'export.writtenByOther': ({ process }: { process?: { pid: number; host: string } }) =>
    process
      ? l10n.t(
          'another export is being written to this folder (process {0} on {1}). Wait until it is finished, or choose another folder.',
          process.pid,
          process.host,
        )
      : l10n.t('another export is being written to this folder. Wait until it is finished, or choose another folder.'),
  'export.placeTaken': () => l10n.t('another export was written to this folder in the meantime. Export again.'),

  // folder/checkExport.ts, folder/checkIntegrity.ts
  'export.noExportThere': ({ manifest }: { manifest: string }) =>
    l10n.t('is not an export: the file {0} is missing. Choose the folder of an export.', manifest),
  'export.isBeingWritten': () =>
    l10n.t('an export is being written to this folder. Check it again when it is finished.'),
  'export.diedWhileWritten': ({ lock }: { lock: string }) =>
    l10n.t(
      'an export was interrupted while it was written ({0} is left over), so files of two exports may be mixed. Export again to repair the folder.',
      lock,
    ),
  'export.filesNotCompared': () =>
    withOptions(
      l10n.t(
        'this manifest cannot be read, so the files cannot be compared with what was exported. Export again and replace the files, or delete the manifest.',
      ),
      '--overwrite',
    ),
  'export.fileGone': () => l10n.t('this file of the export is missing. Export again.'),
  /** In bytes; the same where only its content differs. */
  'export.otherLineEnds': () =>
    l10n.t('has other line endings than the export wrote, as Git writes them on Windows. Everything else is the same.'),
  'export.fileChanged': ({ size, written, holdsRows }: { size: number; written: number; holdsRows: boolean }) => {
    const text =
      size === written
        ? l10n.t('is not as it was exported: its content is different. It was changed, or is from another export.')
        : l10n.t(
            'is not as it was exported (size in bytes: {0}, exported: {1}). It was changed, or is from another export.',
            digits(size),
            digits(written),
          );
    return holdsRows ? l10n.t('{0} Its rows are checked as they are.', text) : text;
  },
};

function manifestFault(fault: ManifestFault, reason: string): string {
  if (fault === 'unreadable') return l10n.t('the manifest cannot be read: {0}', reason);
  return fault === 'not-json'
    ? l10n.t('the manifest is not JSON ({0})', reason)
    : l10n.t('the manifest is not valid: {0}', reason);
}
