import * as z from 'zod';
import { callPath } from '../annotation/callMarks';
import { callVerdicts, faults, runStepLabels } from '../annotation/judgementValues';

const index = z.int().nonnegative();

/**
 * Where one goes among the steps of a run: to the next one of a kind. `divergence`: where the runs part. `inner`: into
 * what hangs beside the run next, or out of it, whatever the way.
 */
export const stepTargets = ['step', 'edit', 'failure', 'judged', 'divergence', 'inner'] as const;

/** Lists what the steps of runs add to `judgementActionSchema`. */
export const runActions = [
  /** Takes the steps of the selected response into the hand, or (also by `on`) puts them away. */
  z.object({ do: z.literal('run'), on: z.boolean().optional() }),
  /** Takes a step of a response into the hand, by its number. */
  z.object({ do: z.literal('runStep'), index, step: index }),
  z.object({ do: z.literal('runBy'), by: z.union([z.literal(-1), z.literal(1)]), to: z.enum(stepTargets) }),
  /** Takes the same row of the run beside into the hand. */
  z.object({ do: z.literal('runBeside'), by: z.union([z.literal(-1), z.literal(1)]) }),
  /** Says what is thought of the step in hand; the same again takes it back, null takes all of it back. */
  z.object({ do: z.literal('runLabel'), label: z.literal(runStepLabels).nullable() }),
  /** Says that the step in hand is the first wrong one of its run, or takes that back. */
  z.object({ do: z.literal('runFirstError') }),
  /** Says what kind of fault the step in hand has, how bad it is and whose it is; null takes one back. */
  z.object({
    do: z.literal('runFault'),
    category: z.string().nullable().optional(),
    severity: z.int().min(1).max(3).nullable().optional(),
    fault: z.enum(faults).nullable().optional(),
  }),
  /** Says what is wrong in a place of the call in hand, and what should stand there; the same again, or null, takes it back. */
  z.object({
    do: z.literal('runCall'),
    path: callPath,
    verdict: z.enum(callVerdicts).nullable(),
    corrected: z.unknown().optional(),
  }),
  /**
   * Says that the critique of a response quotes a step of it, which it is about if it is about none yet; null takes back
   * that it is about one.
   */
  z.object({ do: z.literal('runCritique'), index, step: index.nullable() }),
  /** Brings the keyboard to the note on the step in hand. */
  z.object({ do: z.literal('runNote') }),
] as const;

export type RunAction = Readonly<z.infer<(typeof runActions)[number]>>;

export const isRunAction = (action: { readonly do: string }): action is RunAction =>
  runActions.some(({ shape }) => shape.do.value === action.do);
