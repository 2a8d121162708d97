import * as z from 'zod';
import { judgementSchema } from '../annotation/judgement';

/** Version of the format of a line. */
export const suggestionVersion = 1;

/** What a judge can be asked of an item (`asks` of a judge file). */
export const judgeQuestions = ['pairs', 'verdicts', 'ratings', 'first-error'] as const;
export type JudgeQuestion = (typeof judgeQuestions)[number];

/** Which models a study's texts may be sent to (`task.models`). */
export type ModelAccess = 'any' | 'local' | 'none';

/** What a model may say: the fields of a judgment that its questions ask for. */
export const modelJudgementSchema = judgementSchema.pick({
  comparisons: true,
  verdicts: true,
  ratings: true,
  runSteps: true,
});
export type ModelJudgement = Readonly<z.infer<typeof modelJudgementSchema>>;

const hash = z.string().min(1);

/**
 * A line of `NAME.tiebreak.d/suggestions/MODEL@PROMPT.jsonl`: one answer of a model to one question on an item. It is no
 * annotation: it enters no consensus, agreement, progress, order or export unless its judge is named.
 */
export const suggestionSchema = z.object({
  v: z.literal(suggestionVersion).describe('Version of the format of the line.'),
  type: z.literal('suggestion').describe('Kind of line.'),
  id: z.string().min(1).describe('Id of the line: a ULID.'),
  time: z.iso.datetime().describe('When the model answered.'),
  judge: z.string().min(1).describe('Name of the judge, from its file.'),
  model: z
    .string()
    .min(1)
    .describe('Model that answered, as its endpoint calls it; of a command, the name of the judge.'),
  prompt: hash.describe(
    'Hash of what the model is told besides the item: the question, the template and the examples.',
  ),
  sampling: z
    .record(z.string(), z.union([z.number(), z.string(), z.boolean()]))
    .describe('How answers are drawn, as it was sent: temperature, seed, max_tokens and the like.'),
  item: z.string().min(1).describe('Id of the item.'),
  hash: hash.describe('Hash of the texts of the item, as annotations have it.'),
  asks: z.enum(judgeQuestions).describe('What was asked.'),
  shown: z.array(z.string()).min(1).describe('Ids of the responses in the order in which the model read them.'),
  sample: z.int().nonnegative().describe('Which of the answers to the same question it is, starting at 0.'),
  rubrics: z
    .array(z.object({ id: z.string(), version: z.int().positive(), text: hash }))
    .describe('Rubrics whose criteria were in the question, with hashes of what they said.'),
  judgement: modelJudgementSchema
    .nullable()
    .describe(
      'What the model says, in the fields of a judgment. `null` if its answer was not understood: see `problem`.',
    ),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('How sure the model is that it is right: the probability of its answer, or what it says of it.'),
  confidences: z
    .record(z.string(), z.number().min(0).max(1))
    .optional()
    .describe('The same of each verdict or rating, by the id of its criterion or the name of its aspect.'),
  rationale: z.string().optional().describe('Why, as the model says it.'),
  raw: z.string().describe('The answer as it came.'),
  problem: z.string().optional().describe('Why the answer was not understood.'),
  tokens: z
    .object({ input: z.int().nonnegative(), output: z.int().nonnegative() })
    .optional()
    .describe('Tokens that were read and written, as the endpoint counts them.'),
  cost: z.number().nonnegative().optional().describe('What the answer cost, from `price` of the judge file.'),
  duration: z.number().nonnegative().describe('How long the answer took, in milliseconds.'),
});
export type Suggestion = Readonly<z.infer<typeof suggestionSchema>>;
