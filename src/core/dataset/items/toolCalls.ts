import type { ToolCall } from '../../model/item/item';
import { isObject, listInText, type JsonObject } from '../fields/recordFields';

/**
 * Calls of tools as trainers write them: OpenAI's `tool_calls: [{id, type, function: {name, arguments}}]` and its older
 * `function_call: {name, arguments}` (arguments as JSON text), the same with arguments as an object (huggingface/trl,
 * docs/source/dataset_formats.md, "Tool Calling"), and `{name, arguments}` as JSON in the content of a message
 * (hiyouga/LLaMA-Factory, src/llamafactory/data/converter.py; modelscope/ms-swift,
 * docs/source_en/Customization/Custom-dataset.md, "Agent Format").
 */

/** The calls that a message holds beside its content; undefined where it holds none. */
export function callsOf(message: JsonObject): ToolCall[] | 'unreadable' | undefined {
  const listed = listInText(message.tool_calls) ?? '';
  if (listed === '' || (Array.isArray(listed) && listed.length === 0))
    return isObject(message.function_call) ? readable([message.function_call]) : undefined;
  return readable(Array.isArray(listed) ? listed : [listed]);
}

function readable(entries: readonly unknown[]): ToolCall[] | 'unreadable' {
  const calls = entries.map(callOf);
  return calls.every((call) => call !== undefined) ? calls : 'unreadable';
}

/** The call, or list of calls, in a JSON text; undefined where there is none. */
export function callsInText(text: string | undefined): ToolCall[] | undefined {
  const value = jsonIn(text);
  const calls = readable(Array.isArray(value) ? value : [value]);
  return calls === 'unreadable' || calls.length === 0 ? undefined : calls;
}

/**
 * Definitions of tools: a list of objects, of their JSON texts, or its JSON text. Undefined for anything else, and for
 * none.
 */
export function toolsIn(value: unknown): JsonObject[] | undefined {
  const list = listInText(value);
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const tools = list.map((tool: unknown) => (typeof tool === 'string' ? jsonIn(tool) : tool));
  return tools.every(isObject) && isShallow(tools) ? tools : undefined;
}

function callOf(entry: unknown): ToolCall | undefined {
  if (!isObject(entry)) return undefined;
  const { name, arguments: given } = isObject(entry.function) ? entry.function : entry;
  if (typeof name !== 'string' || name === '' || !isShallow(given)) return undefined;
  return {
    ...(typeof entry.id === 'string' && entry.id !== '' && { id: entry.id }),
    name,
    arguments: argumentsIn(given),
  };
}

/** No tool nests its arguments as deep as this, and what does would burst the stack of whoever writes it as JSON. */
const deepest = 100;

function isShallow(value: unknown, left = deepest): boolean {
  return (
    typeof value !== 'object' ||
    value === null ||
    (left > 0 && Object.values(value).every((each) => isShallow(each, left - 1)))
  );
}

function argumentsIn(given: unknown): ToolCall['arguments'] {
  if (typeof given !== 'string')
    return isObject(given) ? given : given === undefined || given === null ? {} : JSON.stringify(given);
  const value = jsonIn(given);
  return isObject(value) && isShallow(value) ? value : given;
}

function jsonIn(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '') as unknown;
  } catch {
    return undefined;
  }
}
