/** A field that a mapping names and that there is not, with those that there are and those that most datasets have. */
export interface UnknownField {
  readonly field: string;
  /** Absent where no layout has it. */
  readonly layout?: string;
  readonly fields: readonly string[];
  readonly usual: readonly string[];
}

/** What can be wrong where fields are recognized and mapped: no layout fits, a reading or a mapping is uncertain. */
export interface RecognitionProblems {
  // fields/mappingChecks; `noSuchMappedField` where the mapping was given by a person.
  'recognition.noSuchField': UnknownField;
  'recognition.noSuchMappedField': UnknownField;
  'recognition.promptIsResponse': {
    readonly prompt: string;
    readonly promptPath: string;
    readonly response: string;
    readonly responsePath: string;
  };
  /** What the mapping's setting `judges` says, and only one value is known. */
  'recognition.judgesArePeople': { readonly value: string };
  /** `fields` are those of the first record of `file`. */
  'recognition.pathLeadsNowhere': {
    readonly name: string;
    readonly mapped: string;
    readonly path: string;
    readonly file: string;
    readonly fields: readonly string[];
  };

  // detect: which layout the files have.
  'recognition.noSuchLayout': { readonly layout: string; readonly layouts: readonly string[] };
  'recognition.differentLayouts': { readonly layout: string; readonly other: string; readonly otherLayout: string };
  'recognition.differentFields': {
    readonly fields: readonly string[];
    readonly other: string;
    readonly otherFields: readonly string[];
  };
  'recognition.isProject': object;
  /** Answers name their questions by an id, which `file` beside them holds; `command` reads both. */
  'recognition.questionsElsewhere': { readonly file: string; readonly command: string };
  /** `fields` hold rubrics; `command` adds them to a study, and was tried, or they cannot be read so. */
  'recognition.isRubric': { readonly fields: readonly string[]; readonly command: string | null };
  'recognition.isOneObject': { readonly fields: readonly string[] };
  /** `cells` of the first line, and `names` that its columns could have. */
  'recognition.noHeader': { readonly cells: readonly string[]; readonly names: readonly string[] };
  'recognition.noTexts': { readonly fields: readonly string[] };
  'recognition.noLayout': { readonly file: string; readonly fields: readonly string[] };
  /** `command` reads the dataset so on the command line, null where none can; `lacksPrompt` where it has FIELD for the prompt's field. */
  'recognition.notCertain': {
    readonly doubts: readonly string[];
    readonly command: string | null;
    readonly lacksPrompt: boolean;
  };
  /** `fields` say that the records are runs of a model. */
  'recognition.isRun': { readonly fields: readonly string[] };
  /** `mark` is the field of a message that says which of several answers to one turn was chosen. */
  'recognition.answersSideBySide': { readonly field: string; readonly mark: string };
  'recognition.nothingToCompare': { readonly fields: readonly string[] };

  // recognition/firstObjects: the first records of a file.
  'recognition.notReadable': { readonly reason: string };
  'recognition.isEmpty': object;
  'recognition.onlyColumnNames': { readonly columns: number };
  'recognition.noRecord': object;
  'recognition.isProse': { readonly beginning: string };
  /** `more` others are not among `arrays`, of which the first is the one that would be read. */
  'recognition.severalArrays': { readonly arrays: readonly string[]; readonly more: number };
}
