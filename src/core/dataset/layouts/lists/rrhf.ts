import { scoredList } from './scoredList';

/** `{query, responses: [text], scores: [number]}`. */
export const rrhf = scoredList({
  name: 'rrhf',
  title: 'A query and its scored responses, as in RRHF',
  origin: 'GanjinZero/RRHF at e1a2b61, train.py:81 and 140-201',
  fields: { prompt: 'query', responses: 'responses', scores: 'scores' },
});
