import type { Message, Response } from '../../model/item';
import { textOfTurn } from '../../model/toolText';
import { isObject, kindOf, LayoutError, otherFields, wrongValue } from '../fields';
import { asMessages } from '../messages';
import { idOf, type RecordReader } from '../recordReader';
import { toolsAt, withMedia } from './besideMessages';
import type { Content, Layout } from './layout';

/** `{prompt, responses: [...]}`: any number of responses, each a string or an object with its text. Tiebreak's own sample is one. */
export const responseList: Layout = {
  name: 'responses',
  title: 'A prompt and a list of responses',
  origin: "Tiebreak's own",
  fields: { id: 'id', prompt: 'prompt', responses: 'responses', tools: 'tools' },
  matches: (record) => record.hasList('responses') && record.has('prompt'),
  read(record): Content {
    const { prompt, ...text } = record.promptAt();
    return { ...record.ownId(), prompt: withMedia(record, prompt), ...text, ...toolsAt(record), responses: responsesAt(record), ...record.rest() };
  },
};

function responsesAt(record: RecordReader): Response[] {
  const path = record.path('responses');
  const value = record.value('responses');
  if (!Array.isArray(value)) throw record.wrong('responses', value, 'a list of responses');
  if (value.length < 2) throw new LayoutError(`"${path}" holds ${value.length === 0 ? 'no response' : 'one response'}; there is nothing to compare below two`);
  const responses = value.map((entry: unknown, index) => responseOf(entry, index, path));
  const repeated = responses.find(({ id }, index) => responses.findIndex((other) => other.id === id) !== index);
  if (repeated) throw new LayoutError(`"${path}" has two responses with the id ${JSON.stringify(repeated.id)}`);
  return responses;
}

function responseOf(entry: unknown, index: number, path: string): Response {
  const fallback = `r${index + 1}`;
  if (typeof entry === 'string') return { id: fallback, text: entry };
  const alone = asMessages(entry);
  if (alone) return { id: fallback, ...textAndTurns(alone) };
  if (!isObject(entry)) throw new LayoutError(`"${path}[${index}]" is ${kindOf(entry)}; a response is text, or an object with "text"`);
  const body = entry.text ?? entry.content ?? entry.response;
  const turns = asMessages(entry.messages ?? body);
  if (!turns && typeof body !== 'string') throw wrongValue(`${path}[${index}].text`, body, 'text');
  const { model } = entry;
  const metadata = { ...otherFields(entry, ['id', 'text', 'content', 'response', 'messages', 'model', 'metadata', 'role']), ...(isObject(entry.metadata) ? entry.metadata : {}) };
  return {
    id: idOf(entry.id) ?? fallback,
    ...(turns ? textAndTurns(turns) : { text: String(body) }),
    ...(typeof model === 'string' && { model }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

/** A response given as messages: one assistant message is just its text. Calls of tools are read as text too. */
export function textAndTurns(turns: readonly Message[]): { text: string; turns?: readonly Message[] } {
  const only = turns.length === 1 ? turns[0] : undefined;
  if (only?.role === 'assistant' && !only.media && !only.toolCalls) return { text: only.content };
  return { text: turns.map((turn) => (turn.toolCalls ? textOfTurn(turn) : turn.content)).join('\n\n'), turns };
}
