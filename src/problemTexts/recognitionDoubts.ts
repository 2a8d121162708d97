import * as l10n from '@vscode/l10n';
import type { Messages } from '../core/model/problems';
import type { DoubtProblems } from '../core/model/problems/recognitionDoubts';
import { quoted, listed } from './quoted';
import { digits } from './program';

export const doubtMessages: Messages<DoubtProblems> = {
  'doubt.onlyAlike': ({ fields }) => l10n.t('{0} look alike, but nothing says that they are responses', listed(fields)),
  'doubt.onlyAsLong': ({ fields }) =>
    l10n.t('{0} are about equally long, but nothing says that they are responses', listed(fields)),
  'doubt.onlyCalledEdit': ({ better, worse }) =>
    l10n.t('{0} is called an edit, but nothing says that it is better than {1}', quoted(better), quoted(worse)),
  'doubt.reference': ({ reference, response }) =>
    l10n.t('nothing says that {0} is what {1} should have been', quoted(reference), quoted(response)),
  'doubt.rivals': ({ places }) => l10n.t('the responses may be in one of these fields: {0}', groups(places)),
  'doubt.cutText': ({ fields, headings }) =>
    l10n.t('{0} contains prompt and responses in one text, which is split at {1}', listed(fields), listed(headings)),
  'doubt.headedText': ({ fields }) =>
    l10n.t('{0} contains a prompt and its response in one text, each under a heading', listed(fields)),
  'doubt.namelessBeside': ({ list }) => l10n.t('the values beside each text in {0} have no name', quoted(list)),
  'doubt.namelessNumbers': ({ list }) =>
    l10n.t('the numbers beside the texts in {0} have no name; higher numbers are read as better', quoted(list)),
  'doubt.judgedAlone': ({ list, fields }) =>
    l10n.t('{0} contains one text per record, and these fields may belong to it: {1}', quoted(list), listed(fields)),
  'doubt.shortResponse': ({ fields }) => l10n.t('{0} may contain another, very short response', listed(fields)),
  'doubt.unused': ({ fields }) => l10n.t('nothing uses {0}', listed(fields)),
  'doubt.oneOfTwo': ({ fields }) =>
    l10n.t('{0} names one of two responses, but only one response was found', listed(fields)),
  'doubt.endsWithAnswer': ({ field }) =>
    l10n.t('the conversation in {0} ends with an answer, which may be a response too', quoted(field)),
  'doubt.otherResponses': ({ fields }) => l10n.t('other responses may be in {0}', listed(fields)),
  'doubt.otherLabels': ({ fields }) =>
    l10n.t('these fields may judge the responses, and nothing uses them: {0}', listed(fields)),
  'doubt.modelRun': ({ fields }) =>
    l10n.t('{0} may tell how a model’s run ended; then nobody wrote its answer as an example', listed(fields)),
  'doubt.judgedAround': ({ fields }) =>
    l10n.t('{0} judges what is around several records, not each of them', listed(fields)),
  'doubt.lastTurnJudged': ({ fields }) => l10n.t('{0} may judge the last turn', listed(fields)),
  'doubt.severalPrompts': ({ prompts }) => l10n.t('the prompt may be one of these fields: {0}', groups(prompts)),
  'doubt.promptOrBeginning': () =>
    l10n.t('the prompt may be in “prompt”, or in the text that both responses start with'),
  'doubt.noPrompt': () => l10n.t('no field contains a prompt'),
  'doubt.samePromptId': ({ field }) =>
    l10n.t('no field contains a prompt; records with the same {0} may answer the same prompt', quoted(field)),
  'doubt.unnamedPrompt': ({ fields }) =>
    fields.length > 0
      ? l10n.t('no field is named as the prompt; it may be {0}', listed(fields))
      : l10n.t('no field is named as the prompt'),
  'doubt.options': ({ list }) =>
    l10n.t('the entries of {0} look like the options of a question, not like responses', quoted(list)),
  'doubt.answersSeveral': ({ response, prompt }) =>
    l10n.t(
      'several records have the same text in {0} and different texts in {1}, which may be about the response and not the prompt',
      listed([response]),
      listed(prompt),
    ),
  'doubt.traceSteps': ({ fields }) =>
    l10n.t(
      'the records are steps of traces ({0}), and most of these steps are not answers to a person',
      listed(fields),
    ),
  'doubt.samePrompt': ({ prompt, varied }) =>
    l10n.t(
      '{0} is the same in every record; the prompt may be {1}, with or without it',
      listed(prompt),
      listed(varied),
    ),
  'doubt.labelsDisagree': ({ fields }) =>
    l10n.t('the label of the better response may be one of these fields, which disagree: {0}', listed(fields)),
  'doubt.scoresDisagree': ({ scores, label, contrary, records }) =>
    label === undefined
      ? l10n.t(
          '{0} rate the response that is called better lower (records: {1} of {2}); this reading is right if low scores are good',
          listed(scores),
          digits(contrary),
          digits(records),
        )
      : l10n.t(
          '{0} contradict {1} (records: {2} of {3}); this reading is right if low scores are good',
          listed(scores),
          quoted(label),
          digits(contrary),
          digits(records),
        ),
  'doubt.worseNamed': ({ fields, worse }) =>
    l10n.t('{0} says that {1} is the better response', listed(fields), quoted(worse)),
  'doubt.emptyRecords': ({ records, faults, record }) =>
    l10n.t(
      'records that cannot be read this way: {0} of {1}. The prompt or the responses of record {2} are empty',
      digits(faults),
      digits(records),
      record,
    ),
  'doubt.unreadRecords': ({ records, faults, record, reason }) =>
    l10n.t(
      'records that cannot be read this way: {0} of {1}. Record {2}: {3}',
      digits(faults),
      digits(records),
      record,
      reason,
    ),
  'doubt.unnamedResponse': ({ field }) => l10n.t('no field is named as a response; it may be {0}', quoted(field)),
  'doubt.mostlyEmpty': ({ field }) => l10n.t('{0} is empty in most records', quoted(field)),
  'doubt.onlyWords': ({ field }) => l10n.t('{0} contains no more than a word or a number', quoted(field)),
  'doubt.emptyResponses': ({ fields }) => l10n.t('empty in nearly all records: {0}', listed(fields)),
};

/** Fields of which one is meant, or groups of them: “a” + “b”, “c”. */
const groups = (places: readonly (readonly string[])[]): string =>
  places.map((fields) => fields.map(quoted).join(' + ')).join(', ');
