import * as z from 'zod';
import { saysOfCritiques } from '../metaCritique';
import { draftMetaCritiqueSchema, metaCritiqueSchema, type MetaCritique } from '../metaCritiqueSchemas';
import { ofOne, part, type ListField } from './field';

export const metaCritiques = {
  ...ofOne,
  schema: z
    .array(metaCritiqueSchema)
    .min(1)
    .describe('Judgments on critiques that others wrote, one entry for each response.'),
  about: (entry) => entry,
  draft: part(z.array(draftMetaCritiqueSchema).readonly(), [], { judges: (all) => all.some(saysOfCritiques) }),
} satisfies ListField<MetaCritique>;
