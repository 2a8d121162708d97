import type { Messages } from '../../core/model/problems';
import type { DoubtProblems } from '../../core/model/problems/recognitionDoubts';
import { formatCount } from '../../core/model/text/formatCount';
import { quoteNames } from '../../core/model/text/quoteNames';

export const doubtMessages: Messages<DoubtProblems> = {
  'doubt.onlyAlike': ({ fields }) => `nothing says that ${quoteNames(fields)} are responses, but that they are alike`,
  'doubt.onlyAsLong': ({ fields }) =>
    `nothing says that ${quoteNames(fields)} are responses, but that they are about as long`,
  'doubt.onlyCalledEdit': ({ better, worse }) =>
    `nothing says that ${quoteNames([better])} is better than ${quoteNames([worse])}, but that it is called an edit`,
  'doubt.reference': ({ reference, response }) =>
    `nothing says that ${quoteNames([reference])} is what ${quoteNames([response])} should have been`,
  'doubt.rivals': ({ places }) => `responses may be in ${places.map(quoteNames).join(', or in ')}`,
  'doubt.cutText': ({ fields, headings }) =>
    `${quoteNames(fields)} holds prompt and responses in one text, and is cut at ${quoteNames(headings)}`,
  'doubt.headedText': ({ fields }) =>
    `${quoteNames(fields)} holds a prompt and its response in one text, each under a heading`,
  'doubt.namelessBeside': ({ list }) => `what is beside each text in ${quoteNames([list])} has no name`,
  'doubt.namelessNumbers': ({ list }) =>
    `the numbers beside the texts in ${quoteNames([list])} have no name: where high ones are good, the reading is right`,
  'doubt.judgedAlone': ({ list, fields }) =>
    `${quoteNames([list])} holds one text each, and ${quoteNames(fields)} may belong to it`,
  'doubt.shortResponse': ({ fields }) => `a response may be in ${quoteNames(fields)} too, in a word or two`,
  'doubt.unused': ({ fields }) => `nothing uses ${quoteNames(fields)}`,
  'doubt.oneOfTwo': ({ fields }) => `one of two responses is named by ${quoteNames(fields)}`,
  'doubt.endsWithAnswer': ({ field }) =>
    `the conversation in ${quoteNames([field])} ends with an answer, which may be a response too`,
  'doubt.otherResponses': ({ fields }) => `other responses may be in ${quoteNames(fields)}`,
  'doubt.otherLabels': ({ fields }) => `${quoteNames(fields)} may say which response is better, or how good it is`,
  'doubt.modelRun': ({ fields }) =>
    `${quoteNames(fields)} may say how a run of a model ended, and then nobody wrote its answer for others to imitate`,
  'doubt.judgedAround': ({ fields }) =>
    `${quoteNames(fields)} judges what is around several records, and none of them by itself`,
  'doubt.lastTurnJudged': ({ fields }) => `the last turn may be judged by ${quoteNames(fields)}`,
  'doubt.severalPrompts': ({ prompts }) => `the prompt may be ${prompts.map(quoteNames).join(', or ')}`,
  'doubt.promptOrBeginning': () => 'what was asked may be in "prompt", or in what both responses begin with',
  'doubt.noPrompt': () => 'no field holds a prompt',
  'doubt.samePromptId': ({ field }) =>
    `no field holds a prompt; records with the same ${quoteNames([field])} may answer one`,
  'doubt.unnamedPrompt': ({ fields }) =>
    fields.length > 0
      ? `no field is named as the prompt, which may be ${quoteNames(fields)}`
      : 'no field is named as the prompt',
  'doubt.options': ({ list }) =>
    `the entries of ${quoteNames([list])} look like the options of a question, and not like responses`,
  'doubt.answersSeveral': ({ response, prompt }) =>
    `the same ${quoteNames([response])} stands in several records with another ${quoteNames(prompt)}, which may be about it and not what was asked`,
  'doubt.traceSteps': ({ fields }) =>
    `its records are steps of traces (${quoteNames(fields)}): most of what programs did there answers nobody`,
  'doubt.samePrompt': ({ prompt, varied }) =>
    `${quoteNames(prompt)} says the same in every record; what was asked may be ${quoteNames(varied)}, alone or behind it`,
  'doubt.labelsDisagree': ({ fields }) =>
    `which response is better may be said by ${fields.map((field) => quoteNames([field])).join(', or by ')}`,
  'doubt.scoresDisagree': ({ scores, label, contrary, records }) =>
    `${quoteNames(scores)} say the opposite of ${label === undefined ? 'which response is called better' : quoteNames([label])} in ${contrary} of ${formatCount(records, 'record')}: where low scores are good, the reading is right`,
  'doubt.worseNamed': ({ fields, worse }) => `${quoteNames(fields)} says that ${quoteNames([worse])} is the better one`,
  'doubt.emptyRecords': ({ records, faults, record }) =>
    `of ${formatCount(records, 'record')} ${faults} cannot be read so: in record ${record} the prompt or the responses are empty`,
  'doubt.unreadRecords': ({ records, faults, record, reason }) =>
    `of ${formatCount(records, 'record')} ${faults} cannot be read so: in record ${record} ${reason}`,
  'doubt.unnamedResponse': ({ field }) => `no field is named as a response; ${quoteNames([field])} may be one`,
  'doubt.mostlyEmpty': ({ field }) => `${quoteNames([field])} is empty in most records`,
  'doubt.onlyWords': ({ field }) => `${quoteNames([field])} holds no more than a word or a number`,
  'doubt.emptyResponses': ({ fields }) =>
    `${quoteNames(fields)} ${fields.length === 1 ? 'is' : 'are'} empty in nearly all records`,
};
