import { turnsOf, type Response, type ToolCall } from '../../model/item/item';
import { stepsOf } from '../../model/item/runSteps';

/** All that a step of a run gave, as it stands in the source; what it says where it gave nothing. */
export function outputOfStep(response: Response, step: number): string | undefined {
  const at = stepsOf(turnsOf(response))[step];
  if (!at) return undefined;
  return at.kind === 'call' ? (at.observation?.content ?? at.thought) : at.turn.content;
}

/** The call that a step of a run makes; undefined where it makes none. */
export function callOfStep(response: Response, step: number): ToolCall | undefined {
  const at = stepsOf(turnsOf(response))[step];
  return at?.kind === 'call' ? at.call : undefined;
}
