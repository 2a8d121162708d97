/** Names of fields. */
type Fields = readonly string[];

/** Why a person should look at a reading before it is used. Each is a part of `recognition.notCertain`, and a row of the field chooser. */
export interface DoubtProblems {
  // recognition/certainty: which fields are the responses.
  'doubt.onlyAlike': { readonly fields: Fields };
  'doubt.onlyAsLong': { readonly fields: Fields };
  'doubt.onlyCalledEdit': { readonly better: string; readonly worse: string };
  'doubt.reference': { readonly reference: string; readonly response: string };
  /** One of several fields, or of several groups of them. */
  'doubt.rivals': { readonly places: readonly Fields[] };
  'doubt.cutText': { readonly fields: Fields; readonly headings: readonly string[] };
  'doubt.headedText': { readonly fields: Fields };
  'doubt.namelessBeside': { readonly list: string };
  'doubt.namelessNumbers': { readonly list: string };
  'doubt.judgedAlone': { readonly list: string; readonly fields: Fields };
  'doubt.shortResponse': { readonly fields: Fields };
  'doubt.unused': { readonly fields: Fields };
  'doubt.oneOfTwo': { readonly fields: Fields };
  'doubt.endsWithAnswer': { readonly field: string };
  'doubt.otherResponses': { readonly fields: Fields };
  'doubt.otherLabels': { readonly fields: Fields };
  // recognition/modelRuns
  'doubt.modelRun': { readonly fields: Fields };
  'doubt.judgedAround': { readonly fields: Fields };
  'doubt.lastTurnJudged': { readonly fields: Fields };
  // recognition/certainty: which is the prompt.
  'doubt.severalPrompts': { readonly prompts: readonly Fields[] };
  'doubt.promptOrBeginning': object;
  'doubt.noPrompt': object;
  'doubt.samePromptId': { readonly field: string };
  'doubt.unnamedPrompt': { readonly fields: Fields };

  // recognition/planChecks: what speaks against a reading however well its names fit.
  'doubt.options': { readonly list: string };
  'doubt.answersSeveral': { readonly response: string; readonly prompt: Fields };
  /** Ids of a run and of the step around. */
  'doubt.traceSteps': { readonly fields: Fields };
  'doubt.samePrompt': { readonly prompt: Fields; readonly varied: Fields };
  'doubt.labelsDisagree': { readonly fields: Fields };
  /** `label` is absent where the fields of the responses say which is better. */
  'doubt.scoresDisagree': {
    readonly scores: Fields;
    readonly label?: string;
    readonly contrary: number;
    readonly records: number;
  };
  'doubt.worseNamed': { readonly fields: Fields; readonly worse: string };
  /** `record` (1-based) is the first without a word in its prompt or its responses. */
  'doubt.emptyRecords': { readonly records: number; readonly faults: number; readonly record: number };
  'doubt.unreadRecords': {
    readonly records: number;
    readonly faults: number;
    readonly record: number;
    readonly reason: string;
  };

  // recognition/plan: a guess where nothing is named as a response.
  'doubt.unnamedResponse': { readonly field: string };
  'doubt.mostlyEmpty': { readonly field: string };
  'doubt.onlyWords': { readonly field: string };

  // detect
  'doubt.emptyResponses': { readonly fields: Fields };
}
