import type { ValueKind, WantedValue } from '../../core/model/problems/layouts';
import type { Wording } from '../../core/model/problems/problem';
import { formatCount } from '../../core/model/text/formatCount';

export const kinds: Readonly<Record<ValueKind, string>> = {
  missing: 'missing',
  null: 'null',
  emptyList: 'an empty list',
  list: 'a list',
  object: 'an object',
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
};

const wantedValues: Readonly<Record<WantedValue, string>> = {
  text: 'text',
  number: 'a number',
  list: 'a list',
  object: 'an object',
  listOfObjects: 'a list of objects',
  listOfTexts: 'a list of texts',
  jsonListOfTexts: 'a JSON list of texts',
  jsonText: 'a JSON text',
  messages: 'a list of messages',
  textOrMessages: 'text or a list of messages',
  textOrMessage: 'text, a message or a list of messages',
  textOrTextsOrMessages: 'text, a list of texts or a list of messages',
  textAsOther: 'text, as the other response',
  textAsSecond: 'text, as the second response',
  responses: 'a list of responses',
  response: 'text, or an object with "text"',
  conversations: 'a list of conversations',
  queriesAndResponses: 'a list of pairs of a query and its response',
  transcript: 'a conversation "\\n\\nHuman: … \\n\\nAssistant: …"',
  itemId: 'the id of an item',
  responseId: 'the id of a response',
  treeRole: '"prompter" or "assistant"',
  codePoints: 'a number of code points',
  verdict: 'yes or no, a level, a category or "n/a"',
  preferredResponse: '1 (A is preferred) or 0 (B is)',
  numberOfSummary: '0 or 1, the number of a summary',
  numberOfResponse: '0 or 1, the number of a response',
  numberOfEachAnnotator: 'a number, or a list of one for each annotator',
  objectWithRubrics: 'an object with "rubrics"',
};

const givePrompt = 'give a "prompt" field or map one with --map prompt=FIELD';
const turnsOfTemplate = '"<extra_id_0>System", and turns behind "<extra_id_1>User" and "<extra_id_1>Assistant"';

