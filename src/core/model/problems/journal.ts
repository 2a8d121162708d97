import type { Reason } from './reason';

/** What can be wrong with journals and with what is saved in them. */
export interface JournalProblems {
  // journal/makeFolders.ts
  'journal.folderNotMade': { readonly reason: string };
  'journal.takesNoFolders': { readonly parent: string };

  // journal/fileJournal.ts, journal/journalReader.ts
  'journal.halfCharacter': { readonly annotator: string };
  'journal.unreadable': { readonly reason: string };
  'journal.isStream': object;
  'journal.lineSetAside': { readonly reason: string };
  'journal.beginningCutOff': object;
  'journal.lastLineCutOff': object;
  'journal.changedMeanwhile': object;

  // journal/journalWriter.ts, study/study.ts
  'journal.notWritten': { readonly name: string; readonly reason: string; readonly path: string };
  'journal.notConfirmed': { readonly name: string; readonly reason: string; readonly path: string };
  /** `found`: what stands at the path, in bytes. */
  'journal.notAtPath': {
    readonly name: string;
    readonly found: number | 'nothing';
    readonly path: string;
  };
  'journal.cutShort': { readonly written: number; readonly bytes: number };
  'journal.lineInvalid': { readonly reason: string };

  // desk/session.ts
  /** Where `mayStand`, nobody knows whether the judgement was saved. */
  'journal.keptAsDraft': { readonly reason: Reason; readonly mayStand: boolean };

  // journal/validate.ts
  'journal.lineWrong': { readonly reason: string };

  // journal/line.ts: why a line is none, as a part of a sentence
  'journal.lineNotJson': { readonly reason: string };
  'journal.lineNewer': { readonly version: number };
  'journal.lineNotAnnotation': { readonly reason: string };

  // desk/deskState.ts
  'journal.itemGone': object;
}
