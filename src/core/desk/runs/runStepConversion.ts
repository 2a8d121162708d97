import type { Draft } from '../../model/annotation/draft';
import type { RunStepLabelled } from '../../model/annotation/fields/runSteps';
import type { CallMark } from '../../model/annotation/fields/calls';
import type { Judgement } from '../../model/annotation/judgement';
import { noRunStep, type DraftRunStep } from '../../model/annotation/runSteps';
import { hasPlace } from '../../model/item/callPlaces';
import type { Response, ToolCall } from '../../model/item/item';
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

/**
 * Names the step that the critique of a response is about by its key. One that the run does not have any more stays as
 * it was.
 */
export function critiqueStepOf(
  step: number | null,
  response: Response,
  before: string | undefined,
): string | undefined {
  if (step === null && before === undefined) return undefined;
  const steps = placedRunSteps(response);
  return (
    (step === null ? undefined : steps[step]?.key) ??
    (before !== undefined && steps.every(({ key }) => key !== before) ? before : undefined)
  );
}

/** The number of the step with that key; null where the run has none. */
export function numberOfStep(wanted: string | undefined, response: Response): number | null {
  const at = wanted === undefined ? -1 : placedRunSteps(response).findIndex(({ key }) => key === wanted);
  return at < 0 ? null : at;
}

/** What is wrong in calls, from draft to journal, in the same way. */
export function callsOf(draft: Draft, { responses }: ShownItem, before: Judgement): CallMark[] {
  return responses.flatMap((response, index) => {
    const own = draft.calls[index] ?? [];
    const earlier = before.calls?.filter((each) => each.response === response.id) ?? [];
    if (own.length === 0 && earlier.length === 0) return [];
    const steps = placedRunSteps(response);
    const judged = own.flatMap(({ step: at, ...mark }): CallMark[] => {
      const placed = steps[at];
      const call = callOf(placed);
      return !placed || !call
        ? []
        : [{ response: response.id, step: placed.key, at: numberOf(placed), tool: call.name, ...mark }];
    });
    const lost = earlier.filter((each) => !isThere(each, steps)).map((each) => ({ ...each, lost: true as const }));
    return [...judged, ...lost];
  });
}

/** The part of a draft that says what is wrong in calls, as a judgement does. */
export function draftCalls({ calls = [] }: Judgement, { responses }: ShownItem): Pick<Draft, 'calls'> {
  return {
    calls: responses.map((response) => {
      const own = calls.filter((each) => each.response === response.id);
      if (own.length === 0) return [];
      const steps = placedRunSteps(response);
      return own
        .filter((each) => isThere(each, steps))
        .map(({ step, path, verdict, corrected }) => ({
          step: steps.findIndex(({ key }) => key === step),
          path,
          verdict,
          ...(corrected !== undefined && { corrected }),
        }))
        .sort((a, b) => a.step - b.step);
    }),
  };
}

const callOf = (placed: PlacedRunStep | undefined): ToolCall | undefined =>
  placed?.step.kind === 'call' ? placed.step.call : undefined;

function isThere(mark: CallMark, steps: readonly PlacedRunStep[]): boolean {
  const call = callOf(steps.find(({ key }) => key === mark.step));
  return call !== undefined && hasPlace(call, mark);
}

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
    ...(placed.inner && { inner: placed.inner.kind }),
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
