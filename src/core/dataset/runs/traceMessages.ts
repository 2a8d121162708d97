import type { Media, Message, ToolCall } from '../../model/item/item';
import { isObject, type JsonObject } from '../fields/recordFields';
import { asMessage } from '../items/messages';
import { callsOf } from '../items/toolCalls';
import type { Unread } from './unread';
import { contentText, jsonIn, objectIn, present, textIn, withReasoning } from './values';

/** A value that a trace may hold as the text of its JSON, and that text once more. */
export function unpacked(value: unknown): unknown {
  let inner = value;
  for (let i = 0; i < 3 && typeof inner === 'string'; i++) {
    const parsed = jsonIn(inner);
    if (typeof parsed !== 'object' && typeof parsed !== 'string') break;
    inner = parsed;
  }
  return inner ?? undefined;
}

/** A value as a text: itself where it is one, else its JSON. */
export function textOfValue(value: unknown): string {
  if (typeof value === 'string') return value;
  const parts = objectIn(value)?.content ?? value;
  const text = contentText(parts);
  return text !== '' && Array.isArray(parts) ? text : JSON.stringify(value ?? null);
}

/**
 * The turns in what a trace has of a request or an answer: messages of OpenAI, Anthropic, Vercel's AI SDK and of
 * OpenTelemetry (`{role, parts: [{type, content}]}`), one or a list, alone or under `messages`, or a text.
 * @param role who says a text that nobody is named for
 */
export function turnsOfValue(value: unknown, role: 'user' | 'assistant', unread: Unread): readonly Message[] {
  const whole = unpacked(value);
  if (whole === undefined) return [];
  if (typeof whole === 'string') return whole === '' ? [] : [{ role, content: whole }];
  const list = Array.isArray(whole) ? (whole as readonly unknown[]) : undefined;
  const inner = list ?? listOf(objectIn(whole)?.messages) ?? [whole];
  return inner.flatMap((message) => turnsOfMessage(unpacked(message), role, unread));
}

const listOf = (value: unknown): readonly unknown[] | undefined => {
  const whole = unpacked(value);
  return Array.isArray(whole) ? (whole as readonly unknown[]) : undefined;
};

function turnsOfMessage(value: unknown, role: 'user' | 'assistant', unread: Unread): readonly Message[] {
  if (!isObject(value) || typeof value.role !== 'string') {
    // What was answered in a form that was asked for.
    if (role === 'assistant' && value !== null && value !== undefined)
      return [{ role, content: typeof value === 'string' ? value : JSON.stringify(value) }];
    unread.part('message');
    return [];
  }
  const parts = value.parts ?? value.content;
  const turn = Array.isArray(parts) ? undefined : asMessage(value);
  if (turn) return [turn.role === 'developer' ? { ...turn, role: 'system' } : turn];
  if (!Array.isArray(parts)) {
    unread.part('message');
    return [];
  }
  const read = readParts(parts, unread);
  const beside = callsOf(value);
  const calls = [...read.calls, ...(Array.isArray(beside) ? beside : [])];
  const isTool = value.role === 'tool' && read.results.length === 0;
  const said = withReasoning(read.thoughts.length > 0 ? read.thoughts.join('\n') : undefined, read.texts.join(''));
  if (said === '' && calls.length + read.media.length === 0 && read.results.length > 0) return read.results;
  return [
    ...read.results,
    {
      role: value.role === 'developer' ? 'system' : value.role,
      content: said,
      ...(calls.length > 0 && { toolCalls: calls }),
      ...(read.media.length > 0 && { media: read.media }),
      ...(isTool &&
        present<Pick<Message, 'toolCallId'>>({ toolCallId: textIn(value.tool_call_id) ?? textIn(value.id) })),
    },
  ];
}

interface ReadParts {
  readonly texts: string[];
  readonly thoughts: string[];
  readonly calls: ToolCall[];
  readonly results: Message[];
  readonly media: Media[];
}

function readParts(parts: readonly unknown[], unread: Unread): ReadParts {
  const read: ReadParts = { texts: [], thoughts: [], calls: [], results: [], media: [] };
  for (const value of parts) {
    const part = typeof value === 'string' ? { type: 'text', text: value } : (objectIn(value) ?? {});
    const type = (textIn(part.type) ?? '').replaceAll('-', '_');
    const id = textIn(part.id) ?? textIn(part.toolCallId) ?? textIn(part.tool_use_id);
    const call = /^tool_(call|use)$/.test(type) ? callIn(part, id) : undefined;
    const source = imageIn(part);
    if (/^(input_|output_)?text$/.test(type)) read.texts.push(textIn(part.text) ?? textIn(part.content) ?? '');
    else if (/^(reasoning|thinking)$/.test(type))
      read.thoughts.push(textIn(part.text) ?? textIn(part.content) ?? textIn(part.thinking) ?? '');
    else if (call) read.calls.push(call);
    else if (/^tool_(call_response|result)$/.test(type)) read.results.push(resultIn(part, id));
    else if (source !== undefined) read.media.push({ kind: 'image', source });
    else unread.part(type === '' ? 'part' : type);
  }
  return read;
}

function callIn(part: JsonObject, id: string | undefined): ToolCall | undefined {
  const given = part.arguments ?? part.args ?? part.input;
  const calls = callsOf({ tool_calls: [{ id, function: { name: part.name ?? part.toolName, arguments: given } }] });
  return Array.isArray(calls) ? calls[0] : undefined;
}

function resultIn(part: JsonObject, id: string | undefined): Message {
  const gave = part.response ?? part.result ?? part.output ?? part.content;
  // Vercel's AI SDK says of what kind the value is.
  const value = isObject(gave) && 'value' in gave && typeof gave.type === 'string' ? gave.value : gave;
  return {
    role: 'tool',
    content: textOfValue(value),
    ...present<Pick<Message, 'toolCallId'>>({ toolCallId: id }),
  };
}

const imageIn = ({ type, source, image_url: url, image }: JsonObject): string | undefined => {
  if (type === 'image_url') return textIn(objectIn(url)?.url) ?? textIn(url);
  if (type !== 'image') return undefined;
  const given = objectIn(source);
  return typeof given?.data === 'string'
    ? `data:${String(given.media_type)};base64,${given.data}`
    : (textIn(given?.url) ?? (typeof image === 'string' && /^(data|https?):/.test(image) ? image : undefined));
};
