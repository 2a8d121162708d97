import { stepLabels } from '../../model/annotation/judgementValues';
import { cut, firstErrorAt, merged, stepsOf, type DraftStep, type StepLabel } from '../../model/annotation/steps';
import { clamp, toggleAcceptable, replaceAt, type DraftUpdate, type JudgingState, type Mode } from './mode';

/**
 * Every step of every response: 1 correct, 2 incorrect, 3 correct but unnecessary, 4 neutral. Whether the whole
 * is right is said apart.
 */
export const steps: Mode = {
  number(state, value) {
    if (value === 0) return steps.clear(state);
    const label = stepLabels[value - 1];
    if (label === undefined) return { notice: { kind: 'no-such-place', count: stepLabels.length } };
    return { ...labelled(state, label), ...along(state, 1) };
  },
  most: () => stepLabels.length,
  clear: (state) => labelled(state, null),
  /** Moves where the step ends: up joins the next one to it, down cuts it. */
  move: (state, step) => (step === -1 ? joinStep(state) : cutStep(state)),
  select: along,
  first(state) {
    for (const selected of state.draft.places.keys()) {
      const part = selectedSteps(state, selected).findIndex(({ label }) => label === null);
      if (part >= 0 && !hasError(selectedSteps(state, selected))) return { selected, part };
    }
    return { selected: 0, part: 0 };
  },
  /** Says whether the outcome of the steps is right. */
  accept(state) {
    const { draft } = toggleAcceptable(state);
    return {
      ...(draft && { draft }),
      notice: { kind: 'steps-outcome', index: state.selected, right: draft?.acceptable[state.selected] ?? null },
    };
  },
  unfinished(state) {
    const open = [...state.draft.places.keys()].filter((index) => {
      const all = selectedSteps(state, index);
      return all.some(({ label }) => label === null) && !hasError(all);
    });
    return open.length > 0 ? { kind: 'confirm-steps-left', responses: open } : undefined;
  },
};

/** The steps of a response as they stand, whether anybody touched them or not. */
export function selectedSteps(
  { draft, task, text }: Pick<JudgingState, 'draft' | 'task' | 'text'>,
  index: number,
): readonly DraftStep[] {
  return draft.steps[index] ?? stepsOf(text(index), task.steps);
}

/** The step in hand is the first error: what came before it is correct. Goes on to the next response. */
export function firstError(state: JudgingState): DraftUpdate {
  const { selected, part, draft } = state;
  const all = selectedSteps(state, selected);
  if (!all[part]) return {};
  const changed = firstErrorAt(all, part);
  const next = clamp(selected + 1, draft.places.length);
  return {
    ...withSteps(state, changed),
    ...(next !== selected && { selected: next, part: 0 }),
    notice: { kind: 'first-error', index: selected, step: part },
  };
}

export function joinStep(state: JudgingState): DraftUpdate {
  const all = selectedSteps(state, state.selected);
  const changed = merged(all, state.part);
  return changed === all
    ? {}
    : { ...withSteps(state, changed), notice: { kind: 'steps-cut', index: state.selected, count: changed.length } };
}

/** Cuts the step in hand, or the one that holds `at` (a place in the text) just there. */
export function cutStep(state: JudgingState, at?: number): DraftUpdate {
  const all = selectedSteps(state, state.selected);
  const part = at === undefined ? state.part : all.findIndex(({ start, end }) => start < at && at < end);
  const changed = cut(state.text(state.selected), all, part, at);
  return changed === all
    ? {}
    : {
        ...withSteps(state, changed),
        part,
        notice: { kind: 'steps-cut', index: state.selected, count: changed.length },
      };
}

function labelled(state: JudgingState, label: StepLabel | null): DraftUpdate {
  const { selected, part } = state;
  if (!selectedSteps(state, selected)[part]) return {};
  return {
    ...withSteps(
      state,
      selectedSteps(state, selected).map((step, at) => (at === part ? { ...step, label } : step)),
    ),
    notice: { kind: 'step', index: selected, step: part, label },
  };
}

function withSteps({ draft, selected }: JudgingState, changed: readonly DraftStep[]): DraftUpdate {
  return { draft: { ...draft, steps: replaceAt<readonly DraftStep[] | null>(draft.steps, selected, changed, null) } };
}

/** The next step, and behind the last one the first of the next response. */
function along(state: JudgingState, by: -1 | 1): Pick<JudgingState, 'selected' | 'part'> {
  const { selected, part, draft } = state;
  const to = part + by;
  if (to >= 0 && to < selectedSteps(state, selected).length) return { selected, part: to };
  const other = selected + by;
  if (other < 0 || other >= draft.places.length) return { selected, part };
  return { selected: other, part: by === 1 ? 0 : Math.max(0, selectedSteps(state, other).length - 1) };
}

/** Behind an error nothing has to be judged. */
const hasError = (all: readonly DraftStep[]): boolean => all.some(({ label }) => label === 'incorrect');
