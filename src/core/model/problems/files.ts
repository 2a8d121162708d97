/** What a person does once a file can be written or read again. */
export type NextStep = 'save' | 'try' | 'export';

/** What can be wrong with any file, whatever it is for. The reasons are parts of sentences: "could not be written: …". */
export interface FileProblems {
  /** `what` is a text already: that of the problem at the line. */
  'file.atLine': { readonly line: number; readonly what: string };
  'file.isStream': object;
  'file.diskFull': { readonly next: NextStep };
  'file.noPermission': { readonly next: NextStep };
  'file.pathThroughFile': { readonly next: NextStep };
  'file.isFolder': { readonly next: NextStep };
  'file.nameTooLong': { readonly next: NextStep };
  'file.readOnly': object;

  // study/folderLock.ts
  'file.lockHeld': object;
  'file.inPlaceOfLock': object;
  'file.lockRefused': object;
}
