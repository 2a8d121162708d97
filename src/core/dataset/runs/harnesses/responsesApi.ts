import type { Message } from '../../../model/item/item';
import type { JsonObject } from '../../fields/recordFields';
import { callsOf } from '../../items/toolCalls';
import { contentText, jsonIn, listIn, objectsInList, textIn, withReasoning } from '../values';

/**
 * The turns in items of OpenAI's Responses API (openai/openai-python, src/openai/types/responses): messages, reasoning,
 * calls and what they gave. Reasoning, what is said and the calls behind it are one turn of the assistant.
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
        if (!call) {
          unread(type);
          break;
        }
        if (!isOpen) openTurn('');
        isOpen = true;
        const last = turns.at(-1);
        if (last) turns[turns.length - 1] = { ...last, toolCalls: [...(last.toolCalls ?? []), call] };
        break;
      }
      case 'function_call_output':
      case 'custom_tool_call_output':
        isOpen = false;
        turns.push({
          role: 'tool',
          content: typeof item.output === 'string' ? item.output : contentText(item.output),
          ...(typeof item.call_id === 'string' && { toolCallId: item.call_id }),
        });
        break;
      default:
        unread(type);
    }
  }
  if (reasoning !== undefined) openTurn('');
  return turns;
}

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
