import type { DeskContent } from '../../../src/core/model/desk/deskContent';
import type { DeskStepInHand } from '../../../src/core/model/desk/deskRun';
import { openStep } from './runRows';

/** A step of a run, by shown index and number. */
export interface StepPlace {
  readonly index: number;
  readonly step: number;
}

/**
 * The steps that are closed and whose words or output have a text, whatever its case, in the order of runs and steps;
 * as far as their texts are loaded. Words of several calls are those of the first.
 */
export function closedStepsWith(
  { runs, responses }: Pick<DeskContent, 'runs' | 'responses'>,
  { run: inHand, selected }: { readonly run?: DeskStepInHand; readonly selected: number },
  query: string,
): readonly StepPlace[] {
  if (query === '' || !runs) return [];
  const sought = query.toLowerCase();
  return runs.runs.flatMap((run, index) => {
    if (!run) return [];
    const open = openStep(run, inHand, index === selected);
    const has = (turn: number | undefined): boolean =>
      turn !== undefined && (responses[index]?.[turn]?.text.toLowerCase().includes(sought) ?? false);
    return run.steps.flatMap((step, number) =>
      number !== open && ((step.turn !== run.steps[number - 1]?.turn && has(step.turn)) || has(step.observation))
        ? [{ index, step: number }]
        : [],
    );
  });
}

/** The first of the places behind one, or (`by` -1) the last before it; from the other end where there is none. */
export function nextPlace(places: readonly StepPlace[], { index, step }: StepPlace, by: number): StepPlace | undefined {
  const isBehind = (place: StepPlace): boolean => place.index > index || (place.index === index && place.step > step);
  return by < 0
    ? (places.findLast((place) => !isBehind(place)) ?? places.at(-1))
    : (places.find(isBehind) ?? places[0]);
}
