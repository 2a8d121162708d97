import * as z from 'zod';

/**
 * Why an item came to an annotator: by an order of the queue, as one of those that were looked for, as a control
 * item or once more, because the annotator went to it, or because they were there last time.
 */
export const servedReasons = [
  'file',
  'shuffled',
  'uncertain',
  'thin',
  'informative',
  'outcomes',
  'found',
  'control',
  'repeat',
  'asked',
  'resumed',
] as const;

/** As a journal says it. */
export const servedSchema = z.object({
  why: z
    .enum(servedReasons)
    .describe(
      'The order that brought it, or `found` (looked for), `control`, `repeat`, `asked` (the annotator went to it) or `resumed`.',
    ),
  value: z
    .number()
    .optional()
    .describe(
      'The number that the order went by. `uncertain`: how far the best two scores lie apart, or the share of the labels against the most; `informative`: that share of the judgments; `thin`: judgments of the thinnest slice.',
    ),
});
export type Served = Readonly<z.infer<typeof servedSchema>>;
