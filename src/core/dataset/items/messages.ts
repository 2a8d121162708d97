import { ownValue } from '../../model/text/ownValue';
import type { Media, Message, ToolCall } from '../../model/item/item';
import { isObject, textOf } from '../fields/recordFields';
import { callsInText, callsOf } from './toolCalls';

const roles: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['user', 'human', 'prompter', 'customer', 'client', 'student', 'patient'].map((name) => [name, 'user']),
  ),
  ...Object.fromEntries(
    ['assistant', 'gpt', 'bot', 'chatbot', 'ai', 'model', 'agent', 'tutor', 'llm'].map((name) => [name, 'assistant']),
  ),
  system: 'system',
  developer: 'developer',
  observation: 'tool',
  observations: 'tool',
  tool_response: 'tool',
  function_response: 'tool',
  function: 'tool',
};

/** Roles under which ShareGPT (LLaMA-Factory) and ms-swift write calls of tools, as JSON in the content. */
const callRoles: readonly unknown[] = ['function_call', 'tool_call', 'function-call', 'tool-call'];

/**
 * A message in one of the forms in use: `{role, content}`, ShareGPT's `{from, value}`, and `{speaker, text}` or
 * `{speaker, utterance}` where the speaker is one whom transcripts name; undefined for anything else. Without content
 * only where it calls tools.
 */
export function asMessage(value: unknown): Message | undefined {
  if (!isObject(value)) return undefined;
  const role = roleOf(value);
  if (typeof role !== 'string' || role === '') return undefined;
  const plain = plainRole(role) ?? role;
  const said = contentOf(
    value.content ?? value.value ?? (plainRole(role) === undefined ? undefined : (value.text ?? value.utterance)),
  );
  const written = callRoles.includes(role) ? callsInText(said?.content) : undefined;
  if (written) return { role: 'assistant', content: '', toolCalls: written };
  const toolCalls = callsOf(value) ?? said?.toolCalls;
  if (toolCalls === 'unreadable' || !(said ?? (toolCalls && (value.content ?? value.value ?? null) === null)))
    return undefined;
  return {
    role: plain,
    content: '',
    ...said,
    ...(toolCalls && { toolCalls }),
    ...(plain === 'tool' && answeredIn(value.name, value.tool_call_id)),
  };
}

/** A non-empty list of messages, or undefined. */
export function asMessages(value: unknown): Message[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  // Most are single messages: that is seen by the first.
  const exchanges = asExchange(value[0]) ? value.map(asExchange) : [undefined];
  if (exchanges.every((each) => each !== undefined)) return exchanges.flat();
  const messages = value.map(asMessage);
  return messages.every((message) => message !== undefined) ? withCallsTogether(messages, value) : undefined;
}

/**
 * The turns in an object that holds what each of two said under their names (`{human, assistant}`, as Firefly has it;
 * perhaps `system` before them), or undefined.
 */
function asExchange(value: unknown): readonly Message[] | undefined {
  if (!isObject(value)) return undefined;
  const names = Object.keys(value);
  if (names.length < 2 || names.length > 3) return undefined;
  const said = names.map((name): Message => ({
    role: plainRole(name) ?? '',
    content: typeof value[name] === 'string' ? value[name] : '',
  }));
  const order = ['system', 'user', 'assistant'].slice(-names.length);
  const turns = said.toSorted((a, b) => order.indexOf(a.role) - order.indexOf(b.role));
  return turns.every(({ role }, at) => role === order[at]) && names.every((name) => typeof value[name] === 'string')
    ? turns.filter(({ role, content }) => role !== 'system' || content !== '')
    : undefined;
}

/**
 * The turns in messages read one by one from `entries`: where each call is a message of its own (ms-swift), they belong
 * to the assistant's turn before them.
 */
function withCallsTogether(messages: readonly Message[], entries: readonly unknown[]): Message[] {
  const turns: Message[] = [];
  messages.forEach((message, i) => {
    const last = turns.at(-1);
    if (message.toolCalls && last?.role === 'assistant' && callRoles.includes(roleOf(entries[i])))
      turns[turns.length - 1] = { ...last, toolCalls: [...(last.toolCalls ?? []), ...message.toolCalls] };
    else turns.push(message);
  });
  return turns;
}

