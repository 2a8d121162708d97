/** Why a manifest cannot be read. */
export type ManifestFault = 'unreadable' | 'not-json' | 'not-valid';

/** What can be wrong with the folder of an export, or the one file: its name, what is there already, its manifest. */
export interface ExportFolderProblems {
  // write.ts
  'export.formatNeedsFolder': { readonly format: string };
  'export.overwritesSource': object;
  'export.folderOfJournals': object;

  // folder/exportTarget.ts, folder/fileExtension.ts
  'export.homeAsFolder': object;
  'export.endingOfOtherKind': { readonly ending: string; readonly kind: string };
  /** `files`: how many the split makes, two or three. */
  'export.splitNeedsFolder': { readonly files: number };
  /** Both without the dot. */
  'export.endingNotWritten': { readonly ending: string; readonly endings: readonly string[] };

  // folder/writeFolder.ts
  'export.textsNeedFolder': { readonly texts: readonly string[] };
  'export.mediaNeedFolder': object;
  'export.notWritten': { readonly reason: string };

  // folder/earlierExport.ts, folder/editedFiles.ts, folder/folderEntries.ts
  /** `isFile`: a file, or else a pipe, a socket or a device. */
  'export.folderIsNone': { readonly isFile: boolean };
  'export.fileIsFolder': object;
  'export.foreignData': { readonly name: string };
  'export.editedFiles': { readonly files: readonly string[] };
  /** Nothing tells who wrote them: `manifest` cannot be read. */
  'export.filesOfUnknownOrigin': {
    readonly files: readonly string[];
    readonly manifest: string;
    readonly fault: ManifestFault;
    readonly reason: string;
  };
  'export.tooManyFilesThere': { readonly most: number };

  // folder/manifest.ts
  'export.manifestNotRead': { readonly fault: ManifestFault; readonly reason: string };

  // folder/lock.ts
  'export.folderTakesNoFiles': object;
  'export.writtenByOther': { readonly process?: { readonly pid: number; readonly host: string } };
  'export.placeTaken': object;

  // folder/checkExport.ts, folder/checkIntegrity.ts
  'export.noExportThere': { readonly manifest: string };
  'export.isBeingWritten': object;
  'export.diedWhileWritten': { readonly lock: string };
  'export.filesNotCompared': object;
  'export.fileGone': object;
  /** In bytes; the same where only its content differs. */
  'export.otherLineEnds': object;
  'export.fileChanged': { readonly size: number; readonly written: number; readonly holdsRows: boolean };
}
