import { booleanOf } from '../../records/recordReader';
import { toolsAt, withMedia } from '../texts/toolsAndMedia';
import type { Content, Layout } from '../layout';
import { areYesAndNo } from '../labels/labelCodes';
import { answerOf, mayEndWithAnswer, systemFirst } from '../texts/lastAnswer';
import { unpairedContent } from '../texts/unpairedContent';

/**
 * `{messages, label: boolean}` of LLaMA-Factory and ms-swift, or `{conversations, kto_tag}`: a conversation whose last
 * answer is good or not.
 */
export const ktoMessages: Layout = {
  name: 'kto-messages',
  title: 'Conversations whose last answer is labeled good or bad, as in LLaMA-Factory (KTO)',
  origin:
    'hiyouga/LLaMA-Factory, data/dataset_info.json kto_en_demo and src/llamafactory/data/converter.py; modelscope/ms-swift, docs (KTO)',
  fields: {
    id: 'id',
    messages: 'messages',
    conversations: 'conversations',
    system: 'system',
    label: 'label',
    tag: 'kto_tag',
    tools: 'tools',
  },
  hasCodes: true,
  matches: (record) =>
    (['messages', 'conversations'] as const).some((name) => mayEndWithAnswer(record.maybeList(name))) &&
    booleanOf(record.value('label') ?? record.value('tag')) !== undefined,
  bornOut: (records) => areYesAndNo(records.map((record) => record.value('label') ?? record.value('tag'))),
  read(record): Content {
    const { prompt, response } = answerOf(record, record.has('messages') ? 'messages' : 'conversations', 'completion');
    return unpairedContent(
      record,
      {
        id: record.ownId(),
        prompt: withMedia(record, systemFirst(record, prompt)),
        ...toolsAt(record),
        responses: [response],
      },
      record.has('label') ? 'label' : 'tag',
    );
  },
};
