import * as z from 'zod';

/**
 * Why an item came to an annotator (C27): by an order of the queue, as one of those that were looked for, as a control
 * item or once more, because the annotator went to it, or because they were there last time.
 */
export const servedReasons = [
  'file',
  'shuffled',
  'uncertain',
  'thin',
  'informative',
  'found',
  'control',
  'repeat',
  'asked',
  'resumed',
] as const;

/**
 * As a journal says it. `value`: of `uncertain` how far the best two scores lie apart, or the share of the labels on two
 * responses that are against the most; of `informative` that share of the judgments; of `thin` how many judgments the
 * thinnest slice had.
 */
export const servedSchema = z.object({ why: z.enum(servedReasons), value: z.number().optional() });
export type Served = Readonly<z.infer<typeof servedSchema>>;
