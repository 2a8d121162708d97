/** A place of a file that both sides of a conflict changed, with what is in force there and what is not, as short JSON. */
export interface ConflictChoice {
  readonly path: string;
  readonly taken: string;
  readonly left: string;
}

/** What can be wrong with a project and the documents of its study. */
export interface StudyProblems {
  // study/document.ts: reading
  'study.noFile': object;
  'study.isFolder': object;
  'study.notReadable': object;
  'study.unreadable': { readonly reason: string };
  'study.notUtf8': object;
  'study.empty': object;
  'study.brokenJson': { readonly reason: string };
  'study.tooDeep': { readonly most: number };
  /** `reason` is what the schema says. */
  'study.invalid': { readonly reason: string };
  'study.invalidAndMore': { readonly reason: string; readonly more: number };
  'study.sidesInvalid': object;

  // study/document.ts: conflicts of git
  'study.bothSides': object;
  'study.bothSidesOurs': { readonly choices: readonly ConflictChoice[] };
  'study.wholeFileOurs': object;
  'study.oursUnread': { readonly reason: string };
  'study.theirsUnread': { readonly reason: string };

  // study/document.ts: writing
  'study.changedMeanwhile': object;
  'study.notWritten': { readonly reason: string };
  'study.notRemoved': { readonly reason: string };

  // study/library/libraryFiles.ts
  'study.folderUnreadable': { readonly reason: string };
  'study.folderChangedMeanwhile': object;
  'study.folderNotWritten': { readonly reason: string };
  'study.rubricInTwoFiles': { readonly id: string; readonly other: string };
  'study.ruleInTwoFiles': { readonly id: string; readonly other: string };

  // study/create.ts
  'study.wrongEnding': object;
  'study.exists': object;
  'study.noGuidelines': object;
  'study.notMade': { readonly reason: string };

  // study/gitAttributes.ts
  'study.attributesNotWritten': { readonly reason: string };

  // study/guidelines.ts
  'study.guidelinesMissing': object;
  'study.guidelinesAreFolder': object;
  'study.guidelinesUnreadable': { readonly reason: string };
  'study.guidelinesTooLong': { readonly megabytes: number };
  'study.guidelinesNotUtf8': object;
  'study.guidelinesNotKept': { readonly reason: string };

  // study/datasetReading.ts, study/study.ts, study/controlProblems.ts
  'study.labelsOnly': { readonly layout: string };
  'study.layoutReadsNothing': { readonly layout: string; readonly reason: string };
  'study.layoutUnknown': { readonly layout: string; readonly near: readonly string[] };
  'study.mappingUnknown': { readonly reason: string };
  /** `renamed`: some judged the items with other line ends than the rest. */
  'study.otherLineEnds': { readonly renamed: boolean };
  'study.controlMissing': { readonly item: string };
  'study.controlAnswerUnknown': { readonly item: string; readonly responses: readonly string[] };
}
