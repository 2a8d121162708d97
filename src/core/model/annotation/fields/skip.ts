import * as z from 'zod';
import { ofNone, type ValueField } from './field';

const skipSchema = z.object({ reason: z.string().min(1).describe('Why.') });

/** Said at once, so that no draft has it. */
export const skip = {
  ...ofNone,
  schema: skipSchema.describe('The annotator skipped the item.'),
  column: { rule: z.string().nullable(), value: (saved) => saved?.reason ?? null },
} satisfies ValueField<z.infer<typeof skipSchema>>;
