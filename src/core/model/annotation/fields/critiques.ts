import * as z from 'zod';
import { critiqueParts, polarities } from '../judgementValues';
import { draftMissingSchema, draftSpanSchema } from '../spanSchemas';
import { ofOne, perResponse, responseId, type ListField } from './field';

const start = z.int().nonnegative();

/** A passage of a response's exact text, in code points (as Python counts: `text[start:end] == quote`). */
const spanSchema = z.object({
  start: start.describe('Where the passage starts in the text of the response.'),
  end: start.describe('Where it ends. The character at this offset is not included.'),
  quote: z
    .string()
    .describe('Text of the passage. If it is not at the offsets any more, the passage is looked for by its quote.'),
  type: z.string().optional().describe('Type from `task.spans`, or as the source names it.'),
  polarity: z.enum(polarities).optional().describe('Whether the passage is good or bad.'),
  severity: z
    .number()
    .optional()
    .describe('How good or bad: 1 minor, 2 major, 3 critical. Imported spans can have other numbers.'),
  note: z.string().optional().describe('A note on the passage.'),
  about: z
    .object({
      start: start.describe('Where it starts in the text of the critique.'),
      end: start.describe('Where it ends.'),
      quote: z.string().describe('Its text.'),
    })
    .optional()
    .describe('The part of the critique that is about this passage.'),
  lost: z
    .literal(true)
    .optional()
    .describe('The quote is not in the response any more. `start` and `end` are where it was.'),
});
export type Span = Readonly<z.infer<typeof spanSchema>>;

const missingSchema = z.object({
  type: z.string().optional().describe('Type from `task.spans`, or as the source names it.'),
  note: z.string().optional().describe('What is missing.'),
  evidence: z.string().optional().describe('Id of the evidence passage that has the information.'),
  sentences: z
    .array(z.int().nonnegative())
    .optional()
    .describe('Numbers of the sentences in that passage, starting at 0.'),
});
export type Missing = Readonly<z.infer<typeof missingSchema>>;

const critiqueSchema = z.object({
  response: responseId,
  text: z.string().describe('The critique. Empty if everything is in its parts or in spans.'),
  strengths: z.string().optional().describe('What is good, if the study asks for parts.'),
  weaknesses: z.string().optional().describe('What is bad, if the study asks for parts.'),
  suggestion: z.string().optional().describe('What would make it better, if the study asks for parts.'),
  step: z
    .string()
    .optional()
    .describe('Key of the step of a run, as in `runSteps`, that it was begun at or first quotes.'),
  spans: z.array(spanSchema).optional().describe('Marked passages of the response.'),
  missing: z.array(missingSchema).optional().describe('Information that the response should have.'),
});
export type Critique = Readonly<z.infer<typeof critiqueSchema>>;

const partsSchema = z.object({ strengths: z.string(), weaknesses: z.string(), suggestion: z.string() }).readonly();
export const noParts: z.infer<typeof partsSchema> = { strengths: '', weaknesses: '', suggestion: '' };

export const critiques = {
  ...ofOne,
  schema: z.array(critiqueSchema).describe('Critiques of responses.'),
  about: ({ response }) => response,
  merge: mergeCritiques,
  draft: perResponse(z.string(), '', { texts: (texts) => texts, isRequired: true }),
  parts: {
    critiqueParts: perResponse(partsSchema, noParts, {
      texts: (all) => all.flatMap((parts) => Object.values(parts)),
    }),
    /** The number of the step of a run that each critique is about; it says nothing by itself. */
    critiqueSteps: perResponse(z.int().nonnegative().nullable(), null, { judges: () => false }),
    /** What is marked in each response, and what each lacks. */
    spans: perResponse(z.array(draftSpanSchema).readonly(), []),
    missing: perResponse(z.array(draftMissingSchema).readonly(), []),
  },
} satisfies ListField<Critique>;

/** What is written of one response in two places, one behind the other. */
function mergeCritiques(first: Critique, second: Critique): Critique {
  const words = (a = '', b = ''): string =>
    b === '' || a.split('\n\n').includes(b) || a === b ? a : a === '' ? b : `${a}\n\n${b}`;
  const parts = Object.fromEntries(
    critiqueParts.flatMap((part) =>
      first[part] === undefined && second[part] === undefined ? [] : [[part, words(first[part], second[part])]],
    ),
  );
  const both = <T>(a: readonly T[] | undefined, b: readonly T[] | undefined): T[] | undefined =>
    (a ?? b)
      ? [...new Map([...(a ?? []), ...(b ?? [])].map((each) => [JSON.stringify(each), each])).values()]
      : undefined;
  const [spans, missing] = [both(first.spans, second.spans), both(first.missing, second.missing)];
  return {
    ...first,
    text: words(first.text, second.text),
    ...parts,
    ...(spans && { spans }),
    ...(missing && { missing }),
  };
}
