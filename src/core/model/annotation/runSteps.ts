import * as z from 'zod';
import { faults, runStepLabels } from './judgementValues';

/** What a draft says of a step of a run, by the step's number from 0 (`model/item/runSteps`). */
export const draftRunStepSchema = z.object({
  step: z.int().nonnegative(),
  label: z.literal(runStepLabels).nullable(),
  firstError: z.boolean(),
  category: z.string().nullable(),
  severity: z.number().nullable(),
  fault: z.enum(faults).nullable(),
  note: z.string(),
});
export type DraftRunStep = Readonly<z.infer<typeof draftRunStepSchema>>;

/** A step of which nothing is said. */
export const noRunStep = (step: number): DraftRunStep => ({
  step,
  label: null,
  firstError: false,
  category: null,
  severity: null,
  fault: null,
  note: '',
});
