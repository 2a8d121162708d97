/** What a value of a record is. */
export type ValueKind = 'missing' | 'null' | 'emptyList' | 'list' | 'object' | 'string' | 'number' | 'boolean';

/** What a value of a record must be. */
export type WantedValue =
  | 'text'
  | 'number'
  | 'list'
  | 'object'
  | 'listOfObjects'
  | 'listOfTexts'
  | 'jsonListOfTexts'
  | 'jsonText'
  | 'messages'
  | 'textOrMessages'
  | 'textOrMessage'
  | 'textOrTextsOrMessages'
  | 'textAsOther'
  | 'textAsSecond'
  | 'responses'
  | 'response'
  | 'conversations'
  | 'queriesAndResponses'
  | 'transcript'
  | 'itemId'
  | 'responseId'
  | 'treeRole'
  | 'codePoints'
  | 'verdict'
  | 'preferredResponse'
  | 'numberOfSummary'
  | 'numberOfResponse'
  | 'numberOfEachAnnotator'
  | 'objectWithRubrics';

/** What can be wrong with a record for its layout: why it gives no item. Paths are those of its fields. */
export interface LayoutProblems {
  // fields/recordFields, records/recordReader
  'layouts.wrongKind': { readonly path: string; readonly kind: ValueKind; readonly wanted: WantedValue };
  /** `value`: as JSON, or its beginning. */
  'layouts.wrongValue': { readonly path: string; readonly value: string; readonly wanted: WantedValue };
  'layouts.kindNotOneOf': { readonly path: string; readonly kind: ValueKind; readonly allowed: readonly string[] };
  'layouts.valueNotOneOf': { readonly path: string; readonly value: string; readonly allowed: readonly string[] };
  'layouts.notWholeNumber': { readonly path: string; readonly kind: ValueKind; readonly least: number };
  'layouts.notMessage': { readonly path: string };

  // judges
  'layouts.notJudgePrompt': { readonly path: string };
  'layouts.verdictsDiffer': { readonly value: string; readonly earlier: string };

  // pairs
  'layouts.notTwoSummaries': { readonly path: string; readonly count: number };
  'layouts.turnsDiffer': {
    readonly path: string;
    readonly turns: number;
    readonly promptPath: string;
    readonly prompts: number;
  };
  'layouts.endsBeforeAnswer': { readonly path: string };
  'layouts.noSharedMessage': { readonly first: string; readonly second: string };
  'layouts.notText': { readonly path: string };

  // lists
  'layouts.scoresDiffer': { readonly path: string; readonly scores: number; readonly responses: number };
  'layouts.noResponse': { readonly path: string };
  'layouts.emptyResponses': { readonly path: string };
  'layouts.responseIdAgain': { readonly path: string; readonly id: string };
  'layouts.noResponseAt': { readonly paths: string };
  'layouts.conversationsDiffer': { readonly path: string; readonly conversations: number; readonly responses: number };
  'layouts.otherConversation': { readonly path: string };
  'layouts.noTurnBeforeAnswer': { readonly path: string };
  'layouts.messageIdAgain': { readonly id: string; readonly line: number; readonly unit: 'line' | 'row' };
  'layouts.parentInCircle': { readonly parent: string };
  'layouts.parentMissing': { readonly parent: string };

  // lists/questionsAndAnswers.ts
  'layouts.questionAgain': { readonly id: string; readonly line: number; readonly unit: 'line' | 'row' };
  'layouts.questionWithoutAnswer': { readonly id: string };
  'layouts.answerWithoutQuestion': { readonly id: string };

  // tools
  'layouts.potatoWithoutResponses': object;
  'layouts.entryWithoutText': { readonly path: string };

  // unpaired
  'layouts.emptyResponse': { readonly path: string };

  // texts
  'layouts.noResponseAmong': { readonly fields: readonly string[] };
  'layouts.noSharedPrompt': { readonly chosen: string; readonly rejected: string };
  'layouts.noSharedBeginning': object;
  'layouts.noPromptInPair': object;
  'layouts.noAnswer': { readonly path: string; readonly role: string };

  // steps
  'layouts.signsDiffer': {
    readonly path: string;
    readonly steps: number;
    readonly signsPath: string;
    readonly signs: number;
  };
  'layouts.stepLabelsDiffer': {
    readonly path: string;
    readonly steps: number;
    readonly labelsPath: string;
    readonly labels: number;
  };
  'layouts.noStepWithText': { readonly path: string };

  // ratings
  'layouts.notPassage': { readonly path: string };
  'layouts.noFirstPrediction': object;
  'layouts.spanOutside': {
    readonly path: string;
    readonly start: string;
    readonly end: string;
    readonly characters: number;
  };
  'layouts.notNemoTemplate': { readonly path: string };
  'layouts.notSteerLmTemplate': { readonly path: string };
  'layouts.noRejectedLine': object;
}
