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
  columns: {
    demonstration: z.int().positive(),
    message: z.int().positive(),
    role: z.string().min(1),
    content: z.string(),
    media: z.array(media),
    tool_calls: z.array(toolCall),
    tool_name: maybeText,
    tool_call_id: maybeText,
  },
  *facts({ judgement: { demonstrations = [] } }) {
    for (const [i, { turns }] of demonstrations.entries()) {
      for (const [k, { role, content, media: files = [], toolCalls = [], toolName, toolCallId }] of turns.entries()) {
        yield {
          demonstration: i + 1,
          message: k + 1,
          role,
          content,
          media: files.map(({ kind, source, at, marker }) => ({
            kind,
            source,
            at: at ?? null,
            marker: marker ?? null,
          })),
          tool_calls: toolCalls.map(({ id, name, arguments: given }) => ({
            id: id ?? null,
            name,
            arguments: typeof given === 'string' ? given : JSON.stringify(given),
          })),
          tool_name: toolName ?? null,
          tool_call_id: toolCallId ?? null,
        };
      }
    }
  },
});
