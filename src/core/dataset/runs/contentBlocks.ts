import type { Media, Message, ToolCall } from '../../model/item/item';
import type { JsonObject } from '../fields/recordFields';
import { callsOf } from '../items/toolCalls';
import type { Unread } from './unread';
import { contentText, objectIn, objectsInList, present, textIn, withReasoning } from './values';

/**
 * The turns of a message whose content is a text, or blocks as Anthropic's API has them and others after it: text,
 * thinking, a call (`tool_use`, `toolCall`, `tool_call`), what a call gave (`tool_result`), an image. What calls gave
 * are turns of their own, before what else is said.
 */
export function turnsOfBlocks(role: 'user' | 'assistant', content: unknown, unread: Unread): readonly Message[] {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : objectsInList(content);
  const texts: string[] = [];
  const thoughts: string[] = [];
  const calls: ToolCall[] = [];
  const media: Media[] = [];
  const results: Message[] = [];
  for (const block of blocks) {
    const type = textIn(block.type) ?? '';
    const image = imageIn(block);
    const call = isCall.test(type) ? callIn(block) : undefined;
    if (type === 'text') texts.push(contentText([block]));
    else if (type === 'thinking') thoughts.push(...[textIn(block.thinking)].filter((text) => text !== undefined));
    else if (call) calls.push(call);
    else if (isResult.test(type))
      results.push(resultTurn(block.content, textIn(block.tool_use_id), textIn(block.name)));
    else if (image) media.push(image);
    else if (type !== 'redacted_thinking') unread.part(type === '' ? 'content' : type);
  }
  const said = withReasoning(thoughts.length > 0 ? thoughts.join('\n') : undefined, texts.join('\n\n'));
  return said === '' && calls.length + media.length === 0
    ? results
    : [
        ...results,
        {
          role,
          content: said,
          ...(calls.length > 0 && { toolCalls: calls }),
          ...(media.length > 0 && { media }),
        },
      ];
}

const isCall = /^tool_?(use|call)$/i;
const isResult = /^tool[-_]?result$/i;

function callIn({ id, name, input, ...block }: JsonObject): ToolCall | undefined {
  const calls = callsOf({ tool_calls: [{ id, function: { name, arguments: input ?? block.arguments } }] });
  return Array.isArray(calls) ? calls[0] : undefined;
}

/** What a call gave: a text, or blocks of text and images. */
export function resultTurn(content: unknown, id: string | undefined, name: string | undefined): Message {
  const media = objectsInList(content).flatMap((block) => imageIn(block) ?? []);
  return {
    role: 'tool',
    content: contentText(content),
    ...(media.length > 0 && { media }),
    ...present<Pick<Message, 'toolCallId' | 'toolName'>>({ toolCallId: id, toolName: name }),
  };
}

/** An image with its bytes, or where it is. */
function imageIn({ type, source, data, mimeType }: JsonObject): Media | undefined {
  if (type !== 'image') return undefined;
  const given = objectIn(source) ?? { data, media_type: mimeType };
  const address =
    typeof given.data === 'string' ? `data:${String(given.media_type)};base64,${given.data}` : textIn(given.url);
  return address === undefined ? undefined : { kind: 'image', source: address };
}
