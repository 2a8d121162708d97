import { isObject, type JsonObject, objectsIn, objectIn } from '../../fields/recordFields';
import type { RecordReader } from '../../records/recordReader';
import { answerBy, suggestionOf } from './argilla';
import { argillaContent, fieldsBut, type Answer, type ArgillaRecord } from './argillaAnswers';
import type { Content, Layout } from '../layout';
/**
 * Argilla 1's feedback datasets: on the Hub `{<field>…, "<question>": [{user_id, value, status}],
 * "<question>-suggestion", "<question>-suggestion-metadata": {type, score, agent}, external_id, metadata}`, where early
 * versions have one object of lists for the answers; or records by themselves, `{fields: {}, responses: [{user_id,
 * status, values: {question: {value}}}], suggestions: [{question_name, value, score, agent}], external_id, metadata}`.
 */
export const argillaV1: Layout = {
  name: 'argilla-v1',
  title: 'Argilla 1 feedback records, as on the Hugging Face Hub or as JSON',
  origin:
    'argilla-io/argilla (v1), src/argilla/client/feedback/integrations/huggingface/dataset.py at 098c0d5 (_huggingface_format writes, from_huggingface reads both forms of answers); src/argilla/client/feedback/schemas/records.py FeedbackRecord at 0068937',
  fields: { id: 'external_id', recordId: 'id', prompt: 'prompt', answers: 'answers' },
  several: ['answers'],
  free: { names: ['prompt', 'answers'], within: 'fields' },
  matches: (record) =>
    isFeedbackRecord(record.record) ||
    Object.values(record.record).some((value) => answersIn(value) !== undefined) ||
    Object.keys(record.record).some((key) => key.endsWith('-suggestion-metadata')),
  read: (record): Content =>
    argillaContent(record, isFeedbackRecord(record.record) ? feedbackRecord(record) : hubRow(record)),
};

/** Answers to one question; undefined for anything else. */
function answersIn(value: unknown): JsonObject[] | undefined {
  if (Array.isArray(value))
    return value.length > 0 &&
      value.every((each): each is JsonObject => isObject(each) && 'user_id' in each && 'status' in each)
      ? value
      : undefined;
  if (!isObject(value) || !Array.isArray(value.user_id) || !Array.isArray(value.status) || !Array.isArray(value.value))
    return undefined;
  const [values, statuses] = [value.value as unknown[], value.status as unknown[]];
  return value.user_id.map((user: unknown, i) => ({ user_id: user, value: values[i], status: statuses[i] }));
}

function hubRow(record: RecordReader): ArgillaRecord {
  const keys = Object.keys(record.record);
  const suggested = keys.filter((key) => key.endsWith('-suggestion')).map((key) => key.slice(0, -'-suggestion'.length));
  const questions = keys.filter((key) => answersIn(record.record[key]) !== undefined || suggested.includes(key));
  const suggestions = suggested.map((question) => {
    const about = record.value(`${question}-suggestion-metadata`);
    return suggestionOf(question, {
      ...(isObject(about) && { score: about.score, agent: about.agent }),
      value: record.value(`${question}-suggestion`),
    });
  });
  return {
    id: record.ownId(),
    fields: fieldsBut(record, [
      'external_id',
      'metadata',
      ...questions,
      ...suggested.flatMap((question) => [`${question}-suggestion`, `${question}-suggestion-metadata`]),
    ]),
    responses: questions.flatMap((question) =>
      (answersIn(record.value(question)) ?? []).map((answer) => answerBy(question, answer)),
    ),
    suggestions,
  };
}

/** A list of answers tells it from Argilla 2's records, which have an object of them. */
const isFeedbackRecord = ({ fields, responses, suggestions }: JsonObject): boolean =>
  isObject(fields) &&
  (Array.isArray(responses) || Array.isArray(suggestions)) &&
  !isObject(responses) &&
  !isObject(suggestions);

function feedbackRecord(record: RecordReader): ArgillaRecord {
  const answers = objectsIn(record.value('responses') ?? [], 'responses').flatMap(
    ({ user_id, status, values }, i): Answer[] => {
      const given = Object.entries(objectIn(values ?? {}, `responses[${i}].values`));
      // What was discarded without an answer is a skip all the same.
      return given.length === 0
        ? [answerBy('', { user_id, status, value: null })]
        : given.map(([question, answer]) =>
            answerBy(question, {
              user_id,
              status,
              value: isObject(answer) && 'value' in answer ? answer.value : answer,
            }),
          );
    },
  );
  const suggestions = objectsIn(record.value('suggestions') ?? [], 'suggestions').flatMap((suggestion) =>
    typeof suggestion.question_name === 'string' ? [suggestionOf(suggestion.question_name, suggestion)] : [],
  );
  return {
    id: record.ownId(record.has('id') ? 'id' : 'recordId'),
    fields: record.objectAt('fields'),
    responses: answers,
    suggestions,
  };
}
