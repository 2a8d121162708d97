import type { Judgement } from '../../../model/annotation/annotation';
import { turnsOf, type Message } from '../../../model/item/item';
import { wordList } from '../../fields/fieldWords';
import { toolsAt, withMedia } from '../texts/toolsAndMedia';
import { askedAndAnswer } from '../texts/lastAnswer';
import type { Content, Layout } from '../layout';
import { metadataOf } from '../texts/nestedValues';
import { isAnswer } from '../texts/preferencePair';
import { conversationIn, isJudgedOrGenerated } from '../unpaired/singleResponses';

/** Fields that say more of an answer than that it is to be imitated: the record is of another layout, or of none. */
const telling = wordList(
  'label kto_tag chosen rejected rejected_response rejected_messages positive_messages negative_messages responses score reward',
);

/**
 * `{messages}` or `{conversations}` that end with the assistant's answer, or `{prompt, completion}`: what models are
 * fine-tuned on. The answer is the item's one response, and the label says that somebody wrote it for this prompt (a
 * demonstration).
 */
export const demonstrations: Layout = {
  name: 'demonstrations',
  title: 'Conversations, or prompts and completions, for supervised fine-tuning (SFT)',
  origin:
    'huggingface/trl, docs/source/dataset_formats.md (language modeling, prompt-completion); hiyouga/LLaMA-Factory, data/README.md (sharegpt)',
  fields: {
    id: 'id',
    messages: 'messages',
    conversations: 'conversations',
    system: 'system',
    prompt: 'prompt',
    completion: 'completion',
    tools: 'tools',
  },
  matches: (record) =>
    !isJudgedOrGenerated(record) &&
    !telling.some((name) => Object.hasOwn(record.record, name)) &&
    (conversationIn(record) !== undefined || (record.has('prompt') && isAnswer(record.value('completion')))),
  read(record): Content {
    const conversation = ['messages', 'conversations'].find((name) => record.has(name));
    const { asked, response } = askedAndAnswer(record, conversation);
    const { prompt, promptText } = asked;
    return {
      id: record.ownId(),
      prompt: withMedia(record, prompt),
      ...(promptText !== undefined && { promptText }),
      ...toolsAt(record),
      responses: [response],
      labels: [{ judgement: { demonstrations: [{ turns: turnsOf(response).map(written) }] } }],
      ...metadataOf(record),
    };
  },
};

const written = ({
  media,
  toolCalls,
  ...turn
}: Message): NonNullable<Judgement['demonstrations']>[number]['turns'][number] => ({
  ...turn,
  ...(media && { media: [...media] }),
  ...(toolCalls && { toolCalls: [...toolCalls] }),
});
