import * as z from 'zod';
import { polarities } from './choices';
import { allNames, type SpanType } from './taxonomy';

const spanTypeSchema: z.ZodType<SpanType> = z.looseObject({
  name: z
    .string()
    .refine((name) => name.trim() !== '', 'is empty')
    .describe('Names the type, in the journal too; no two types of a study share a name.'),
  description: z.string().optional().describe('When to choose it, shown beside it.'),
  polarity: z
    .enum(polarities)
    .optional()
    .describe(
      'What a span of this type is taken for: "positive" or "negative"; its group\'s where nothing is said. Annotators can change it for a span.',
    ),
  of: z
    .enum(['span', 'missing'])
    .optional()
    .describe(
      'Whether it is for passages ("span") or for what a response lacks ("missing"); its group\'s, or else both, where nothing is said.',
    ),
  types: z
    .lazy(() => z.array(spanTypeSchema).min(1, 'names no type'))
    .optional()
    .describe('The types within this one, which is a group then; the group itself can be chosen too.'),
});

export const spanTypesSchema = z
  .array(spanTypeSchema)
  .min(1, 'names no type')
  .refine((types) => allNames(types).every((name, at, all) => all.indexOf(name) === at), 'gives two types one name')
  .describe(
    'What annotators mark in responses: types of passages and of what is missing, in groups within groups. They choose one by a key a level, in this order.',
  );
