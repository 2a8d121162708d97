import { isObject, type JsonObject, objectsIn, objectIn } from '../../fields/recordFields';
import { argillaContent, type Answer } from './argillaAnswers';
import type { Content, Layout } from '../layout';
import { meaningfulText } from '../texts/nestedValues';

/**
 * `{id, fields: {}, metadata, suggestions: {question: {value, score, agent}}, responses: {question: [{value, user_id,
 * status?}]}, vectors}`: `records.to_json()` of Argilla 2.
 */
export const argilla: Layout = {
  name: 'argilla',
  title: 'Argilla 2 records as JSON',
  origin: 'argilla-io/argilla, argilla/src/argilla/records/_resource.py to_dict and _io/_json.py',
  fields: {
    id: 'id',
    fields: 'fields',
    responses: 'responses',
    suggestions: 'suggestions',
    prompt: 'prompt',
    answers: 'answers',
  },
  several: ['answers'],
  free: { names: ['prompt', 'answers'], within: 'fields' },
  matches: (record) =>
    isObject(record.value('fields')) && (isObject(record.value('responses')) || isObject(record.value('suggestions'))),
  read(record): Content {
    const [responses, suggestions] = [record.value('responses') ?? {}, record.value('suggestions') ?? {}];
    const asked = Object.entries(objectIn(responses, record.path('responses')));
    const suggested = Object.entries(objectIn(suggestions, record.path('suggestions')));
    return argillaContent(record, {
      id: record.ownId(),
      fields: record.objectAt('fields'),
      responses: asked.flatMap(([question, answers]) =>
        objectsIn(answers ?? [], `${record.path('responses')}.${question}`).map((answer) => answerBy(question, answer)),
      ),
      suggestions: suggested.map(([question, suggestion]) =>
        suggestionOf(question, isObject(suggestion) ? suggestion : {}),
      ),
    });
  },
};

export const answerBy = (question: string, { value, user_id: user, status }: JsonObject): Answer => ({
  question,
  value: value ?? null,
  user: meaningfulText(user),
  status: meaningfulText(status),
});

export const suggestionOf = (question: string, { value, score, agent }: JsonObject): Answer => ({
  question,
  value,
  agent: meaningfulText(agent),
  score: score ?? undefined,
});
