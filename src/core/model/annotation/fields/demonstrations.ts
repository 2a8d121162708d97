import * as z from 'zod';
import { ofNone, part, type ListField } from './field';

const messageSchema = z.object({
  role: z.string().min(1).describe('Role, for example "assistant".'),
  content: z.string().describe('Text of the message.'),
  media: z
    .array(
      z.object({
        kind: z.enum(['image', 'audio', 'video']).describe('Kind of the file.'),
        source: z.string().min(1).describe('Path or address of the file.'),
        at: z.int().nonnegative().optional().describe('Where it is in the text.'),
        marker: z.string().min(1).optional().describe('Text in the message that stands for it.'),
      }),
    )
    .optional()
    .describe('Images, audio and video of the message.'),
  toolCalls: z
    .array(
      z.object({
        id: z.string().optional().describe('Id of the call.'),
        name: z.string().min(1).describe('Name of the tool.'),
        arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).describe('Arguments of the call.'),
      }),
    )
    .min(1)
    .optional()
    .describe('Tool calls of the message.'),
  toolName: z.string().optional().describe('Of the result of a call: name of the tool.'),
  toolCallId: z.string().optional().describe('Of the result of a call: id of the call.'),
});
const demonstrationSchema = z.object({ turns: z.array(messageSchema).min(1).describe('Messages of the answer.') });

export const demonstrations = {
  ...ofNone,
  schema: z.array(demonstrationSchema).describe('Answers that the annotator wrote.'),
  about: (entry) => entry,
  parts: {
    /** Answers that the annotator wrote, as none was acceptable or to have several. */
    answers: part(z.array(z.string()).readonly(), [], { texts: (texts) => texts }),
  },
} satisfies ListField<z.infer<typeof demonstrationSchema>>;
