import type { Message, ToolCall } from './item';

/**
 * Calls of tools as text, where a response is one text: Markdown, with names and JSON as code. At the desk they are
 * lists (`toolsAsLists`).
 */

/** A turn: what is said, then each call of a tool; a tool's answer under the tool's name. */
export function textOfTurn({ content, toolCalls, toolName }: Message): string {
  if (!toolCalls && toolName === undefined) return content;
  const parts = [
    ...(toolName === undefined ? [] : [`← ${code(toolName)}`]),
    content,
    ...(toolCalls ?? []).map(textOfCall),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function textOfCall({ name, arguments: given }: ToolCall): string {
  return `→ ${code(name)}\n\n${typeof given === 'string' ? block(given, '') : json(given)}`;
}

const json = (value: unknown): string => block(JSON.stringify(value, undefined, 2), 'json');

/** A text as a code block that nothing in it closes. */
export function block(text: string, language: string): string {
  const fence = fenceAround(text);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** The mark before and behind a code block that holds this text. */
export const fenceAround = (text: string): string => '`'.repeat(Math.max(3, longestTickLabel(text) + 1));

/** A text as code within a line. */
export function code(text: string): string {
  const ticks = '`'.repeat(longestTickLabel(text) + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${text}${pad}${ticks}`;
}

function longestTickLabel(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
}
