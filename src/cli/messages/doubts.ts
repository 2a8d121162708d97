import type { Messages } from '../../core/model/problems';
import type { DoubtProblems } from '../../core/model/problems/doubts';
import { counted } from '../../core/model/text/counted';
import { quoted } from '../../core/model/text/quoted';

export const doubtMessages: Messages<DoubtProblems> = {
  'doubt.onlyAlike': ({ fields }) => `nothing says that ${quoted(fields)} are responses, but that they are alike`,
  'doubt.onlyAsLong': ({ fields }) =>
    `nothing says that ${quoted(fields)} are responses, but that they are about as long`,
  'doubt.onlyCalledEdit': ({ better, worse }) =>
    `nothing says that ${quoted([better])} is better than ${quoted([worse])}, but that it is called an edit`,
  'doubt.reference': ({ reference, response }) =>
    `nothing says that ${quoted([reference])} is what ${quoted([response])} should have been`,
  'doubt.rivals': ({ places }) => `responses may be in ${places.map(quoted).join(', or in ')}`,
  'doubt.cutText': ({ fields, headings }) =>
    `${quoted(fields)} holds prompt and responses in one text, and is cut at ${quoted(headings)}`,
  'doubt.headedText': ({ fields }) =>
    `${quoted(fields)} holds a prompt and its response in one text, each under a heading`,
  'doubt.namelessBeside': ({ list }) => `what is beside each text in ${quoted([list])} has no name`,
  'doubt.namelessNumbers': ({ list }) =>
    `the numbers beside the texts in ${quoted([list])} have no name: where high ones are good, the reading is right`,
  'doubt.judgedAlone': ({ list, fields }) =>
    `${quoted([list])} holds one text each, and ${quoted(fields)} may belong to it`,
  'doubt.shortResponse': ({ fields }) => `a response may be in ${quoted(fields)} too, in a word or two`,
  'doubt.unused': ({ fields }) => `nothing uses ${quoted(fields)}`,
  'doubt.oneOfTwo': ({ fields }) => `one of two responses is named by ${quoted(fields)}`,
  'doubt.endsWithAnswer': ({ field }) =>
    `the conversation in ${quoted([field])} ends with an answer, which may be a response too`,
  'doubt.otherResponses': ({ fields }) => `other responses may be in ${quoted(fields)}`,
  'doubt.lastTurnJudged': ({ fields }) => `the last turn may be judged by ${quoted(fields)}`,
  'doubt.severalPrompts': ({ prompts }) => `the prompt may be ${prompts.map(quoted).join(', or ')}`,
  'doubt.promptOrBeginning': () => 'what was asked may be in "prompt", or in what both responses begin with',
  'doubt.noPrompt': () => 'no field holds a prompt',
  'doubt.samePromptId': ({ field }) =>
    `no field holds a prompt; records with the same ${quoted([field])} may answer one`,
  'doubt.unnamedPrompt': ({ fields }) =>
    fields.length > 0
      ? `no field is named as the prompt, which may be ${quoted(fields)}`
      : 'no field is named as the prompt',
  'doubt.options': ({ list }) =>
    `the entries of ${quoted([list])} look like the options of a question, and not like responses`,
  'doubt.samePrompt': ({ prompt, varied }) =>
    `${quoted(prompt)} says the same in every record; what was asked may be ${quoted(varied)}, alone or behind it`,
  'doubt.labelsDisagree': ({ fields }) =>
    `which response is better may be said by ${fields.map((field) => quoted([field])).join(', or by ')}`,
  'doubt.scoresDisagree': ({ scores, label, contrary, records }) =>
    `${quoted(scores)} say the opposite of ${label === undefined ? 'which response is called better' : quoted([label])} in ${contrary} of ${counted(records, 'record')}: where low scores are good, the reading is right`,
  'doubt.worseNamed': ({ fields, worse }) => `${quoted(fields)} says that ${quoted([worse])} is the better one`,
  'doubt.emptyRecords': ({ records, faults, record }) =>
    `of ${counted(records, 'record')} ${faults} cannot be read so: in record ${record} the prompt or the responses are empty`,
  'doubt.unreadRecords': ({ records, faults, record, reason }) =>
    `of ${counted(records, 'record')} ${faults} cannot be read so: in record ${record} ${reason}`,
  'doubt.unnamedResponse': ({ field }) => `no field is named as a response; ${quoted([field])} may be one`,
  'doubt.mostlyEmpty': ({ field }) => `${quoted([field])} is empty in most records`,
  'doubt.onlyWords': ({ field }) => `${quoted([field])} holds no more than a word or a number`,
  'doubt.emptyResponses': ({ fields }) =>
    `${quoted(fields)} ${fields.length === 1 ? 'is' : 'are'} empty in nearly all records`,
};