export const layoutMessages: Partial<Wording> = {
  'layouts.wrongKind': ({ path, kind, wanted }) => `"${path}" is ${kinds[kind]}; it must be ${wantedValues[wanted]}`,
  'layouts.wrongValue': ({ path, value, wanted }) => `"${path}" is ${value}; it must be ${wantedValues[wanted]}`,
  'layouts.kindNotOneOf': ({ path, kind, allowed }) =>
    `"${path}" is ${kinds[kind]}; it must be one of ${allowed.join(', ')}`,
  'layouts.valueNotOneOf': ({ path, value, allowed }) =>
    `"${path}" is ${value}; it must be one of ${allowed.join(', ')}`,
  'layouts.notWholeNumber': ({ path, kind, least }) =>
    `"${path}" is ${kinds[kind]}; it must be a whole number, ${least} or more`,
  'layouts.notMessage': ({ path }) =>
    `"${path}" is not a message with text: {"role": …, "content": "…"} or {"from": …, "value": "…"}`,

  'layouts.notJudgePrompt': ({ path }) =>
    `"${path}" is not what a judge is asked: a prompt of Prometheus, or "[Prompt]" with "[Response]" or "[Response A]" and "[Response B]"`,
  'layouts.verdictsDiffer': ({ value, earlier }) =>
    `"verdict" is ${value}, where the same annotator says ${earlier} of the same response by the same criterion before. The row was left out; remove one of the two`,

  'layouts.notTwoSummaries': ({ path, count }) => `"${path}" holds ${count}; there must be two`,
  'layouts.turnsDiffer': ({ path, turns, promptPath, prompts }) =>
    `"${path}" holds ${formatCount(turns, 'turn')}, "${promptPath}" ${prompts}; they must be as many`,
  'layouts.endsBeforeAnswer': ({ path }) => `"${path}" ends before the answer`,
  'layouts.noSharedMessage': ({ first, second }) =>
    `"${first}" and "${second}" share no first message, so there is no prompt`,
  'layouts.notText': ({ path }) => `"${path}" is not text`,

  'layouts.scoresDiffer': ({ path, scores, responses }) =>
    `"${path}" holds ${formatCount(scores, 'score')} for ${formatCount(responses, 'response')}; it must hold one for each`,
  'layouts.noResponse': ({ path }) => `"${path}" holds no response; there is nothing to judge`,
  'layouts.emptyResponses': ({ path }) => `every response in "${path}" is empty; there is nothing to judge`,
  'layouts.responseIdAgain': ({ path, id }) => `"${path}" has two responses with the id ${JSON.stringify(id)}`,
  'layouts.noResponseAt': ({ paths }) => `none of "${paths}" holds a response; there is nothing to judge`,
  'layouts.conversationsDiffer': ({ path, conversations, responses }) =>
    `"${path}" holds ${formatCount(conversations, 'conversation')} for ${formatCount(responses, 'response')}; it must hold one for each`,
  'layouts.otherConversation': ({ path }) =>
    `"${path}" is another conversation than the first one; the responses of a record must answer the same`,
  'layouts.noTurnBeforeAnswer': ({ path }) => `"${path}" has no turn before the answer, so it holds no prompt`,
  'layouts.messageIdAgain': ({ id, line, unit }) =>
    `"message_id" is ${JSON.stringify(id)}, as that of ${unit} ${line} is. The message was left out; remove one of the two`,
  'layouts.questionAgain': ({ id, line, unit }) =>
    `${JSON.stringify(id)} is asked in ${unit} ${line} too. The question was left out; remove one of the two`,
  'layouts.questionWithoutAnswer': ({ id }) =>
    `${JSON.stringify(id)} is a question without an answer in these files, and was left out`,
  'layouts.answerWithoutQuestion': ({ id }) =>
    `${JSON.stringify(id)} is the id of no question in these files. The answer was left out`,
  'layouts.parentInCircle': ({ parent }) =>
    `"parent_id" is ${JSON.stringify(parent)}, which in the end answers this message. The message and those below it were left out; correct it, or add the one that is missing`,
  'layouts.parentMissing': ({ parent }) =>
    `"parent_id" is ${JSON.stringify(parent)}, and no message of this tree has that id. The message and those below it were left out; correct it, or add the one that is missing`,

  'layouts.potatoWithoutResponses': () =>
    'names the winner, but holds no responses: Potato exports them apart. Join the two texts of each instance to the row as "A" and "B", or map them with --map a=FIELD --map b=FIELD',
  'layouts.entryWithoutText': ({ path }) => `"${path}" has no text; it must have "body", "html" or "title"`,

  'layouts.emptyResponse': ({ path }) => `"${path}" is empty; there is nothing to judge`,

  'layouts.noResponseAmong': ({ fields }) =>
    `holds no response among its fields ${fields.join(', ')}; name them with --map answers=FIELD,FIELD and the prompt with --map prompt=FIELD`,
  'layouts.noSharedPrompt': ({ chosen, rejected }) =>
    `"${chosen}" and "${rejected}" share no prompt: they differ before the first "Assistant:"`,
  'layouts.noSharedBeginning': () =>
    `"chosen" and "rejected" are not conversations with the same beginning, as in "Human: … Assistant: …", and no other field alone is named as a prompt; ${givePrompt}`,
  'layouts.noPromptInPair': () =>
    `"chosen" and "rejected" share no first message, so there is no prompt; ${givePrompt}`,
  'layouts.noAnswer': ({ path, role }) => `"${path}" ends with the ${role}'s turn, so it holds no answer`,

  'layouts.signsDiffer': ({ path, steps, signsPath, signs }) =>
    `"${path}" has ${formatCount(steps, 'step')} and "${signsPath}" ${formatCount(signs, 'sign')}; there must be one for each`,
  'layouts.stepLabelsDiffer': ({ path, steps, labelsPath, labels }) =>
    `"${path}" has ${formatCount(steps, 'step')} and "${labelsPath}" ${formatCount(labels, 'label')}; there must be one for each`,
  'layouts.noStepWithText': ({ path }) => `"${path}" holds no step with text; there is nothing to judge`,

  'layouts.notPassage': ({ path }) => `"${path}" is not a list of a title and sentences`,
  'layouts.noFirstPrediction': () => '"prediction 1" is missing; it must be text',
  'layouts.spanOutside': ({ path, start, end, characters }) =>
    `"${path}" reaches from ${start} to ${end}, which is not within the ${formatCount(characters, 'character')} of "prediction 1"`,
  'layouts.notNemoTemplate': ({ path }) =>
    `"${path}" is no conversation in the template of NeMo's models: ${turnsOfTemplate}`,
  'layouts.notSteerLmTemplate': ({ path }) =>
    `"${path}" is no conversation in the template of SteerLM: ${turnsOfTemplate}`,
  'layouts.noRejectedLine': () =>
    '"text" has no line behind it with the same prompt and a rejected answer: of every two lines the first is the chosen one. The line was left out; add the one that is missing',
};
