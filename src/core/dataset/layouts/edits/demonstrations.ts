import type { Judgement } from '../../../model/annotation/annotation';
import { turnsOf, type Message } from '../../../model/item/item';
import { wordList } from '../../fields/fieldWords';
import { asMessages } from '../../items/messages';
import type { RecordReader } from '../../records/recordReader';
import { toolsAt, withMedia } from '../texts/toolsAndMedia';
import { answerOf, systemFirst } from '../texts/lastAnswer';
import type { Content, Layout } from '../layout';
import { metadataOf } from '../texts/nestedValues';
import { withEarlier } from '../texts/promptByFieldName';
import { answerAt, isAnswer, responseOf } from '../texts/preferencePair';
import { isJudgedOrGenerated } from '../unpaired/singleResponses';

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
    (endsWithAnswer(record, 'messages') ||
      endsWithAnswer(record, 'conversations') ||
      (record.has('prompt') && isAnswer(record.value('completion')))),
  read(record): Content {
    const { prompt, promptText, response } = partsOf(record);
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

function endsWithAnswer(record: RecordReader, name: string): boolean {
  const turns = asMessages(record.value(name));
  return turns !== undefined && turns.length > 1 && turns.at(-1)?.role === 'assistant';
}

function partsOf(
  record: RecordReader,
): Pick<Content, 'prompt' | 'promptText'> & { readonly response: Content['responses'][number] } {
  const name = (['messages', 'conversations'] as const).find((each) => record.has(each));
  if (name === undefined)
    return {
      ...withEarlier(record, record.promptAt()),
      response: responseOf('completion', answerAt(record, 'completion')),
    };
  const { prompt, response } = answerOf(record, name, 'completion');
  return { prompt: systemFirst(record, prompt), response };
}
