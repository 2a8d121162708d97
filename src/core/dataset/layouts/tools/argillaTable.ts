import { argillaContent, fieldsBut, type Answer } from './argillaAnswers';
import { suggestionOf } from './argilla';
import type { Content, Layout } from '../layout';
import { meaningfulText } from '../texts/nestedValues';

const answered = /\.(responses|suggestion)(\.(users|status|score|agent))?$/;

/**
 * `{id, <field>…, "<question>.responses": [], "<question>.responses.users": [], "<question>.responses.status": [],
 * "<question>.suggestion", ".suggestion.score", ".suggestion.agent"}`: Argilla 2 flattened, and on the Hub.
 */
export const argillaTable: Layout = {
  name: 'argilla-table',
  title: 'Argilla 2 as a flat table, as on the Hugging Face Hub',
  origin: 'argilla-io/argilla, argilla/src/argilla/records/_io/_generic.py _record_to_dict',
  fields: { id: 'id', prompt: 'prompt', answers: 'answers' },
  several: ['answers'],
  free: { names: ['prompt', 'answers'] },
  matches: (record) =>
    record.has('id') && Object.keys(record.record).some((key) => /\.(responses|suggestion)$/.test(key)),
  read(record): Content {
    const id = record.ownId();
    const keys = Object.keys(record.record);
    const list = (key: string): readonly unknown[] => record.maybeList(key);
    const questions = (suffix: string): string[] =>
      keys.filter((key) => key.endsWith(suffix)).map((key) => key.slice(0, -suffix.length));
    const responses = questions('.responses').flatMap((question): Answer[] => {
      const [users, status] = [list(`${question}.responses.users`), list(`${question}.responses.status`)];
      return list(`${question}.responses`).map((value, i) => ({
        question,
        value: value ?? null,
        user: meaningfulText(users[i]),
        status: meaningfulText(status[i]),
      }));
    });
    const suggestions = questions('.suggestion').map((question) =>
      suggestionOf(question, {
        value: record.value(`${question}.suggestion`),
        score: record.value(`${question}.suggestion.score`),
        agent: record.value(`${question}.suggestion.agent`),
      }),
    );
    const fields = fieldsBut(record, ['id', 'status', '_server_id', ...keys.filter((key) => answered.test(key))]);
    return argillaContent(record, { id, fields, responses, suggestions });
  },
};
