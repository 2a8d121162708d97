import { stepLabels } from '../../model/choices';
import { cut, firstErrorAt, merged, stepsOf, type DraftStep, type StepLabel } from '../../model/steps';
import { clamp, toggleAcceptable, withAt, type Change, type Hand, type Way } from './way';

/**
 * Every step of every response (C17): 1 correct, 2 incorrect, 3 correct but unnecessary, 4 neutral. Whether the whole
 * is right is said apart.
 */
export const steps: Way = {
  number(hand, value) {
    if (value === 0) return steps.clear(hand);
    const label = stepLabels[value - 1];
    if (label === undefined) return { notice: { kind: 'no-such-place', count: stepLabels.length } };
    return { ...labelled(hand, label), ...along(hand, 1) };
  },
  most: () => stepLabels.length,
  clear: (hand) => labelled(hand, null),
  /** Moves where the step ends: up joins the next one to it, down cuts it. */
  move: (hand, step) => (step === -1 ? joinStep(hand) : cutStep(hand)),
  select: along,
  first(hand) {
    for (const selected of hand.draft.places.keys()) {
      const part = stepsInHand(hand, selected).findIndex(({ label }) => label === null);
      if (part >= 0 && !hasError(stepsInHand(hand, selected))) return { selected, part };
    }
    return { selected: 0, part: 0 };
  },
  /** Whether what the steps come to is right. */
  accept(hand) {
    const { draft } = toggleAcceptable(hand);
    return {
      ...(draft && { draft }),
      notice: { kind: 'steps-outcome', index: hand.selected, right: draft?.acceptable[hand.selected] ?? null },
    };
  },
  unfinished(hand) {
    const open = [...hand.draft.places.keys()].filter((index) => {
      const all = stepsInHand(hand, index);
      return all.some(({ label }) => label === null) && !hasError(all);
    });
    return open.length > 0 ? { kind: 'confirm-steps-left', responses: open } : undefined;
  },
};

/** The steps of a response as they stand, whether anybody touched them or not. */
export function stepsInHand(
  { draft, task, text }: Pick<Hand, 'draft' | 'task' | 'text'>,
  index: number,
): readonly DraftStep[] {
  return draft.steps[index] ?? stepsOf(text(index), task.steps);
}

/** The step in hand is the first error: what came before it is correct. Goes on to the next response. */
export function firstError(hand: Hand): Change {
  const { selected, part, draft } = hand;
  const all = stepsInHand(hand, selected);
  if (!all[part]) return {};
  const changed = firstErrorAt(all, part);
  const next = clamp(selected + 1, draft.places.length);
  return {
    ...withSteps(hand, changed),
    ...(next !== selected && { selected: next, part: 0 }),
    notice: { kind: 'first-error', index: selected, step: part },
  };
}

export function joinStep(hand: Hand): Change {
  const all = stepsInHand(hand, hand.selected);
  const changed = merged(all, hand.part);
  return changed === all
    ? {}
    : { ...withSteps(hand, changed), notice: { kind: 'steps-cut', index: hand.selected, count: changed.length } };
}

/** Cuts the step in hand, or the one that holds `at` (a place in the text) just there. */
export function cutStep(hand: Hand, at?: number): Change {
  const all = stepsInHand(hand, hand.selected);
  const part = at === undefined ? hand.part : all.findIndex(({ start, end }) => start < at && at < end);
  const changed = cut(hand.text(hand.selected), all, part, at);
  return changed === all
    ? {}
    : { ...withSteps(hand, changed), part, notice: { kind: 'steps-cut', index: hand.selected, count: changed.length } };
}

function labelled(hand: Hand, label: StepLabel | null): Change {
  const { selected, part } = hand;
  if (!stepsInHand(hand, selected)[part]) return {};
  return {
    ...withSteps(
      hand,
      stepsInHand(hand, selected).map((step, at) => (at === part ? { ...step, label } : step)),
    ),
    notice: { kind: 'step', index: selected, step: part, label },
  };
}

function withSteps({ draft, selected }: Hand, changed: readonly DraftStep[]): Change {
  return { draft: { ...draft, steps: withAt<readonly DraftStep[] | null>(draft.steps, selected, changed, null) } };
}

/** The next step, and behind the last one the first of the next response. */
function along(hand: Hand, by: -1 | 1): Pick<Hand, 'selected' | 'part'> {
  const { selected, part, draft } = hand;
  const to = part + by;
  if (to >= 0 && to < stepsInHand(hand, selected).length) return { selected, part: to };
  const other = selected + by;
  if (other < 0 || other >= draft.places.length) return { selected, part };
  return { selected: other, part: by === 1 ? 0 : Math.max(0, stepsInHand(hand, other).length - 1) };
}

/** Behind an error nothing has to be judged. */
const hasError = (all: readonly DraftStep[]): boolean => all.some(({ label }) => label === 'incorrect');
