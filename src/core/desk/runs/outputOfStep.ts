import type { Response, ToolCall } from '../../model/item/item';
import { placedRunSteps } from '../../model/item/placedRunSteps';

/** All that a step of a run gave, as it stands in the source; what it says where it gave nothing. */
export function outputOfStep(response: Response, number: number): string | undefined {
  const step = placedRunSteps(response)[number]?.step;
  if (!step) return undefined;
  return step.kind === 'call' ? (step.observation?.content ?? step.thought) : step.turn.content;
}

/** The call that a step of a run makes; undefined where it makes none. */
export function callOfStep(response: Response, step: number): ToolCall | undefined {
  const at = placedRunSteps(response)[step]?.step;
  return at?.kind === 'call' ? at.call : undefined;
}
