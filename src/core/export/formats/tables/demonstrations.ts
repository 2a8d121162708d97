import * as z from 'zod';
import { longTable, maybeText } from '../../builders/longTable';

const media = z.strictObject({
  kind: z.enum(['image', 'audio', 'video']),
  source: z.string().min(1),
  at: z.int().nonnegative().nullish(),
  marker: maybeText.optional(),
});
const toolCall = z.strictObject({ id: maybeText, name: z.string().min(1), arguments: z.string() });

/**
 * Every answer that an annotator wrote, one row a message; both are numbered from 1. The arguments of a call are JSON,
 * so that the column has one type.
 */
export const demonstrationTable = longTable({
  name: 'demonstrations',
  title: 'Table of all demonstrations (answers written by annotators), one row per message',
  *facts({ judgement: { demonstrations = [] } }) {
    for (const [i, { turns }] of demonstrations.entries())
      for (const [k, message] of turns.entries()) yield { demonstration: i + 1, message: k + 1, ...message };
  },
  columns: {
    demonstration: { rule: z.int().positive(), value: ({ demonstration }) => demonstration },
    message: { rule: z.int().positive(), value: ({ message }) => message },
    role: { rule: z.string().min(1), value: ({ role }) => role },
    content: { rule: z.string(), value: ({ content }) => content },
    media: {
      rule: z.array(media),
      value: ({ media: files = [] }) =>
        files.map(({ kind, source, at, marker }) => ({ kind, source, at: at ?? null, marker: marker ?? null })),
    },
    tool_calls: {
      rule: z.array(toolCall),
      value: ({ toolCalls = [] }) =>
        toolCalls.map(({ id, name, arguments: given }) => ({
          id: id ?? null,
          name,
          arguments: typeof given === 'string' ? given : JSON.stringify(given),
        })),
    },
    tool_name: { rule: maybeText, value: ({ toolName }) => toolName ?? null },
    tool_call_id: { rule: maybeText, value: ({ toolCallId }) => toolCallId ?? null },
  },
});
