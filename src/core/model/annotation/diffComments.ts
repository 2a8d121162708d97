import * as z from 'zod';
import { diffSides } from './judgementValues';

/** First and last line, counted from 1 in the file of that side. */
export const commentedLines = z
  .tuple([z.int().positive(), z.int().positive()])
  .refine(([first, last]) => first <= last, 'the last line is before the first one');

/** A comment on lines of what a response changes, as a draft has it. */
export const draftDiffCommentSchema = z.object({
  /** Path in the repository on that side, with `/`. */
  file: z.string().min(1),
  side: z.enum(diffSides),
  lines: commentedLines,
  type: z.string().optional(),
  severity: z.number().optional(),
  note: z.string(),
});
export type DraftDiffComment = Readonly<z.infer<typeof draftDiffCommentSchema>>;

/** The types to choose from where a study names none of its own. */
export const defaultDiffTypes = ['correctness', 'security', 'performance', 'style', 'tests', 'other'] as const;

/** Whether two comments say the same of the same lines. */
export const sameDiffComment = (a: DraftDiffComment, b: DraftDiffComment): boolean =>
  a.file === b.file &&
  a.side === b.side &&
  a.lines[0] === b.lines[0] &&
  a.lines[1] === b.lines[1] &&
  a.type === b.type &&
  a.severity === b.severity &&
  a.note === b.note;

/** Comments in the order of files and lines. */
export const inFileOrder = (comments: readonly DraftDiffComment[]): readonly DraftDiffComment[] =>
  comments.toSorted(
    (a, b) =>
      (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
      Number(a.side === 'patched') - Number(b.side === 'patched') ||
      a.lines[0] - b.lines[0] ||
      a.lines[1] - b.lines[1],
  );
