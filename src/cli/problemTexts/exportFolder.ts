import { formatCount, formatNumber } from '../../core/model/text/formatCount';
import type { Messages } from '../../core/model/problems';
import type { ExportFolderProblems, ManifestFault } from '../../core/model/problems/exportFolder';

export const exportFolderMessages: Messages<ExportFolderProblems> = {
  'export.formatNeedsFolder': ({ format }) => `${format} comes with further files, so --out must be a folder`,
  'export.overwritesSource': () =>
    'is a source of this study, and an export would overwrite it. Choose another file or folder',
  'export.folderOfJournals': () => 'holds the journals of this study. Choose another folder',

  'export.homeAsFolder': () =>
    '"~" is the home folder to a shell alone, at the beginning of a word (--out ~/exports, not --out=~/exports). Name the folder by its whole path',
  'export.endingOfOtherKind': ({ ending, kind }) =>
    `ends in ".${ending}", and rows are written as ${kind}. Name a file that ends in ".${kind}", or a folder`,
  'export.splitNeedsFolder': ({ files }) =>
    `a split makes ${files === 2 ? 'two' : 'three'} files, so --out must be a folder`,
  'export.endingNotWritten': ({ ending, endings }) =>
    `exports are not written as .${ending}. Name a file that ends in ${endings
      .map((each) => `.${each}`)
      .join(', ')
      .replace(/, (?=[^,]*$)/, ' or ')}, or a folder (one with such a name has to be there already)`,

  'export.textsNeedFolder': ({ texts }) => `this export comes with ${texts.join(' and ')}, so --out must be a folder`,
  'export.mediaNeedFolder': () =>
    'images, audio and video are copied into a folder, so --out must be one (--media path names them where they are)',
  'export.notWritten': ({ reason }) => `the export could not be written, and nothing was changed: ${reason}`,

  'export.folderIsNone': ({ isFile }) =>
    `is ${isFile ? 'a file' : 'a pipe, a socket or a device'}. Name a folder, or a file that ends in ".jsonl"`,
  'export.fileIsFolder': () =>
    'is a folder, and its name that of a file. Rename it, name a folder within it, or choose another name',
  'export.foreignData': ({ name }) =>
    `holds ${name}, which trainers would read together with the export. Choose an empty folder`,
  'export.editedFiles': ({ files }) => {
    const [is, it] = files.length === 1 ? ['is', 'it'] : ['are', 'them'];
    return `holds ${files.join(' and ')}, which ${is} not as an export left ${it} and would be lost. ${makeRoom(it)}`;
  },
  'export.filesOfUnknownOrigin': ({ files, manifest, fault, reason }) => {
    const it = files.length === 1 ? 'it' : 'them';
    return `holds ${files.join(' and ')}, and nothing tells whether an export wrote ${it}, or you: ${manifest}: ${manifestIs(fault, reason)}. ${makeRoom(it)}`;
  },
  'export.tooManyFilesThere': ({ most }) =>
    `holds more than ${most.toLocaleString('en-US')} files and folders, and an export wants a folder of its own. Name a new one within it`,

  'export.manifestNotRead': ({ fault, reason }) =>
    `${manifestIs(fault, reason)}${fault === 'unreadable' ? '' : '. Export into another folder'}`,

  'export.folderTakesNoFiles': () => 'takes no files. Choose another place',
  'export.writtenByOther': ({ process }) =>
    `another export is being written there${process ? ` (process ${process.pid} on ${process.host})` : ''}. Wait until it is done, or choose another folder`,
  'export.placeTaken': () => 'another export took the place of this one meanwhile. Export again',

  'export.noExportThere': ({ manifest }) =>
    `holds no export (there is no ${manifest}). Name what "tiebreak export" wrote`,
  'export.isBeingWritten': () => 'an export is being written there at this moment. Validate it again once that is done',
  'export.diedWhileWritten': ({ lock }) =>
    `an export died while it was written (${lock} is left of it): files of two exports may be mixed. Export again, which puts that right first`,
  'export.filesNotCompared': () =>
    'this manifest cannot be read, so nothing tells whether the files are as they were written. Export again, with --overwrite, or take it away',
  'export.fileGone': () => 'is not there, and the export wrote it. Export again',
  'export.otherLineEnds': () =>
    'has other line ends than the export wrote, as git makes them on Windows, and is the same in all else',
  'export.fileChanged': ({ size, written, holdsRows }) =>
    `is not as the export wrote it (${size === written ? 'its SHA-256 is another' : `${formatCount(size, 'byte')}; ${formatNumber(written)} were written`}): it was edited since, or is of another export${holdsRows ? '. Its rows are checked as they are' : ''}`,
};

function manifestIs(fault: ManifestFault, reason: string): string {
  if (fault === 'unreadable') return `the manifest cannot be read: ${reason}`;
  return fault === 'not-json' ? `the manifest is not JSON (${reason})` : `the manifest is not valid: ${reason}`;
}

const makeRoom = (it: string | undefined): string =>
  `Move ${it} away, or choose another folder, or have ${it} replaced (--overwrite)`;
