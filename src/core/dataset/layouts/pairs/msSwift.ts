import { problem } from '../../../model/problems/problem';
import { isObject, LayoutError, listInText, type JsonObject } from '../../fields/recordFields';
import { asMessages } from '../../items/messages';
import type { RecordReader } from '../../records/recordReader';
import type { Message, Response } from '../../../model/item/item';
import { toolsAt, withMedia } from '../texts/toolsAndMedia';
import type { Content, Layout } from '../layout';
import { mayEndWithAnswer, partedAtAnswer, systemFirst } from '../texts/lastAnswer';
import { metadataOf, textIn } from '../texts/nestedValues';
import { responseOf } from '../texts/preferencePair';

/**
 * A conversation that ends with the chosen answer, and `rejected_response: text | [text]` or `rejected_messages` (the
 * answer's messages, or the whole conversation). The conversation stands in `messages`, `conversations` or
 * `conversation` (role and content, from and value, or `{human, assistant}` for each exchange), or in `query` and
 * `response` with `history: [[query, response]]`, or in Alpaca's `instruction`, `input` and `output`. `margin` has no
 * scale of its own and stays in the metadata.
 */
export const msSwift: Layout = {
  name: 'ms-swift',
  title: 'Conversations with the chosen answer and a rejected answer, as in ms-swift',
  origin:
    'modelscope/ms-swift at 05a12dc, swift/dataset/preprocessor/core.py RowPreprocessor, ResponsePreprocessor, AlpacaPreprocessor and MessagesPreprocessor; docs/source_en/Customization/Custom-dataset.md at 025fc6b; swift/template/template_inputs.py _compat_rejected_response',
  fields: {
    id: 'id',
    messages: 'messages',
    conversations: 'conversations',
    conversation: 'conversation',
    system: 'system',
    systemPrompt: 'system_prompt',
    history: 'history',
    query: 'query',
    response: 'response',
    instruction: 'instruction',
    input: 'input',
    output: 'output',
    rejected: 'rejected_response',
    rejectedMessages: 'rejected_messages',
    tools: 'tools',
  },
  matches: (record) =>
    (record.has('rejected') || record.has('rejectedMessages')) &&
    (conversations.some((name) => mayEndWithAnswer(listInText(record.value(name)))) ||
      record.hasText('query', 'response') ||
      record.hasText('instruction', 'output')),
  read(record): Content {
    const { prompt, response } = partedAtAnswer(...turnsAt(record));
    const rejected = rejectedAt(record, prompt.length);
    return {
      id: record.ownId(),
      prompt: withMedia(record, systemFirst(record, prompt, record.has('system') ? 'system' : 'systemPrompt')),
      ...toolsAt(record),
      responses: [response, ...rejected],
      labels: [{ judgement: { comparisons: rejected.map(({ id }) => ({ a: 'chosen', b: id, outcome: 'a' })) } }],
      ...metadataOf(record),
    };
  },
};

const conversations = ['messages', 'conversations', 'conversation'] as const;

const conversationIn = (record: RecordReader): (typeof conversations)[number] | undefined =>
  conversations.find((name) => Array.isArray(listInText(record.value(name))));

/** The whole conversation with the chosen answer, and where it stands. */
function turnsAt(record: RecordReader): [turns: Message[], path: string, id: 'chosen'] {
  const name = conversationIn(record);
  if (name)
    return [exchangesIn(listInText(record.value(name))) ?? record.messagesAt(name), record.path(name), 'chosen'];
  const field = record.has('query') ? 'response' : 'output';
  const query = record.has('query')
    ? record.textAt('query')
    : [record.textAt('instruction'), record.maybeText('input') ?? ''].filter((text) => text !== '').join('\n');
  return [
    [...historyAt(record), { role: 'user', content: query }, { role: 'assistant', content: record.textAt(field) }],
    record.path(field),
    'chosen',
  ];
}

/** `[{human, assistant}]`, also with the other names that ms-swift knows; undefined for anything else. */
function exchangesIn(value: unknown): Message[] | undefined {
  if (
    !Array.isArray(value) ||
    value.length === 0 ||
    !value.every((entry): entry is JsonObject => isObject(entry) && !('role' in entry) && !('from' in entry))
  )
    return undefined;
  const turns = value.flatMap((entry): Message[] => {
    const [asked, answered] = [entry.human ?? entry.user, entry.assistant ?? entry.gpt ?? entry.bot];
    return typeof asked === 'string' && typeof answered === 'string'
      ? [
          { role: 'user', content: asked },
          { role: 'assistant', content: answered },
        ]
      : [];
  });
  return turns.length === 2 * value.length ? turns : undefined;
}

function historyAt(record: RecordReader): Message[] {
  const value = listInText(record.value('history')) ?? [];
  if (
    !Array.isArray(value) ||
    !value.every((pair): pair is [unknown, unknown] => Array.isArray(pair) && pair.length === 2)
  )
    throw record.wrong('history', value, 'queriesAndResponses');
  return value.flatMap(([asked, answered], i): Message[] => [
    { role: 'user', content: textIn(asked, `${record.path('history')}[${i}][0]`) },
    { role: 'assistant', content: textIn(answered, `${record.path('history')}[${i}][1]`) },
  ]);
}

function rejectedAt(record: RecordReader, prompt: number): Response[] {
  const value = record.value('rejected');
  if (typeof value === 'string') return [responseOf('rejected', value)];
  if (Array.isArray(value) && value.length > 0 && !value.some(isObject))
    return value.map((entry: unknown, i) =>
      responseOf(`rejected-${i + 1}`, textIn(entry, `${record.path('rejected')}[${i}]`)),
    );
  const name = (value ?? null) === null ? 'rejectedMessages' : 'rejected';
  const list = listInText(record.value(name));
  const messages = exchangesIn(list) ?? asMessages(list);
  if (!messages) throw record.wrong(name, record.value(name), 'textOrTextsOrMessages');
  const answer = messages[0]?.role === 'assistant' ? messages : messages.slice(prompt);
  if (answer.length === 0) throw new LayoutError(problem('layouts.endsBeforeAnswer', { path: record.path(name) }));
  return [responseOf('rejected', answer)];
}
