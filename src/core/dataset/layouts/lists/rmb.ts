import { otherFields, type JsonObject, objectsIn } from '../../fields/recordFields';
import type { Content, Layout } from '../layout';
import { metadataOf, modelOf, textIn } from '../texts/nestedValues';

/**
 * `{bon_uid, conversation_input: messages, bon_best: {llm_name, answer}, loser_list: [{llm_name, answer}],
 * category_path}`: the best of several; the others are not ordered.
 */
export const rmb: Layout = {
  name: 'rmb',
  title: 'RMB: the best answer and the worse answers',
  origin: 'Zhou-Zoey/RMB-Reward-Model-Benchmark, RMB_dataset/BoN_set',
  fields: { id: 'bon_uid', conversation: 'conversation_input', best: 'bon_best', losers: 'loser_list' },
  matches: (record) => record.has('conversation', 'best') && record.hasList('losers'),
  read(record): Content {
    const losers = objectsIn(record.value('losers'), record.path('losers')).map((answer, i) =>
      modelAnswer(`loser-${i + 1}`, answer, `${record.path('losers')}[${i}]`),
    );
    return {
      id: record.ownId(),
      ...record.promptAt('conversation'),
      responses: [modelAnswer('best', record.objectAt('best'), record.path('best')), ...losers],
      labels: [{ judgement: { ranking: { tiers: [['best']] } } }],
      ...metadataOf(record),
    };
  },
};

/** An answer of RMB, with the model it is from. */
export function modelAnswer(id: string, answer: JsonObject, path: string): Content['responses'][number] {
  const metadata = otherFields(answer, ['llm_name', 'answer']);
  return {
    id,
    text: textIn(answer.answer, `${path}.answer`),
    ...modelOf(answer.llm_name),
    ...(metadata && { metadata }),
  };
}
