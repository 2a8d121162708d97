import type { DeskRun, DeskRunStep, DeskStepInHand } from '../../../src/core/model/desk/deskRun';
import type { InnerKind } from '../../../src/core/model/annotation/judgementValues';

/**
 * Why steps are one row: all runs begin with them, they repeat each other, or what stood before a continuation; or they
 * are beside the run.
 */
export type FoldReason = 'shared' | 'alike' | 'copied' | InnerKind;

/** Several steps as one row; where it is open their rows follow. */
export interface RunFold {
  readonly kind: 'fold';
  readonly why: FoldReason;
  /** Number of the first step. */
  readonly from: number;
  readonly count: number;
  readonly isOpen: boolean;
}

/** A row of a run's timeline. `parting`: from here on the runs do not do the same. */
export type RunRow = { readonly kind: 'step'; readonly step: number } | RunFold | { readonly kind: 'parting' };

/** So many steps that all runs share stay as they are; more are folded. */
const fewShared = 3;
/** So many alike steps are folded at least. */
const leastAlike = 3;

/**
 * The rows of a run: its steps, of which those that teach nothing new are folded, and a line where the runs part,
 * unless that is at once.
 * @param divergence the first row in which the runs do not do the same, where they part
 * @param open number of the step that is open: its fold is
 * @param unfolded numbers of the first steps of folds that the person opened
 */
export function rowsOfRun(
  { steps }: Pick<DeskRun, 'steps'>,
  divergence: number | undefined,
  open: number,
  unfolded: ReadonlySet<number>,
): readonly RunRow[] {
  const shared = divergence === undefined ? 0 : sharedSteps(steps, divergence);
  const rows: RunRow[] = [];
  for (let at = 0; at < steps.length;) {
    if (at === shared && shared > 0) rows.push({ kind: 'parting' });
    const fold = foldAt(steps, at, shared);
    if (!fold) {
      rows.push({ kind: 'step', step: at++ });
      continue;
    }
    const { from, count } = fold;
    const isOpen = unfolded.has(from) || (open >= from && open < from + count);
    rows.push({ kind: 'fold', ...fold, isOpen });
    for (let step = from; isOpen && step < from + count; step++) rows.push({ kind: 'step', step });
    at += count;
  }
  if (shared === steps.length && shared > 0) rows.push({ kind: 'parting' });
  return rows;
}

/** So many steps stand before the row in which the runs part. */
function sharedSteps(steps: readonly DeskRunStep[], divergence: number): number {
  const first = steps.findIndex(({ row }) => row >= divergence);
  return first < 0 ? steps.length : first;
}

function foldAt(
  steps: readonly DeskRunStep[],
  at: number,
  shared: number,
): Pick<RunFold, 'why' | 'from' | 'count'> | undefined {
  // What hangs beside one run is not shared.
  const alikeInAll = at === 0 ? lengthOf(steps, 0, shared, ({ inner }) => !inner) : 0;
  if (alikeInAll > fewShared) return { why: 'shared', from: 0, count: alikeInAll };
  const inner = steps[at]?.inner;
  if (inner)
    return {
      why: inner.kind,
      from: at,
      count: lengthOf(steps, at, steps.length, (step) => step.inner?.part === inner.part),
    };
  // What all runs share is theirs until they part.
  const end = at < shared ? shared : steps.length;
  const copied = lengthOf(steps, at, end, (step) => step.copied === true);
  if (copied > 1) return { why: 'copied', from: at, count: copied };
  const [first] = steps.slice(at, at + 1);
  const alike = lengthOf(steps, at, end, (step) => first !== undefined && isAlike(first, step));
  return alike >= leastAlike ? { why: 'alike', from: at, count: alike } : undefined;
}

function lengthOf(
  steps: readonly DeskRunStep[],
  from: number,
  end: number,
  belongs: (step: DeskRunStep) => boolean,
): number {
  let at = from;
  for (let step = steps[at]; step && at < end && belongs(step); step = steps[++at]);
  return at - from;
}

const isAlike = (a: DeskRunStep, b: DeskRunStep): boolean =>
  !a.inner &&
  !b.inner &&
  a.kind === b.kind &&
  a.tool === b.tool &&
  a.line === b.line &&
  a.role === b.role &&
  a.copied === b.copied;

/**
 * Number of the step that is open: the one in hand, in other runs the one in its row, or the last before it; the last
 * step, which tells how the run ended, while none is in hand.
 */
export function openStep(
  { steps }: Pick<DeskRun, 'steps'>,
  inHand: DeskStepInHand | undefined,
  isOwn: boolean,
): number {
  if (isOwn && inHand) return Math.min(inHand.step, steps.length - 1);
  return Math.max(
    0,
    steps.findLastIndex(({ row, inner }) => !inner && row <= (inHand?.row ?? Infinity)),
  );
}

/** What is seen of a message before it is opened, in lines and in UTF-16 units. */
const most = { lines: 8, length: 700 };

/** How a message begins, and whether that is not all of it. */
export function beginningOfMessage(text: string): { readonly text: string; readonly isCut: boolean } {
  const whole = text.trim();
  const lines = whole.split('\n', most.lines + 1);
  const begun = lines.slice(0, most.lines).join('\n').slice(0, most.length);
  const isCut = begun.length < whole.length;
  // A word is not cut in two where another ends soon before.
  const end = isCut ? begun.search(/\s\S{0,20}$/u) : -1;
  return { text: end > 0 ? begun.slice(0, end) : begun, isCut };
}

/** Tells whether a step is read as a line of a dialogue: what user and assistant say to each other. */
export const isDialogue = ({ kind, role }: Pick<DeskRunStep, 'kind' | 'role'>): boolean =>
  kind === 'say' && (role === 'user' || role === 'assistant');

/** Tells whether a step is what the environment shows without a call: the screen that a recording begins with, say. */
export const isOutput = ({ kind, role }: Pick<DeskRunStep, 'kind' | 'role'>): boolean =>
  kind === 'say' && role === 'tool';
