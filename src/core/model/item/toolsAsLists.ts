import { isJson } from '../text/isJson';
import type { Item, Message, ToolCall } from './item';
import { block, code } from './toolCallText';

/**
 * Tools and their calls as the desk shows them: not as JSON but as lists, an argument a line, so that name,
 * arguments and values are seen apart. Markdown.
 */

/** Deeper than this a value is JSON in a line. */
const deepest = 6;
/** A longer text is a block of its own. In UTF-16 units. */
const maxLineLength = 200;
/** Text behind a line break. */
const hasLines = /[\n\r](?!\n?$)/;
/** Control characters: keys that a terminal was sent, say. */
// eslint-disable-next-line no-control-regex -- that is what is looked for
const unseen = /[\u0000-\u0008\u000e-\u001f\u007f]/;

/** A turn: what is said, then each call of a tool; a tool's answer under the tool's name. */
export function turnAsLists({ role, content, toolCalls, toolName }: Message): string {
  const said = role === 'tool' ? readingOfAnswer(content) : content;
  if (!toolCalls && toolName === undefined) return said;
  const parts = [
    ...(toolName === undefined ? [] : [`← ${code(toolName)}`]),
    said,
    ...(toolCalls ?? []).map(readingOfCall),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** What the assistant can call: each tool's name with what it is for, and its parameters. */
export const toolsAsLists = (tools: NonNullable<Item['tools']>): string => tools.map(readingOfTool).join('\n\n');

/** What a tool answers: where that is an object in JSON, its fields. */
function readingOfAnswer(content: string): string {
  try {
    const answer: unknown = content.trimStart().startsWith('{') ? JSON.parse(content) : undefined;
    return isFields(answer) && Object.keys(answer).length > 0 ? listOf(answer, 0) : content;
  } catch {
    return content;
  }
}

function readingOfCall({ name, arguments: given }: ToolCall): string {
  const said = typeof given === 'string' ? block(given, '') : listOf(given, 0);
  return [`→ ${code(name)}`, ...(said === '' ? [] : [said])].join('\n\n');
}

function readingOfTool(tool: Fields): string {
  const definition = isFields(tool.function) ? tool.function : tool;
  const { name, description, ...rest } = definition;
  if (typeof name !== 'string') return listOf(tool, 0);
  const heading = typeof description === 'string' && description !== '' ? `${code(name)}: ${description}` : code(name);
  const { parameters, ...others } = rest;
  const said =
    isFields(parameters) && isFields(parameters.properties)
      ? parametersOf(parameters, parameters.properties)
      : listOf(isFields(parameters) ? parameters : rest, 0);
  const more = isFields(parameters) && Object.keys(others).length > 0 ? listOf(others, 0) : '';
  return [heading, said, more].filter((part) => part !== '').join('\n\n');
}

/** Each parameter of a JSON schema with its type, whether it must be there, and what it is for. */
function parametersOf({ required }: Fields, properties: Fields): string {
  return Object.entries(properties)
    .map(([name, schema]) => {
      if (!isFields(schema)) return pair(name, schema, 0);
      const { type, description, ...more } = schema;
      const must = Array.isArray(required) && required.includes(name);
      const kind = [...(typeof type === 'string' ? [type] : []), ...(must ? ['required'] : [])].join(', ');
      const purpose =
        typeof description === 'string' && description !== '' ? `: ${description.replaceAll(/\s+/g, ' ')}` : '';
      const rest = listOf(typeof type === 'string' || type === undefined ? more : { type, ...more }, 1);
      return [`- ${code(name)}${kind === '' ? '' : ` (${kind})`}${purpose}`, ...(rest === '' ? [] : [rest])].join('\n');
    })
    .join('\n');
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of an object as a list, each within its parents'. */
const listOf = (fields: Fields, depth: number): string =>
  Object.entries(fields)
    .map(([name, value]) => pair(name, value, depth))
    .join('\n');

const pair = (name: string, value: unknown, depth: number): string =>
  entry(`${code(name === '' ? '""' : name)}: `, value, depth);

/** A value behind what names it; one of several lines, or with parts, below that. */
function entry(head: string, value: unknown, depth: number): string {
  const indent = '  '.repeat(depth);
  const parts =
    depth >= deepest
      ? []
      : Array.isArray(value)
        ? value.map((each: unknown) => entry('', each, depth + 1))
        : isFields(value)
          ? Object.entries(value).map(([name, each]) => pair(name, each, depth + 1))
          : [];
  if (parts.length > 0) return `${indent}- ${head === '' ? '·' : head.trimEnd()}\n${parts.join('\n')}`;
  if (typeof value === 'string' && (value.length > maxLineLength || hasLines.test(value)))
    return `${indent}- ${head === '' ? '·' : head.trimEnd()}\n${indented(block(value, ''), `${indent}  `)}`;
  return `${indent}- ${head}${code(lineOf(value))}`;
}

/** By line feeds alone: a carriage return before one is not the end of a line of its own. */
const indented = (text: string, by: string): string => text.replaceAll(/(^|\n)/g, `$1${by}`);

/** A value in a line; a text that would be read as another kind of value, or not be seen, stands in quotes. */
function lineOf(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return value.trim() !== value || value === '' || unseen.test(value) || isJson(value) ? JSON.stringify(value) : value;
}
