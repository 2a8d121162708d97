import type { DeskRun, DeskRuns, DeskRunStep } from '../../model/desk/deskRun';
import { turnsOf, type Response } from '../../model/item/item';
import { patchOf, placedRunSteps, type PlacedRunStep } from '../../model/item/placedRunSteps';
import type { RunStep } from '../../model/item/runSteps';
import type { ShownItem } from '../item/shownItem';
import { alignRuns } from './alignRuns';
import { withoutMarkdown } from '../../model/text/withoutMarkdown';
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

function runsOf(responses: readonly Response[]): DeskRuns | undefined {
  const all = responses.map((response) => (hasSteps(response) ? placedRunSteps(response) : undefined));
  if (all.every((steps) => steps === undefined)) return undefined;
  const { rows, divergence } = alignRuns(
    all.flatMap((steps) => (steps ? [steps.filter(({ inner }) => !inner).map(({ step }) => signatureOf(step))] : [])),
  );
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

/** @param rows of the steps of the run itself; what hangs behind one is in its row */
function runShown(response: Response, steps: readonly PlacedRunStep[], rows: readonly number[]): DeskRun {
  const copied = new Set(response.run?.copied);
  const { exit, usage } = response.run ?? {};
  let own = -1;
  return {
    steps: steps.map((placed, at): DeskRunStep => {
      const { nth, inner, step } = placed;
      if (!inner) own++;
      return {
        ...shownStep(placed),
        nth,
        ...(inner && { inner }),
        ...(callNumber(steps, at) > 0 && { call: callNumber(steps, at) }),
        ...(step.turn.key !== undefined && copied.has(step.turn.key) && { copied: true }),
        row: rows[Math.max(0, own)] ?? own,
      };
    }),
    ...(patchOf(response) !== undefined && { patch: turnsOf(response).length }),
    ...(exit !== undefined && { exit }),
    ...(usage?.seconds !== undefined && { seconds: usage.seconds }),
  };
}

/**
 * How many calls of the same turn come before. What hangs behind one of them stands between them.
 */
function callNumber(steps: readonly PlacedRunStep[], at: number): number {
  const turn = steps[at]?.step.turn;
  let before = 0;
  for (let i = at - 1; i >= 0 && (steps[i]?.step.turn === turn || steps[i]?.inner); i--)
    if (steps[i]?.step.turn === turn) before++;
  return before;
}

function shownStep({ step, turn, observation: number }: PlacedRunStep): Omit<DeskRunStep, 'row' | 'nth' | 'copied'> {
  const { role } = step.turn;
  if (step.kind === 'message') {
    const { content } = step.turn;
    return { kind: 'say', role, turn, line: oneLine(role === 'tool' ? content : withoutMarkdown(content)) };
  }
  const { observation, call } = step;
  return {
    ...callLine(call),
    role,
    turn,
    tool: call.name,
    ...(observation &&
      number !== undefined && {
        observation: number,
        size: observation.content.length,
        ...(observation.media && { media: observation.media.length }),
        ...endOf(observation.content),
      }),
  };
}
