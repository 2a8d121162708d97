import * as l10n from '@vscode/l10n';
import { chooseFields, digits } from './program';
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

/** What a value is, behind a colon. */
export const kindText = (kind: ValueKind): string =>
  ({
    missing: l10n.t('no value'),
    null: l10n.t('null'),
    emptyList: l10n.t('an empty list'),
    list: l10n.t('a list'),
    object: l10n.t('an object'),
    string: l10n.t('text'),
    number: l10n.t('a number'),
    boolean: l10n.t('true or false'),
  })[kind];

/** What the value at a path must be, and what it is. */
const mustBe: Readonly<Record<WantedValue, (path: string, found: string) => string>> = {
  text: (path, found) => l10n.t('“{0}” must be text. Found: {1}', path, found),
  number: (path, found) => l10n.t('“{0}” must be a number. Found: {1}', path, found),
  list: (path, found) => l10n.t('“{0}” must be a list. Found: {1}', path, found),
  object: (path, found) => l10n.t('“{0}” must be an object. Found: {1}', path, found),
  listOfObjects: (path, found) => l10n.t('“{0}” must be a list of objects. Found: {1}', path, found),
  listOfTexts: (path, found) => l10n.t('“{0}” must be a list of texts. Found: {1}', path, found),
  jsonListOfTexts: (path, found) => l10n.t('“{0}” must be a JSON list of texts. Found: {1}', path, found),
  jsonText: (path, found) => l10n.t('“{0}” must be JSON in a text. Found: {1}', path, found),
  messages: (path, found) => l10n.t('“{0}” must be a list of messages. Found: {1}', path, found),
  textOrMessages: (path, found) => l10n.t('“{0}” must be text or a list of messages. Found: {1}', path, found),
  textOrMessage: (path, found) =>
    l10n.t('“{0}” must be text, a message or a list of messages. Found: {1}', path, found),
  textOrTextsOrMessages: (path, found) =>
    l10n.t('“{0}” must be text, a list of texts or a list of messages. Found: {1}', path, found),
  textAsOther: (path, found) => l10n.t('“{0}” must be text, like the other response. Found: {1}', path, found),
  textAsSecond: (path, found) => l10n.t('“{0}” must be text, like the second response. Found: {1}', path, found),
  responses: (path, found) => l10n.t('“{0}” must be a list of responses. Found: {1}', path, found),
  response: (path, found) => l10n.t('“{0}” must be text, or an object with “text”. Found: {1}', path, found),
  conversations: (path, found) => l10n.t('“{0}” must be a list of conversations. Found: {1}', path, found),
  queriesAndResponses: (path, found) =>
    l10n.t('“{0}” must be a list of pairs: a query and its response. Found: {1}', path, found),
  transcript: (path, found) =>
    l10n.t('“{0}” must be a conversation “\\n\\nHuman: … \\n\\nAssistant: …”. Found: {1}', path, found),
  itemId: (path, found) => l10n.t('“{0}” must be the ID of an item. Found: {1}', path, found),
  responseId: (path, found) => l10n.t('“{0}” must be the ID of a response. Found: {1}', path, found),
  treeRole: (path, found) => l10n.t('“{0}” must be “prompter” or “assistant”. Found: {1}', path, found),
  codePoints: (path, found) => l10n.t('“{0}” must be a number of code points. Found: {1}', path, found),
  verdict: (path, found) => l10n.t('“{0}” must be yes or no, a level, a category or “n/a”. Found: {1}', path, found),
  preferredResponse: (path, found) =>
    l10n.t('“{0}” must be 1 (A is preferred) or 0 (B is preferred). Found: {1}', path, found),
  numberOfSummary: (path, found) => l10n.t('“{0}” must be the number of a summary, 0 or 1. Found: {1}', path, found),
  numberOfResponse: (path, found) => l10n.t('“{0}” must be the number of a response, 0 or 1. Found: {1}', path, found),
  numberOfEachAnnotator: (path, found) =>
    l10n.t('“{0}” must be a number, or a list with one number for each annotator. Found: {1}', path, found),
  objectWithRubrics: (path, found) => l10n.t('“{0}” must be an object with “rubrics”. Found: {1}', path, found),
};

