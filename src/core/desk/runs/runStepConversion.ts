import type { Draft } from '../../model/annotation/draft';
import type { RunStepLabelled } from '../../model/annotation/fields/runSteps';
import type { Judgement } from '../../model/annotation/judgement';
import { noRunStep, type DraftRunStep } from '../../model/annotation/runSteps';
import { placedRunSteps, type PlacedRunStep } from '../../model/item/placedRunSteps';
import type { ShownItem } from '../item/shownItem';
import { callLine, oneLine } from './stepLine';

/**
 * What is said of the steps of runs, between draft (by number) and journal (by key). Steps that a run no longer has
 * stay in the journal, as lost.
 */
export function runStepsOf(draft: Draft, { responses }: ShownItem, before: Judgement): RunStepLabelled[] {
  return responses.flatMap((response, index) => {
    const own = draft.runSteps[index] ?? [];
    const earlier = before.runSteps?.filter((each) => each.response === response.id) ?? [];
    if (own.length === 0 && earlier.length === 0) return [];
    const steps = placedRunSteps(response);
    const judged = own.flatMap((said): RunStepLabelled[] => {
      const step = steps[said.step];
      return step === undefined ? [] : [saved(said, response.id, step)];
    });
    const known = new Set(steps.map(({ key }) => key));
    const lost = earlier.filter(({ step }) => !known.has(step)).map((each) => ({ ...each, lost: true as const }));
    return [...judged, ...lost];
  });
}

/** The part of a draft that says of steps what a judgement does. */
export function draftRunSteps({ runSteps = [] }: Judgement, { responses }: ShownItem): Pick<Draft, 'runSteps'> {
  return {
    runSteps: responses.map((response) => {
      const own = runSteps.filter((each) => each.response === response.id);
      if (own.length === 0) return [];
      const numbers = new Map(placedRunSteps(response).map(({ key }, number) => [key, number]));
      return own
        .flatMap((each) => {
          const step = numbers.get(each.step);
          return step === undefined ? [] : [drafted(each, step)];
        })
        .sort((a, b) => a.step - b.step);
    }),
  };
}

/** What a step does, in one line. */
const quoteOf = ({ step }: PlacedRunStep): string =>
  step.kind === 'call' ? `${step.call.name} ${callLine(step.call).line}`.trim() : oneLine(step.turn.content);

/** Number of a step among those of the run itself; of what hangs beside it, that of the step behind which it hangs. */
const numberOf = ({ nth }: PlacedRunStep): number => Math.max(0, parseInt(nth, 10) - 1);

function saved(
  { label, firstError, category, severity, fault, note }: DraftRunStep,
  response: string,
  placed: PlacedRunStep,
): RunStepLabelled {
  const quote = quoteOf(placed);
  return {
    response,
    step: placed.key,
    at: numberOf(placed),
    ...(quote !== '' && { quote }),
    label,
    ...(firstError && { firstError }),
    ...(category !== null && { category }),
    ...(severity !== null && { severity }),
    ...(fault !== null && { fault }),
    ...(note.trim() !== '' && { note }),
  };
}

const drafted = (
  { label, firstError, category, severity, fault, note }: RunStepLabelled,
  step: number,
): DraftRunStep => ({
  ...noRunStep(step),
  label,
  firstError: firstError ?? false,
  category: category ?? null,
  severity: severity ?? null,
  fault: fault ?? null,
  note: note ?? '',
});