const roleOf = (value: unknown): unknown =>
  isObject(value)
    ? (value.role ?? value.from ?? (typeof value.speaker === 'string' ? plainRole(value.speaker) : undefined))
    : undefined;

/** Who speaks, in the words of chat templates; undefined for others. */
const plainRole = (role: string): string | undefined => ownValue(roles, role.trim().toLowerCase().replaceAll('-', '_'));

function answeredIn(name: unknown, id: unknown): Pick<Message, 'toolName' | 'toolCallId'> {
  return {
    ...(typeof name === 'string' && name !== '' && { toolName: name }),
    ...(typeof id === 'string' && id !== '' && { toolCallId: id }),
  };
}

/**
 * Text, media and calls of tools of a message's content: text, or a list of parts as the trainers' chat templates take
 * it. Undefined for anything else.
 */
function contentOf(content: unknown): Pick<Message, 'content' | 'media' | 'toolCalls'> | undefined {
  if (typeof content === 'string') return { content };
  // Arena-Hard's answers: {"content": {"answer": text}}.
  if (isObject(content) && typeof content.answer === 'string' && Object.keys(content).length === 1)
    return { content: content.answer };
  if (!Array.isArray(content)) return undefined;
  let text = '';
  const media: Media[] = [];
  const toolCalls: ToolCall[] = [];
  for (const part of content as unknown[]) {
    const found = mediaOf(part);
    const said = textOfPart(part);
    const calls = isObject(part) && part.type === 'tool_call' ? callsInText(textOf(part.value)) : undefined;
    if (found) media.push(text === '' ? found : { ...found, at: text.length });
    else if (said !== undefined) text += said;
    else if (calls) toolCalls.push(...calls);
    else if (!isPlaceholder(part)) return undefined;
  }
  return { content: text, ...(media.length > 0 && { media }), ...(toolCalls.length > 0 && { toolCalls }) };
}

/**
 * The text of a part, which is under "text" for chat templates and under "value" in LLaMA-Factory's v1
 * (src/llamafactory/v1/utils/types.py); its reasoning in the tags that chat templates write it in. Undefined for parts
 * of other kinds.
 */
function textOfPart(part: unknown): string | undefined {
  if (!isObject(part)) return undefined;
  if (part.type === 'reasoning') {
    const reasoning = textOf(part.value);
    return reasoning === undefined ? undefined : reasoning === '' ? '' : `<think>\n${reasoning}\n</think>\n\n`;
  }
  if ((part.type ?? 'text') !== 'text') return undefined;
  if (part.text === null) return '';
  return textOf(part.text) ?? (part.type === 'text' ? textOf(part.value) : undefined);
}

const mediaKinds = ['image', 'audio', 'video'] as const;

/**
 * `{type: 'image'}`: what it stands for is named in a column of its own (TRL, docs/source/dataset_formats.md, vision
 * datasets).
 */
const isPlaceholder = (part: unknown): boolean =>
  isObject(part) &&
  mediaKinds.some((kind) => part.type === kind && (part[kind] ?? part.url ?? part.path ?? null) === null);

/**
 * The reference in a part of a message: `{type: 'image', image: PATH}`, OpenAI's `{type: 'image_url', image_url:
 * {url}}`, LLaMA-Factory's `{type: 'image_url', value: PATH}`, and the same for audio and video.
 */
function mediaOf(part: unknown): Media | undefined {
  if (!isObject(part) || typeof part.type !== 'string') return undefined;
  const type = part.type;
  const kind = mediaKinds.find((each) => type === each || type === `${each}_url`);
  if (!kind) return undefined;
  const value = part[type] ?? part[kind] ?? part.url ?? part.path ?? part.value;
  const source = isObject(value) ? (value.url ?? value.path) : value;
  return typeof source === 'string' && source !== '' ? { kind, source } : undefined;
}
