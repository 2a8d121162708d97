import type { Item, Message, ToolCall } from './item';

/** Tools and their calls as people read them: Markdown, with names and JSON as code. */

/** A turn: what is said, then each call of a tool; a tool's answer under the tool's name. */
export function textOfTurn({ content, toolCalls, toolName }: Message): string {
  if (!toolCalls && toolName === undefined) return content;
  const parts = [...(toolName === undefined ? [] : [`← ${code(toolName)}`]), content, ...(toolCalls ?? []).map(textOfCall)];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** What the assistant can call: each tool's name with what it is for, and the parameters. */
export function textOfTools(tools: NonNullable<Item['tools']>): string {
  return tools.map(textOfTool).join('\n\n');
}

function textOfCall({ name, arguments: given }: ToolCall): string {
  return `→ ${code(name)}\n\n${typeof given === 'string' ? block(given, '') : json(given)}`;
}

function textOfTool(tool: Readonly<Record<string, unknown>>): string {
  const definition = isFields(tool.function) ? tool.function : tool;
  const { name, description, ...rest } = definition;
  if (typeof name !== 'string') return json(tool);
  const heading = typeof description === 'string' && description !== '' ? `${code(name)}: ${description}` : code(name);
  return Object.keys(rest).length === 0 ? heading : `${heading}\n\n${json(rest.parameters ?? rest)}`;
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

const json = (value: unknown): string => block(JSON.stringify(value, undefined, 2), 'json');

/** A text as a code block that nothing in it closes. */
function block(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestTicks(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

function code(text: string): string {
  const ticks = '`'.repeat(longestTicks(text) + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${text}${pad}${ticks}`;
}

function longestTicks(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
}
