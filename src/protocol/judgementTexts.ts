import * as z from 'zod';
import type { DeskRefinement } from '../core/model/desk/difference';

/** What one does to write more of a judgement than a text that stands on the desk anyway. */

/** Actions that are commands too, each with its key in src/host/commands. */
export const writingActions = ['refine', 'refineInEditor', 'because', 'anotherAnswer'] as const;
export type WritingAction = (typeof writingActions)[number];

/** Requests of the webview to the host. */
export const writingRequests = [
  /** What is being made of a response, by shown index, and how it differs from it. */
  z.object({ method: z.literal('refinement'), key: z.string(), index: z.int().nonnegative() }),
] as const;

export interface WritingReplies {
  /** Null where the item is not on the screen any more. */
  refinement: DeskRefinement | null;
}
