import type { Draft } from '../../model/annotation/draft';
import type { RunStepLabelled } from '../../model/annotation/fields/runSteps';
import type { CallMark } from '../../model/annotation/fields/calls';
import type { Judgement } from '../../model/annotation/judgement';
import { noRunStep, type DraftRunStep } from '../../model/annotation/runSteps';
import { hasPlace } from '../../model/item/callPlaces';
import { turnsOf, type Response, type ToolCall } from '../../model/item/item';
import { withKeys } from '../../model/item/run';
import { keysOfSteps, stepsOf } from '../../model/item/runSteps';
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
    const { keys, quotes } = namedSteps(response);
    const judged = own.flatMap((said): RunStepLabelled[] => {
      const step = keys[said.step];
      return step === undefined ? [] : [saved(said, response.id, step, quotes(said.step))];
    });
    const known = new Set(keys);
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
      const numbers = new Map(namedSteps(response).keys.map((key, number) => [key, number]));
      return own
        .flatMap((each) => {
          const step = numbers.get(each.step);
          return step === undefined ? [] : [drafted(each, step)];
        })
        .sort((a, b) => a.step - b.step);
    }),
  };
}

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
  const { keys } = namedSteps(response);
  return (
    (step === null ? undefined : keys[step]) ?? (before !== undefined && !keys.includes(before) ? before : undefined)
  );
}

/** The number of the step with that key; null where the run has none. */
export function numberOfStep(key: string | undefined, response: Response): number | null {
  const at = key === undefined ? -1 : namedSteps(response).keys.indexOf(key);
  return at < 0 ? null : at;
}

/** What is wrong in calls, from draft to journal, in the same way. */
export function callsOf(draft: Draft, { responses }: ShownItem, before: Judgement): CallMark[] {
  return responses.flatMap((response, index) => {
    const own = draft.calls[index] ?? [];
    const earlier = before.calls?.filter((each) => each.response === response.id) ?? [];
    if (own.length === 0 && earlier.length === 0) return [];
    const { keys, callAt } = namedSteps(response);
    const judged = own.flatMap(({ step: at, ...mark }): CallMark[] => {
      const [step, call] = [keys[at], callAt(at)];
      return step === undefined || !call ? [] : [{ response: response.id, step, at, tool: call.name, ...mark }];
    });
    const lost = earlier
      .filter((each) => !isThere(each, keys, callAt))
      .map((each) => ({ ...each, lost: true as const }));
    return [...judged, ...lost];
  });
}

/** The part of a draft that says what is wrong in calls, as a judgement does. */
export function draftCalls({ calls = [] }: Judgement, { responses }: ShownItem): Pick<Draft, 'calls'> {
  return {
    calls: responses.map((response) => {
      const own = calls.filter((each) => each.response === response.id);
      if (own.length === 0) return [];
      const { keys, callAt } = namedSteps(response);
      return own
        .filter((each) => isThere(each, keys, callAt))
        .map(({ step, path, verdict, corrected }) => ({
          step: keys.indexOf(step),
          path,
          verdict,
          ...(corrected !== undefined && { corrected }),
        }))
        .sort((a, b) => a.step - b.step);
    }),
  };
}

function isThere(mark: CallMark, keys: readonly string[], callAt: (step: number) => ToolCall | undefined): boolean {
  const call = callAt(keys.indexOf(mark.step));
  return call !== undefined && hasPlace(call, mark);
}

function namedSteps(response: Response): {
  readonly keys: readonly string[];
  readonly callAt: (step: number) => ToolCall | undefined;
  readonly quotes: (step: number) => string;
} {
  const steps = stepsOf(withKeys(turnsOf(response)));
  return {
    keys: keysOfSteps(steps),
    callAt: (at) => {
      const step = steps[at];
      return step?.kind === 'call' ? step.call : undefined;
    },
    quotes: (at) => {
      const step = steps[at];
      if (!step) return '';
      return step.kind === 'call' ? `${step.call.name} ${callLine(step.call).line}`.trim() : oneLine(step.turn.content);
    },
  };
}

function saved(
  { step: at, label, firstError, category, severity, fault, note }: DraftRunStep,
  response: string,
  step: string,
  quote: string,
): RunStepLabelled {
  return {
    response,
    step,
    at,
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