/** What can be wrong with a record for its layout: why it gives no item. Paths are those of its fields. */
export const layoutProblems = {
  // fields/recordFields, records/recordReader
  'layouts.wrongKind': ({ path, kind, wanted }: { path: string; kind: ValueKind; wanted: WantedValue }) =>
    mustBe[wanted](path, kindText(kind)),
  /** `value`: as JSON, or its beginning. */
  'layouts.wrongValue': ({ path, value, wanted }: { path: string; value: string; wanted: WantedValue }) =>
    mustBe[wanted](path, value),
  'layouts.kindNotOneOf': ({ path, kind, allowed }: { path: string; kind: ValueKind; allowed: readonly string[] }) =>
    l10n.t('“{0}” must be one of these: {1}. Found: {2}', path, allowed.join(', '), kindText(kind)),
  'layouts.valueNotOneOf': ({ path, value, allowed }: { path: string; value: string; allowed: readonly string[] }) =>
    l10n.t('“{0}” must be one of these: {1}. Found: {2}', path, allowed.join(', '), value),
  'layouts.notWholeNumber': ({ path, kind, least }: { path: string; kind: ValueKind; least: number }) =>
    l10n.t('“{0}” must be a whole number of at least {1}. Found: {2}', path, least, kindText(kind)),
  'layouts.notMessage': ({ path }: { path: string }) =>
    l10n.t(
      '“{0}” is not a message with text: {1} or {2}',
      path,
      '{"role": …, "content": "…"}',
      '{"from": …, "value": "…"}',
    ),

  // judges
  'layouts.notJudgePrompt': ({ path }: { path: string }) =>
    l10n.t(
      '“{0}” is not a prompt for a judge. Known are those of Prometheus, and “[Prompt]” with “[Response]” or with “[Response A]” and “[Response B]”',
      path,
    ),
  'layouts.verdictsDiffer': ({ value, earlier }: { value: string; earlier: string }) =>
    l10n.t(
      'The verdict is {0}, but an earlier row of the same annotator, response and criterion says {1}. The row was left out. Remove one of the two',
      value,
      earlier,
    ),

  // pairs
  'layouts.notTwoSummaries': ({ path, count }: { path: string; count: number }) =>
    l10n.t('“{0}” must have two summaries. Number found: {1}', path, digits(count)),
  'layouts.turnsDiffer': ({
    path,
    turns,
    promptPath,
    prompts,
  }: {
    path: string;
    turns: number;
    promptPath: string;
    prompts: number;
  }) =>
    l10n.t(
      '“{0}” and “{1}” must have the same number of turns. Number of turns found: {2} and {3}',
      path,
      promptPath,
      digits(turns),
      digits(prompts),
    ),
  'layouts.endsBeforeAnswer': ({ path }: { path: string }) => l10n.t('“{0}” ends before the answer', path),
  'layouts.noSharedMessage': ({ first, second }: { first: string; second: string }) =>
    l10n.t('There is no prompt: the first messages of “{0}” and “{1}” are different', first, second),
  'layouts.notText': ({ path }: { path: string }) => l10n.t('“{0}” is not text', path),

  // lists
  'layouts.scoresDiffer': ({ path, scores, responses }: { path: string; scores: number; responses: number }) =>
    l10n.t(
      '“{0}” must have one score for each response. Number of scores: {1}. Number of responses: {2}',
      path,
      digits(scores),
      digits(responses),
    ),
  'layouts.noResponse': ({ path }: { path: string }) =>
    l10n.t('There is nothing to judge: “{0}” has no responses', path),
  'layouts.emptyResponses': ({ path }: { path: string }) =>
    l10n.t('There is nothing to judge: every response in “{0}” is empty', path),
  'layouts.responseIdAgain': ({ path, id }: { path: string; id: string }) =>
    l10n.t('“{0}” has two responses with the ID “{1}”', path, id),
  'layouts.noResponseAt': ({ paths }: { paths: string }) =>
    l10n.t('There is nothing to judge: none of these fields has a response: {0}', paths),
  'layouts.conversationsDiffer': ({
    path,
    conversations,
    responses,
  }: {
    path: string;
    conversations: number;
    responses: number;
  }) =>
    l10n.t(
      '“{0}” must have one conversation for each response. Number of conversations: {1}. Number of responses: {2}',
      path,
      digits(conversations),
      digits(responses),
    ),
  'layouts.otherConversation': ({ path }: { path: string }) =>
    l10n.t(
      'All responses of a record must answer the same conversation, but “{0}” is different from the first one',
      path,
    ),
  'layouts.noTurnBeforeAnswer': ({ path }: { path: string }) =>
    l10n.t('There is no prompt: “{0}” has no turn before the answer', path),
  'layouts.messageIdAgain': ({ id, line, unit }: { id: string; line: number; unit: 'line' | 'row' }) =>
    unit === 'row'
      ? l10n.t('Row {1} has the same message ID “{0}”. The message was left out. Remove one of the two', id, line)
      : l10n.t('Line {1} has the same message ID “{0}”. The message was left out. Remove one of the two', id, line),
  // lists/questionsAndAnswers.ts
  'layouts.questionAgain': ({ id, line, unit }: { id: string; line: number; unit: 'line' | 'row' }) =>
    unit === 'row'
      ? l10n.t('Row {1} has the same question ID “{0}”. The question was left out. Remove one of the two', id, line)
      : l10n.t('Line {1} has the same question ID “{0}”. The question was left out. Remove one of the two', id, line),
  'layouts.questionWithoutAnswer': ({ id }: { id: string }) =>
    l10n.t('The question “{0}” has no answer in these files. It was left out', id),
  'layouts.answerWithoutQuestion': ({ id }: { id: string }) =>
    l10n.t('The question “{0}” of this answer is in none of these files. The answer was left out', id),
  'layouts.parentInCircle': ({ parent }: { parent: string }) =>
    l10n.t(
      'The message answers “{0}”, which itself answers this message. This message and all answers to it were left out. Correct “parent_id”',
      parent,
    ),
  'layouts.parentMissing': ({ parent }: { parent: string }) =>
    l10n.t(
      'The message answers “{0}”, and no message of this tree has that ID. This message and all answers to it were left out. Correct “parent_id”, or add the missing message',
      parent,
    ),

  // tools
  'layouts.potatoWithoutResponses': () =>
    l10n.t(
      'The record names the winner, but has no responses: Potato exports them separately. Add the two texts to each row as “A” and “B”, or choose their fields with {0}',
      chooseFields('--map a=FIELD --map b=FIELD'),
    ),
  'layouts.entryWithoutText': ({ path }: { path: string }) =>
    l10n.t('“{0}” has no text. It must have “body”, “html” or “title”', path),

  // unpaired
  'layouts.emptyResponse': ({ path }: { path: string }) => l10n.t('There is nothing to judge: “{0}” is empty', path),

  // texts
  'layouts.noResponseAmong': ({ fields }: { fields: readonly string[] }) =>
    l10n.t(
      'There is no response among the fields {0}. Choose the responses and the prompt with {1}',
      fields.join(', '),
      chooseFields('--map answers=FIELD,FIELD --map prompt=FIELD'),
    ),
  'layouts.noSharedPrompt': ({ chosen, rejected }: { chosen: string; rejected: string }) =>
    l10n.t('There is no prompt: “{0}” and “{1}” are different before the first “Assistant:”', chosen, rejected),
  'layouts.noSharedBeginning': () =>
    l10n.t(
      'There is no prompt: “chosen” and “rejected” do not begin with the same conversation, as in “Human: … Assistant: …”, and no other field looks like a prompt. Add a field “prompt”, or choose the prompt with {0}',
      chooseFields('--map prompt=FIELD'),
    ),
  'layouts.noPromptInPair': () =>
    l10n.t(
      'There is no prompt: the first messages of “chosen” and “rejected” are different. Add a field “prompt”, or choose the prompt with {0}',
      chooseFields('--map prompt=FIELD'),
    ),
  'layouts.noAnswer': ({ path, role }: { path: string; role: string }) =>
    l10n.t('There is no answer: “{0}” ends with a turn of the role “{1}”', path, role),

  // steps
  'layouts.signsDiffer': ({
    path,
    steps,
    signsPath,
    signs,
  }: {
    path: string;
    steps: number;
    signsPath: string;
    signs: number;
  }) =>
    l10n.t(
      '“{0}” and “{1}” must have one sign for each step. Number of steps: {2}. Number of signs: {3}',
      path,
      signsPath,
      digits(steps),
      digits(signs),
    ),
  'layouts.stepLabelsDiffer': ({
    path,
    steps,
    labelsPath,
    labels,
  }: {
    path: string;
    steps: number;
    labelsPath: string;
    labels: number;
  }) =>
    l10n.t(
      '“{0}” and “{1}” must have one label for each step. Number of steps: {2}. Number of labels: {3}',
      path,
      labelsPath,
      digits(steps),
      digits(labels),
    ),
  'layouts.noStepWithText': ({ path }: { path: string }) =>
    l10n.t('There is nothing to judge: “{0}” has no step with text', path),

  // ratings
  'layouts.notPassage': ({ path }: { path: string }) => l10n.t('“{0}” is not a list of a title and sentences', path),
  'layouts.noFirstPrediction': () => l10n.t('“prediction 1” is missing. It must be text'),
  'layouts.spanOutside': ({
    path,
    start,
    end,
    characters,
  }: {
    path: string;
    start: string;
    end: string;
    characters: number;
  }) =>
    l10n.t(
      '“{0}” is from {1} to {2}, which is outside of “prediction 1”. Number of its characters: {3}',
      path,
      start,
      end,
      digits(characters),
    ),
  'layouts.notNemoTemplate': ({ path }: { path: string }) =>
    l10n.t(
      '“{0}” is not a conversation in the template of NeMo models: {1}, then turns that begin with {2} or {3}',
      path,
      '<extra_id_0>System',
      '<extra_id_1>User',
      '<extra_id_1>Assistant',
    ),
  'layouts.notSteerLmTemplate': ({ path }: { path: string }) =>
    l10n.t(
      '“{0}” is not a conversation in the template of SteerLM: {1}, then turns that begin with {2} or {3}',
      path,
      '<extra_id_0>System',
      '<extra_id_1>User',
      '<extra_id_1>Assistant',
    ),
  'layouts.noRejectedLine': () =>
    l10n.t(
      'There is no line after it with the same prompt and a rejected answer: of every two lines, the first has the chosen answer. The line was left out. Add the missing line',
    ),
};
