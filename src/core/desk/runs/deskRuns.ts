import type { DeskRun, DeskRuns, DeskRunStep } from '../../model/desk/deskRun';
import { turnsOf, type Message, type Response } from '../../model/item/item';
import { stepsOf, type RunStep } from '../../model/item/runSteps';
import type { ShownItem } from '../item/shownItem';
import { alignRuns } from './alignRuns';
import { callLine, endOf, oneLine } from './stepLine';

const made = new WeakMap<ShownItem['responses'], DeskRuns | null>();

/** The runs among an item's responses, in the order shown; undefined where none has steps. Made once. */
export function deskRunsOf({ responses }: Pick<ShownItem, 'responses'>): DeskRuns | undefined {
  const known = made.get(responses);
  if (known !== undefined) return known ?? undefined;
  const runs = runsOf(responses);
  made.set(responses, runs ?? null);
  return runs;
}

/** What the desk shows of a response beside its turns, as one more text behind them: the patch of a run. */
export const patchOf = ({ run, turns }: Response): string | undefined =>
  turns && turns.length > 0 ? run?.patch : undefined;

function runsOf(responses: readonly Response[]): DeskRuns | undefined {
  const all = responses.map((response) => (hasSteps(response) ? stepsOf(turnsOf(response)) : undefined));
  if (all.every((steps) => steps === undefined)) return undefined;
  const { rows, divergence } = alignRuns(all.flatMap((steps) => (steps ? [steps.map(signatureOf)] : [])));
  let at = 0;
  const runs = responses.map((response, i): DeskRun | null => {
    const steps = all[i];
    return steps ? runShown(response, steps, rows[at++] ?? []) : null;
  });
  return { runs, ...(divergence !== undefined && { divergence }) };
}

const hasSteps = ({ run, turns }: Response): boolean => run !== undefined && (turns?.length ?? 0) > 0;

/** What a step does, without what came of it. */
const signatureOf = (step: RunStep): string =>
  JSON.stringify(
    step.kind === 'call' ? [step.call.name, step.call.arguments] : [step.turn.role, step.turn.content.trim()],
  );

function runShown(response: Response, steps: readonly RunStep[], rows: readonly number[]): DeskRun {
  const numbers = new Map(turnsOf(response).map((turn, number) => [turn, number]));
  const copied = new Set(response.run?.copied);
  const { exit, usage } = response.run ?? {};
  return {
    steps: steps.map((step, at): DeskRunStep => ({
      ...shownStep(step, numbers),
      ...(callNumber(steps, at) > 0 && { call: callNumber(steps, at) }),
      ...(step.turn.key !== undefined && copied.has(step.turn.key) && { copied: true }),
      row: rows[at] ?? at,
    })),
    ...(patchOf(response) !== undefined && { patch: numbers.size }),
    ...(exit !== undefined && { exit }),
    ...(usage?.seconds !== undefined && { seconds: usage.seconds }),
  };
}

/** How many calls of the same turn come before. */
function callNumber(steps: readonly RunStep[], at: number): number {
  let first = at;
  while (steps[first - 1]?.turn === steps[at]?.turn) first--;
  return at - first;
}

function shownStep(step: RunStep, numbers: ReadonlyMap<Message, number>): Omit<DeskRunStep, 'row' | 'copied'> {
  const turn = numbers.get(step.turn) ?? 0;
  const { role } = step.turn;
  if (step.kind === 'message') return { kind: 'say', role, turn, line: oneLine(step.turn.content) };
  const { observation, call } = step;
  return {
    ...callLine(call),
    role,
    turn,
    tool: call.name,
    ...(observation && {
      observation: numbers.get(observation) ?? 0,
      size: observation.content.length,
      ...endOf(observation.content),
    }),
  };
}
