import { turnsOf, type Response } from '../../model/item/item';
import { stepsOf } from '../../model/item/runSteps';

/** All that a step of a run gave, as it stands in the source; what it says where it gave nothing. */
export function outputOfStep(response: Response, step: number): string | undefined {
  const at = stepsOf(turnsOf(response))[step];
  if (!at) return undefined;
  return at.kind === 'call' ? (at.observation?.content ?? at.thought) : at.turn.content;
}
