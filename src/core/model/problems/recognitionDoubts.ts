import * as l10n from '@vscode/l10n';
import { quoted, listed } from './quoted';
import { digits } from './program';
/** Names of fields. */
type Fields = readonly string[];

/** Why a person should look at a reading before it is used. Each is a part of `recognition.notCertain`, and a row of the field chooser. */
export const doubtProblems = {
  // recognition/certainty: which fields are the responses.
  'doubt.onlyAlike': ({ fields }: { fields: Fields }) =>
    l10n.t('{0} look alike, but nothing says that they are responses', listed(fields)),
  'doubt.onlyAsLong': ({ fields }: { fields: Fields }) =>
    l10n.t('{0} are about equally long, but nothing says that they are responses', listed(fields)),
  'doubt.onlyCalledEdit': ({ better, worse }: { better: string; worse: string }) =>
    l10n.t('{0} is called an edit, but nothing says that it is better than {1}', quoted(better), quoted(worse)),
  'doubt.reference': ({ reference, response }: { reference: string; response: string }) =>
    l10n.t('nothing says that {0} is what {1} should have been', quoted(reference), quoted(response)),
  /** One of several fields, or of several groups of them. */
  'doubt.rivals': ({ places }: { places: readonly Fields[] }) =>
    l10n.t('the responses may be in one of these fields: {0}', groups(places)),
  'doubt.cutText': ({ fields, headings }: { fields: Fields; headings: readonly string[] }) =>
    l10n.t('{0} contains prompt and responses in one text, which is split at {1}', listed(fields), listed(headings)),
  'doubt.headedText': ({ fields }: { fields: Fields }) =>
    l10n.t('{0} contains a prompt and its response in one text, each under a heading', listed(fields)),
  'doubt.namelessBeside': ({ list }: { list: string }) =>
    l10n.t('the values beside each text in {0} have no name', quoted(list)),
  'doubt.namelessNumbers': ({ list }: { list: string }) =>
    l10n.t('the numbers beside the texts in {0} have no name; higher numbers are read as better', quoted(list)),
  'doubt.judgedAlone': ({ list, fields }: { list: string; fields: Fields }) =>
    l10n.t('{0} contains one text per record, and these fields may belong to it: {1}', quoted(list), listed(fields)),
  'doubt.shortResponse': ({ fields }: { fields: Fields }) =>
    l10n.t('{0} may contain another, very short response', listed(fields)),
  'doubt.unused': ({ fields }: { fields: Fields }) => l10n.t('nothing uses {0}', listed(fields)),
  'doubt.oneOfTwo': ({ fields }: { fields: Fields }) =>
    l10n.t('{0} names one of two responses, but only one response was found', listed(fields)),
  'doubt.endsWithAnswer': ({ field }: { field: string }) =>
    l10n.t('the conversation in {0} ends with an answer, which may be a response too', quoted(field)),
  'doubt.otherResponses': ({ fields }: { fields: Fields }) => l10n.t('other responses may be in {0}', listed(fields)),
  'doubt.otherLabels': ({ fields }: { fields: Fields }) =>
    l10n.t('these fields may judge the responses, and nothing uses them: {0}', listed(fields)),
  // recognition/modelRuns
  'doubt.modelRun': ({ fields }: { fields: Fields }) =>
    l10n.t('{0} may tell how a model’s run ended; then nobody wrote its answer as an example', listed(fields)),
  'doubt.judgedAround': ({ fields }: { fields: Fields }) =>
    l10n.t('{0} judges what is around several records, not each of them', listed(fields)),
  'doubt.lastTurnJudged': ({ fields }: { fields: Fields }) => l10n.t('{0} may judge the last turn', listed(fields)),
  // recognition/certainty: which is the prompt.
  'doubt.severalPrompts': ({ prompts }: { prompts: readonly Fields[] }) =>
    l10n.t('the prompt may be one of these fields: {0}', groups(prompts)),
  'doubt.promptOrBeginning': () =>
    l10n.t('the prompt may be in “prompt”, or in the text that both responses start with'),
  'doubt.noPrompt': () => l10n.t('no field contains a prompt'),
  'doubt.samePromptId': ({ field }: { field: string }) =>
    l10n.t('no field contains a prompt; records with the same {0} may answer the same prompt', quoted(field)),
  'doubt.unnamedPrompt': ({ fields }: { fields: Fields }) =>
    fields.length > 0
      ? l10n.t('no field is named as the prompt; it may be {0}', listed(fields))
      : l10n.t('no field is named as the prompt'),
  // recognition/planChecks: what speaks against a reading however well its names fit.
  'doubt.options': ({ list }: { list: string }) =>
    l10n.t('the entries of {0} look like the options of a question, not like responses', quoted(list)),
  'doubt.answersSeveral': ({ response, prompt }: { response: string; prompt: Fields }) =>
    l10n.t(
      'several records have the same text in {0} and different texts in {1}, which may be about the response and not the prompt',
      listed([response]),
      listed(prompt),
    ),
  /** Ids of a run and of the step around. */
  'doubt.traceSteps': ({ fields }: { fields: Fields }) =>
    l10n.t(
      'the records are steps of traces ({0}), and most of these steps are not answers to a person',
      listed(fields),
    ),
  'doubt.samePrompt': ({ prompt, varied }: { prompt: Fields; varied: Fields }) =>
    l10n.t(
      '{0} is the same in every record; the prompt may be {1}, with or without it',
      listed(prompt),
      listed(varied),
    ),
  'doubt.labelsDisagree': ({ fields }: { fields: Fields }) =>
    l10n.t('the label of the better response may be one of these fields, which disagree: {0}', listed(fields)),
  /** `label` is absent where the fields of the responses say which is better. */
  'doubt.scoresDisagree': ({
    scores,
    label,
    contrary,
    records,
  }: {
    scores: Fields;
    label?: string;
    contrary: number;
    records: number;
  }) =>
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
  'doubt.worseNamed': ({ fields, worse }: { fields: Fields; worse: string }) =>
    l10n.t('{0} says that {1} is the better response', listed(fields), quoted(worse)),
  /** `record` (1-based) is the first without a word in its prompt or its responses. */
  'doubt.emptyRecords': ({ records, faults, record }: { records: number; faults: number; record: number }) =>
    l10n.t(
      'records that cannot be read this way: {0} of {1}. The prompt or the responses of record {2} are empty',
      digits(faults),
      digits(records),
      record,
    ),
  'doubt.unreadRecords': ({
    records,
    faults,
    record,
    reason,
  }: {
    records: number;
    faults: number;
    record: number;
    reason: string;
  }) =>
    l10n.t(
      'records that cannot be read this way: {0} of {1}. Record {2}: {3}',
      digits(faults),
      digits(records),
      record,
      reason,
    ),
  // recognition/plan: a guess where nothing is named as a response.
  'doubt.unnamedResponse': ({ field }: { field: string }) =>
    l10n.t('no field is named as a response; it may be {0}', quoted(field)),
  'doubt.mostlyEmpty': ({ field }: { field: string }) => l10n.t('{0} is empty in most records', quoted(field)),
  'doubt.onlyWords': ({ field }: { field: string }) =>
    l10n.t('{0} contains no more than a word or a number', quoted(field)),
  // detect
  'doubt.emptyResponses': ({ fields }: { fields: Fields }) =>
    l10n.t('empty in nearly all records: {0}', listed(fields)),
};

/** Fields of which one is meant, or groups of them: “a” + “b”, “c”. */
const groups = (places: readonly (readonly string[])[]): string =>
  places.map((fields) => fields.map(quoted).join(' + ')).join(', ');
