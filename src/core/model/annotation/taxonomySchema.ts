import * as z from 'zod';
import { says } from '../problems/checkValue';
import { polarities } from './judgementValues';
import { allNames, type SpanType } from './taxonomy';

const spanTypeSchema: z.ZodType<SpanType> = z.looseObject({
  name: z
    .string()
    .refine((name) => name.trim() !== '', says('value.empty', {}))
    .describe('Name of the type, also in the journal. Must be unique in the study.'),
  description: z.string().optional().describe('When to choose this type. Shown next to it.'),
  polarity: z
    .enum(polarities)
    .optional()
    .describe(
      'Whether spans of this type are "positive" or "negative". Default: the polarity of its group. Annotators can change it for each span.',
    ),
  of: z
    .enum(['span', 'missing'])
    .optional()
    .describe(
      'Whether the type is for marked passages ("span") or for missing information ("missing"). Default: as in its group, otherwise both.',
    ),
  types: z
    .lazy(() => z.array(spanTypeSchema).min(1))
    .optional()
    .describe('Types inside this type, which then is a group. Annotators can also choose the group itself.'),
});

export const spanTypesSchema = z
  .array(spanTypeSchema)
  .min(1)
  .refine((types) => allNames(types).every((name, at, all) => all.indexOf(name) === at), says('value.typeTwice', {}));
