import { isObject, type JsonObject } from '../fields';
import { answerBy, suggestionOf } from './argilla';
import { argillaContent, fieldsBut } from './argillaAnswers';
import type { Content, Layout } from './layout';

const isAnswer = (value: unknown): value is JsonObject => isObject(value) && 'user_id' in value && 'status' in value;
const isAnswers = (value: unknown): value is JsonObject[] => Array.isArray(value) && value.length > 0 && value.every(isAnswer);

/** `{<field>…, "<question>": [{user_id, value, status}], "<question>-suggestion", "<question>-suggestion-metadata": {type, score, agent}, external_id, metadata}`: Argilla 1's feedback datasets on the Hub. */
export const argillaV1: Layout = {
  name: 'argilla-v1',
  title: 'Argilla 1 feedback records, as on the Hugging Face Hub',
  origin: 'argilla-io/argilla (v1), src/argilla/client/feedback/integrations/huggingface/dataset.py',
  fields: { id: 'external_id', prompt: 'prompt', answers: 'answers' },
  several: ['answers'],
  free: { names: ['prompt', 'answers'] },
  matches: (record) => Object.values(record.record).some(isAnswers) || Object.keys(record.record).some((key) => key.endsWith('-suggestion-metadata')),
  read(record): Content {
    const keys = Object.keys(record.record);
    const suggested = keys.filter((key) => key.endsWith('-suggestion')).map((key) => key.slice(0, -'-suggestion'.length));
    const questions = keys.filter((key) => isAnswers(record.record[key]) || suggested.includes(key));
    const answers = questions.map((question) => [question, record.value(question)] as const);
    const suggestions = suggested.map((question) => {
      const about = record.value(`${question}-suggestion-metadata`);
      return suggestionOf(question, { ...(isObject(about) && { score: about.score, agent: about.agent }), value: record.value(`${question}-suggestion`) });
    });
    const { id } = record.ownId();
    const fields = fieldsBut(record, ['external_id', 'metadata', ...questions, ...suggested.flatMap((question) => [`${question}-suggestion`, `${question}-suggestion-metadata`])]);
    return argillaContent(record, { ...(id !== undefined && { id }), fields, responses: answers.flatMap(([question, value]) => (Array.isArray(value) ? value.filter(isAnswer).map((answer) => answerBy(question, answer)) : [])), suggestions });
  },
};
