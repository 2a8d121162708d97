/** What a value of a file is. */
export type FoundValue = 'missing' | 'null' | 'list' | 'emptyList' | 'object' | 'text' | 'number' | 'boolean';

/** What a field has to be. */
export type WantedValue = 'text' | 'number' | 'textList' | 'jsonText' | 'objectWithRubrics';

/** What the records of a file are. */
export type PackNoun = 'rubric' | 'rule';

/** What can be wrong with files that rubrics and rules are read from, and written to, for use elsewhere. */
export interface PackProblems {
  // rubric/packs/files.ts
  'pack.isFolder': object;
  'pack.noSuchFile': { readonly packs: readonly string[] };
  'pack.exists': object;
  'pack.notWritten': { readonly reason: string };
  'pack.tooLarge': { readonly megabytes: number };
  'pack.cannotReadFolder': object;
  'pack.notReadable': object;
  'pack.unreadable': { readonly reason: string };
  'pack.binary': { readonly mayBeUtf16: boolean };
  'pack.compressed': object;
  'pack.notUtf8': object;

  // rubric/packs/recordSyntax.ts
  'pack.empty': object;
  'pack.webPage': { readonly noun: PackNoun };
  'pack.tooDeep': { readonly most: number };
  'pack.recordTooDeep': { readonly record: number; readonly most: number };
  'pack.tooLongForYaml': { readonly noun: PackNoun; readonly megabytes: number };
  'pack.brokenJson': { readonly reason: string };
  'pack.lineNotObject': { readonly found: FoundValue };
  'pack.brokenLine': { readonly reason: string };
  /** `reason` is what the YAML library says. */
  'pack.notYaml': { readonly reason: string };
  'pack.yamlRepeats': object;
  'pack.emptyList': object;
  'pack.notObject': { readonly noun: PackNoun; readonly found: FoundValue };
  'pack.recordNotObject': { readonly noun: PackNoun; readonly record: number; readonly found: FoundValue };

  // rubric/packs/index.ts: reading
  'pack.atRecord': { readonly record: number; readonly reason: string };
  'pack.atRubric': { readonly rubric: number; readonly reason: string };
  'pack.sameIds': { readonly first: number; readonly second: number; readonly id: string };
  'pack.isLibrary': object;
  'pack.unknownForm': { readonly fields: readonly string[]; readonly forms: readonly string[] };
  'pack.emptyObject': { readonly forms: readonly string[] };
  'pack.otherForm': { readonly record: number; readonly form: string };

  // rubric/packs/pack.ts; `reason` is what the schema says
  'pack.invalid': { readonly reason: string };

  // rubric/packs/packFormat.ts and the forms
  'pack.wrongValue': { readonly path: string; readonly found: FoundValue; readonly wanted: WantedValue };
  'pack.listHolds': { readonly path: string; readonly found: FoundValue };
  'pack.groundTruthNotJson': { readonly reason: string };
  'pack.scaleWithoutText': object;
  'pack.negativeUnclear': { readonly count: number; readonly first: string };

  // rubric/packs/index.ts: writing
  'pack.noCriteria': { readonly form: string };
  'pack.nothingWritable': { readonly form: string; readonly reasons: readonly string[] };
  'pack.faultAsAvoidance': { readonly criterion: string };

  // what is not taken over or cannot be written, as parts of a list
  'pack.unknownField': { readonly field: string };
  'pack.meaninglessRubricField': { readonly field: string };
  'pack.meaninglessCriterionField': { readonly field: string };
  'pack.negativeTurned': object;
  'pack.repeated': object;
  'pack.notYesNo': { readonly kind: string };
  'pack.notScale': { readonly kind: string };
  'pack.notOneToFive': object;
  'pack.textless': object;
  'pack.faulty': object;
  'pack.rubricField': { readonly field: string };
  'pack.criterionField': { readonly field: string };

  // notes on what was written
  'pack.noPositivePoints': object;
  'pack.queryEmpty': object;
  'pack.scoreUndescribed': object;
  'pack.negativeIsFault': object;
}
