import type { InnerKind } from '../annotation/judgementValues';
import { turnsOf, type Message, type Response, type Run, type RunPart } from './item';
import { withKeys } from './run';
import { keysOfSteps, stepsOf, type RunStep } from './runSteps';

/** A step that is not of the run itself but of a part beside it. */
export interface InnerPlace {
  readonly kind: InnerKind;
  /** Which of the parts beside the run it is of, from 0. */
  readonly part: number;
  /** Number of the step of the run behind which the part hangs, from 0 among all steps; -1 before the first. */
  readonly at: number;
}

/** A step of a run, or of what hangs beside it, with its names. */
export interface PlacedRunStep {
  readonly step: RunStep;
  /** Names it in a way that outlives re-reading; one beside the run by the step behind which it stands as well. */
  readonly key: string;
  /** What people call it: "3" for the third step of the run, "3.1" for the first of what hangs behind that. */
  readonly nth: string;
  /** Number of its turn among the run's texts (its own, the patch, then `innerTurns`), and of the turn that tells what it gave. */
  readonly turn: number;
  readonly observation: number | undefined;
  readonly inner?: InnerPlace;
}

const made = new WeakMap<Response, readonly PlacedRunStep[]>();

/**
 * All steps of a run in the order in which they are shown: behind each step what hangs there, and at the end what hangs
 * nowhere that is known. A step is called by its number among them. Made once.
 */
export function placedRunSteps(response: Response): readonly PlacedRunStep[] {
  const known = made.get(response);
  if (known) return known;
  const steps = placed(response);
  made.set(response, steps);
  return steps;
}

/** Turns beside those of the run itself, part by part. */
export const innerTurns = ({ run }: Pick<Response, 'run'>): readonly Message[] =>
  partsOf(run).flatMap(({ turns }) => turns);

const partsOf = (run: Run | undefined): readonly (RunPart & { readonly kind: InnerKind })[] => [
  ...(run?.subagents ?? []).map((part) => ({ ...part, kind: 'helper' as const })),
  ...(run?.branches ?? []).map((part) => ({ ...part, kind: 'branch' as const })),
];

/** What is shown of a run as one more text behind its turns: its patch. Without turns the patch is its text. */
export const patchOf = ({ run, turns }: Response): string | undefined =>
  turns && turns.length > 0 ? run?.patch : undefined;

function placed(response: Response): readonly PlacedRunStep[] {
  const turns = withKeys(turnsOf(response));
  const own = stepsOf(turns);
  const keys = keysOfSteps(own);
  const numbers = new Map(turns.map((turn, number) => [turn, number]));
  const hung = new Map<
    number,
    { readonly part: number; readonly kind: InnerKind; readonly turns: readonly Message[]; readonly from: number }[]
  >();
  let from = turns.length + (patchOf(response) === undefined ? 0 : 1);
  partsOf(response.run).forEach((part, number) => {
    const at = placeOf(part, own, numbers);
    hung.set(at, [...(hung.get(at) ?? []), { part: number, kind: part.kind, turns: part.turns, from }]);
    from += part.turns.length;
  });
  const all: PlacedRunStep[] = [];
  const addHung = (step: number): void => {
    const at = all.length - 1;
    let nth = 0;
    hung.get(step)?.forEach((part, i) => {
      const inner = withKeys(part.turns);
      const steps = stepsOf(inner);
      const places = new Map(inner.map((turn, number) => [turn, part.from + number]));
      const innerKeys = keysOfSteps(steps);
      const prefix = `${keys[step] ?? ''}>${i === 0 ? '' : `${i + 1}>`}`;
      steps.forEach((each, number) => {
        all.push({
          ...numbered(each, places),
          key: `${prefix}${innerKeys[number] ?? number}`,
          nth: `${step + 1}.${++nth}`,
          inner: { kind: part.kind, part: part.part, at },
        });
      });
    });
  };
  addHung(-1);
  own.forEach((step, at) => {
    all.push({ ...numbered(step, numbers), key: keys[at] ?? String(at), nth: String(at + 1) });
    addHung(at);
  });
  return all;
}

const numbered = (
  step: RunStep,
  numbers: ReadonlyMap<Message, number>,
): Pick<PlacedRunStep, 'step' | 'turn' | 'observation'> => ({
  step,
  turn: numbers.get(step.turn) ?? 0,
  observation: step.kind === 'call' && step.observation ? numbers.get(step.observation) : undefined,
});

/**
 * Number of the step behind which a part hangs: of the call that it is the work of, which its writer names or which
 * holds what the part was told first; or of the turn that its writer names; else of the last step.
 */
function placeOf(part: RunPart, steps: readonly RunStep[], numbers: ReadonlyMap<Message, number>): number {
  const called =
    part.call === undefined ? -1 : steps.findIndex((step) => step.kind === 'call' && step.call.id === part.call);
  if (called >= 0) return called;
  const { after } = part;
  if (after !== undefined) return steps.findLastIndex(({ turn }) => (numbers.get(turn) ?? 0) <= after);
  const told = part.turns[0]?.role === 'user' ? part.turns[0].content.trim() : '';
  const telling =
    told === '' ? -1 : steps.findIndex((step) => step.kind === 'call' && holds(step.call.arguments, told));
  return telling >= 0 ? telling : steps.length - 1;
}

const holds = (given: Readonly<Record<string, unknown>> | string, text: string): boolean =>
  typeof given === 'string'
    ? given.trim() === text
    : Object.values(given).some((value) => typeof value === 'string' && value.trim() === text);
