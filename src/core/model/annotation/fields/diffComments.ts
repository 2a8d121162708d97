import * as z from 'zod';
import { commentedLines, draftDiffCommentSchema } from '../diffComments';
import { diffSides } from '../judgementValues';
import { ofOne, perResponse, responseId, type ListField } from './field';

/** A comment on lines of a file that a response changes, or leaves as it was. */
const diffCommentSchema = z.object({
  response: responseId,
  file: z.string().min(1).describe('Path of the file in the repository, on that side.'),
  side: z
    .enum(diffSides)
    .describe('The file before the patch of the response (`base`), or as the patch leaves it (`patched`).'),
  lines: commentedLines.describe(
    'First and last line, from 1, in the file on that side. Without a repository they are as the patch counts them.',
  ),
  type: z.string().optional().describe('What it is about: from `task.spans`, or one that Tiebreak offers.'),
  severity: z.number().optional().describe('How bad: 1 minor, 2 major, 3 critical.'),
  note: z.string().optional().describe('The comment.'),
});
export type DiffComment = Readonly<z.infer<typeof diffCommentSchema>>;

export const diffComments = {
  ...ofOne,
  schema: z.array(diffCommentSchema).min(1).describe('Comments on lines of the changes that responses make.'),
  // Several comments may be on the same lines.
  about: (entry) => entry,
  draft: perResponse(z.array(draftDiffCommentSchema).readonly(), []),
} satisfies ListField<DiffComment>;
