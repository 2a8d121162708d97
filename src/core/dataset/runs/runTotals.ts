import type { Item } from '../../model/item/item';
import { stepsOf } from '../../model/item/runSteps';

/** What a dataset of runs holds, counted. */
export interface RunTotals {
  /** The names of those that wrote them, in the order in which they are met. */
  readonly harnesses: readonly string[];
  readonly tasks: number;
  readonly runs: number;
  readonly steps: number;
  readonly calls: number;
  /** Runs of which a program says how they ended: by a test, a reward, a score. */
  readonly outcomes: number;
  readonly patches: number;
}

const none: RunTotals = { harnesses: [], tasks: 0, runs: 0, steps: 0, calls: 0, outcomes: 0, patches: 0 };

/** Counts an item's runs in; undefined as long as no item has any. */
export function withRunsOf(totals: RunTotals | undefined, { responses }: Item): RunTotals | undefined {
  const runs = responses.flatMap(({ run, turns = [], verifiers }) =>
    run ? [{ run, steps: stepsOf(turns), hasOutcome: verifiers !== undefined }] : [],
  );
  if (runs.length === 0) return totals;
  const before = totals ?? none;
  const sum = (countOf: (run: (typeof runs)[number]) => number): number =>
    runs.reduce((all, each) => all + countOf(each), 0);
  return {
    harnesses: [...new Set([...before.harnesses, ...runs.map(({ run }) => run.harness)])],
    tasks: before.tasks + 1,
    runs: before.runs + runs.length,
    steps: before.steps + sum(({ steps }) => steps.length),
    calls: before.calls + sum(({ steps }) => steps.filter(({ kind }) => kind === 'call').length),
    outcomes: before.outcomes + sum(({ hasOutcome }) => Number(hasOutcome)),
    patches: before.patches + sum(({ run }) => Number(run.patch !== undefined)),
  };
}
