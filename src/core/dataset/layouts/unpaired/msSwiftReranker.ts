import type { Response } from '../../../model/item/item';
import type { RecordReader } from '../../records/recordReader';
import { toolsAt, withMedia } from '../texts/toolsAndMedia';
import type { Content, Layout } from '../layout';
import { systemFirst } from '../texts/lastAnswer';
import { messagesIn, metadataOf } from '../texts/nestedValues';
import { responseOf } from '../texts/preferencePair';
import { acceptable } from '../labels/chosenAndRejected';

/**
 * `{messages, positive_messages: [messages], negative_messages: [messages]}`: responses that are right for a prompt,
 * and those that are not. How those of one side stand to each other is not said.
 */
export const msSwiftReranker: Layout = {
  name: 'ms-swift-reranker',
  title: 'A prompt with right and wrong responses, as in ms-swift rerankers',
  origin: 'modelscope/ms-swift at 3602360a5, docs/source_en/BestPractices/Reranker.md',
  fields: {
    id: 'id',
    messages: 'messages',
    positive: 'positive_messages',
    negative: 'negative_messages',
    tools: 'tools',
    system: 'system',
  },
  matches: (record) =>
    record.hasList('messages', 'positive', 'negative') && record.maybeList('positive').every(Array.isArray),
  read(record): Content {
    const prompt = record.messagesAt('messages');
    const [right, wrong] = [responsesAt(record, 'positive'), responsesAt(record, 'negative')];
    if (right.length + wrong.length === 0) throw record.wrong('positive', record.value('positive'), 'conversations');
    return {
      id: record.ownId(),
      prompt: withMedia(record, systemFirst(record, prompt)),
      ...toolsAt(record),
      responses: [...right, ...wrong],
      labels: [
        {
          judgement: {
            acceptable: acceptable(
              right.map(({ id }) => id),
              wrong.map(({ id }) => id),
            ),
          },
        },
      ],
      ...metadataOf(record),
    };
  },
};

function responsesAt(record: RecordReader, name: 'positive' | 'negative'): Response[] {
  return record
    .listAt(name)
    .map((entry, i) => responseOf(`${name}-${i + 1}`, messagesIn(entry, `${record.path(name)}[${i}]`)));
}
