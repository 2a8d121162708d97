import * as z from 'zod';
import { says } from '../problems/checkValue';
import {
  stepErrorNames,
  stepErrorPresets,
  stepErrorsOf,
  type StepErrorPreset,
  type WrittenStepError,
} from './stepErrors';

const named = z.string().refine((name) => name.trim() !== '', says('value.empty', {}));

const stepErrorSchema: z.ZodType<WrittenStepError> = z.union([
  named,
  z.looseObject({
    name: named.describe('Name of the category, also in the journal. Must be unique in the study.'),
    description: z.string().optional().describe('When to choose this category. Shown next to it.'),
    types: z
      .lazy(() => z.array(stepErrorSchema).min(1))
      .optional()
      .describe('Categories inside this one, which then is a group.'),
  }),
]);

export const stepErrorsSchema = z.union([
  z.enum(Object.keys(stepErrorPresets) as [StepErrorPreset, ...StepErrorPreset[]]),
  z
    .array(stepErrorSchema)
    .min(1)
    .refine(
      (all) => {
        const names = stepErrorNames(stepErrorsOf(all));
        return new Set(names).size === names.length;
      },
      says('value.typeTwice', {}),
    ),
]);
