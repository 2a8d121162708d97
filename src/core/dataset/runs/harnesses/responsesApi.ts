import type { Message } from '../../../model/item/item';
import type { JsonObject } from '../../fields/recordFields';
import { callsOf } from '../../items/toolCalls';
import { contentText, jsonIn, listIn, objectIn, objectsInList, textIn, withReasoning } from '../values';

/**
 * The turns in items of OpenAI's Responses API (openai/openai-python, src/openai/types/responses): messages, reasoning,
 * calls and what they gave, those of tools that the server runs itself too. Reasoning, what is said and the calls behind
 * it are one turn of the assistant.
 * @param unread hears the type of an item that is not known
 */
export function turnsOfItems(items: readonly unknown[], unread: (type: string) => void): readonly Message[] {
  const turns: Message[] = [];
  let reasoning: string | undefined;
  let isOpen = false;
  const openTurn = (content: string): void => {
    turns.push({ role: 'assistant', content: withReasoning(reasoning, content) });
    reasoning = undefined;
  };
  const addCall = (call: NonNullable<Message['toolCalls']>[number]): void => {
    if (!isOpen) openTurn('');
    isOpen = true;
    const last = turns.at(-1);
    if (last) turns[turns.length - 1] = { ...last, toolCalls: [...(last.toolCalls ?? []), call] };
  };
  const addOutput = (content: string, id: unknown): void => {
    isOpen = false;
    turns.push({ role: 'tool', content, ...(typeof id === 'string' && { toolCallId: id }) });
  };
  for (const item of objectsInList(items)) {
    const type = textIn(item.type) ?? ('role' in item ? 'message' : '');
    switch (type) {
      case 'message': {
        if (item.role === 'assistant') {
          openTurn(contentText(item.content));
          isOpen = true;
          break;
        }
        isOpen = false;
        turns.push({ role: plainRole(item.role), content: contentText(item.content) });
        break;
      }
      case 'reasoning': {
        const said = reasoningIn(item);
        if (said !== '') reasoning = reasoning === undefined ? said : `${reasoning}\n${said}`;
        isOpen = false;
        break;
      }
      case 'function_call':
      case 'custom_tool_call': {
        const call = callIn(item);
        if (call) addCall(call);
        else unread(type);
        break;
      }
      case 'function_call_output':
      case 'custom_tool_call_output':
        addOutput(typeof item.output === 'string' ? item.output : contentText(item.output), item.call_id);
        break;
      default:
        if (type.endsWith('_call')) {
          const { call, output } = hostedCall(item, type);
          addCall(call);
          if (output !== undefined) addOutput(output, call.id);
        } else if (type.endsWith('_output')) addOutput(asText(item.output ?? item.tools ?? item.results), item.call_id);
        else unread(type);
    }
  }
  if (reasoning !== undefined) openTurn('');
  return turns;
}

/** What a hosted tool gave, by the field that has it; an image stands there by its bytes, and is left out. */
const outputsOfHosted = ['output', 'outputs', 'results', 'logs'] as const;

/** A call of a tool that the server runs itself, and what it gave where that stands in the same item. */
function hostedCall(
  item: JsonObject,
  type: string,
): { readonly call: NonNullable<Message['toolCalls']>[number]; readonly output: string | undefined } {
  const id = textIn(item.call_id) ?? textIn(item.id);
  const given = objectIn(item.arguments) ?? objectIn(jsonIn(item.arguments)) ?? objectIn(item.action);
  const own = Object.entries(item).filter(([name]) => askedOfHosted.includes(name));
  const output = outputsOfHosted.map((name) => item[name]).find((value) => value !== undefined && value !== null);
  return {
    call: {
      ...(id !== undefined && { id }),
      name: textIn(item.name) ?? type.replace(/_call$/, ''),
      arguments: given ?? Object.fromEntries(own),
    },
    output: output === undefined ? undefined : asText(output),
  };
}

/** What a hosted tool is asked, where that is no object of its own. */
const askedOfHosted: readonly string[] = ['code', 'queries', 'query', 'input', 'revised_prompt', 'server_label'];

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : contentText(value) || (value === undefined ? '' : JSON.stringify(value));

const plainRole = (role: unknown): string => (role === 'developer' ? 'system' : (textIn(role) ?? 'user'));

function callIn({ name, call_id, ...item }: JsonObject): NonNullable<Message['toolCalls']>[number] | undefined {
  const given = item.arguments ?? item.input;
  const calls = callsOf({ tool_calls: [{ id: call_id, function: { name, arguments: given } }] });
  return Array.isArray(calls) ? calls[0] : undefined;
}

/** What of the reasoning is to be read: its summary, or its text. */
const reasoningIn = ({ summary, content }: JsonObject): string => (contentText(summary) || contentText(content)).trim();

/** The tools of a request, as most define them: with what is called under "function". */
export const toolsOfRequest = (tools: unknown): readonly JsonObject[] =>
  objectsInList(tools).map((tool) =>
    tool.type === 'function' && typeof tool.name === 'string'
      ? {
          type: 'function',
          function: { name: tool.name, description: tool.description ?? '', parameters: tool.parameters ?? {} },
        }
      : tool,
  );

/** The items of a request's input, which may be a text alone. */
export const inputItems = (input: unknown): readonly unknown[] =>
  typeof input === 'string' ? [{ role: 'user', content: input }] : listIn(input ?? jsonIn(input));
