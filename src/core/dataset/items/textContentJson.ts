import type { Item, Message } from '../../model/item/item';
import { JsonWriter } from '../json/jsonWriter';
import type { SourceTexts } from '../json/sourceTexts';

/** More memory than that is not kept for the next. */
const maxKept = 1 << 20;

const json = new JsonWriter();

/**
 * The JSON of what nearly every item is made of, texts alone, as UTF-8: `[[[role, content], …], promptText or null,
 * [[id, text, [[role, content], …] or null], …]]`, the bytes that `JSON.stringify` gives, without the lists. It stands
 * there until this is called again. Undefined where the content holds more than that (media, tools, what stands beside
 * the responses).
 * @param source where its texts stand as JSON already
 */
export function textContentJson(
  { prompt, promptText, responses, tools, context, evidence, references, criteria }: Omit<Item, 'id' | 'hash'>,
  source?: SourceTexts,
): Uint8Array | undefined {
  if (tools || context !== undefined || evidence !== undefined || references !== undefined || criteria !== undefined)
    return undefined;
  json.begin(json.written.buffer.byteLength > maxKept ? undefined : json.written);
  json.forget(source);
  json.ascii('[');
  if (!turns(prompt)) return undefined;
  json.ascii(',');
  if (promptText === undefined) json.ascii('null');
  else json.text(promptText);
  for (let i = 0; i < responses.length; i++) {
    const response = responses[i] as (typeof responses)[number];
    if (response.run) return undefined;
    json.ascii(i === 0 ? ',[[' : ',[');
    json.text(response.id);
    json.ascii(',');
    json.text(response.text);
    json.ascii(',');
    if (!response.turns) json.ascii('null');
    else if (!turns(response.turns)) return undefined;
    json.ascii(']');
  }
  json.ascii(responses.length === 0 ? ',[]]' : ']]');
  return json.written;
}

/** A list of plain turns; false where one is more than its words. */
function turns(messages: readonly Message[]): boolean {
  json.ascii('[');
  for (let i = 0; i < messages.length; i++) {
    const { role, content, media, toolCalls, toolName, toolCallId } = messages[i] as Message;
    if (media || toolCalls || toolName !== undefined || toolCallId !== undefined) return false;
    json.ascii(i === 0 ? '[' : ',[');
    json.text(role);
    json.ascii(',');
    json.text(content);
    json.ascii(']');
  }
  json.ascii(']');
  return true;
}
