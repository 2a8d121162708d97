import { ownValue } from '../../model/text/ownValue';
import { isOn, stepped } from '../../model/annotation/ratingScale';
import type { Aspect, Rating } from '../../model/annotation/aspect';
import { clamp, toggleAcceptable, replaceAt, type DraftUpdate, type JudgingState, type Mode } from './mode';

/** Each response on each aspect, one key a value and on to the next. */
export const rate: Mode = {
  number(state, value) {
    const aspect = aspectOf(state);
    if (!isOn(aspect, value)) return { notice: { kind: 'not-on-scale', min: aspect.min, max: aspect.max } };
    return { ...rated(state, aspect, value), ...next(state, 1) };
  },
  most: (state) => aspectOf(state).max,
  clear: (state) => rated(state, aspectOf(state), null),
  /** Up is more: a rating is no place. */
  move(state, step) {
    const aspect = aspectOf(state);
    return rated(state, aspect, stepped(aspect, valueOf(state, aspect), -step));
  },
  select: next,
  point: ({ selected, task }, part = 0) => ({ selected, part: clamp(part, task.aspects.length) }),
  first(state) {
    const { draft, task } = state;
    for (const selected of draft.places.keys())
      for (const [part, { name }] of task.aspects.entries())
        if ((ownValue(draft.ratings, name)?.[selected] ?? null) === null) return { selected, part };
    return { selected: 0, part: 0 };
  },
  accept: toggleAcceptable,
  /** True of a single response that is rated on a single aspect. */
  isDecided: (state) =>
    state.task.aspects.length === 1 && state.draft.places.length === 1 && rate.unfinished(state) === undefined,
  unfinished({ draft, task }) {
    const values = task.aspects.flatMap(({ name }) =>
      [...draft.places.keys()].map((index) => ownValue(draft.ratings, name)?.[index] ?? null),
    );
    const unrated = values.filter((value) => value === null).length;
    return unrated > 0 ? { kind: 'confirm-unrated', unrated, of: values.length } : undefined;
  },
};

/** Says that the aspect in hand does not apply to the selected response; another time takes it back. */
export function notApplicable(state: JudgingState): DraftUpdate {
  const aspect = aspectOf(state);
  return valueOf(state, aspect) === 'n/a'
    ? rated(state, aspect, null)
    : { ...rated(state, aspect, 'n/a'), ...next(state, 1) };
}

/** Rates the selected response on an aspect, whichever is in hand. */
export function rateCell(state: JudgingState, part: number, value: Rating | null): DraftUpdate {
  const at = { ...state, part: clamp(part, state.task.aspects.length) };
  const aspect = aspectOf(at);
  if (typeof value === 'number' && !isOn(aspect, value))
    return { notice: { kind: 'not-on-scale', min: aspect.min, max: aspect.max } };
  return { ...rated(at, aspect, value), selected: at.selected, part: at.part };
}

/** The next cell: the next aspect, and behind the last one the next response. */
function next({ draft, task, selected, part }: JudgingState, by: -1 | 1): Pick<JudgingState, 'selected' | 'part'> {
  const { length } = task.aspects;
  const at = clamp(selected * length + part + by, draft.places.length * length);
  return { selected: Math.floor(at / length), part: at % length };
}

function aspectOf({ task, part }: JudgingState): Aspect {
  return task.aspects[clamp(part, task.aspects.length)] as Aspect;
}

function valueOf({ draft, selected }: JudgingState, { name }: Aspect): Rating | null {
  return ownValue(draft.ratings, name)?.[selected] ?? null;
}

function rated({ draft, selected }: JudgingState, { name, levels }: Aspect, value: Rating | null): DraftUpdate {
  const none = draft.places.map(() => null);
  const values = replaceAt<Rating | null>(ownValue(draft.ratings, name) ?? none, selected, value, null);
  const meaning = typeof value === 'number' ? levels?.[String(value)] : undefined;
  const { [name]: _before, ...others } = draft.ratings;
  return {
    draft: { ...draft, ratings: values.every((each) => each === null) ? others : { ...others, [name]: values } },
    notice: { kind: 'rated', index: selected, aspect: name, value, ...(meaning !== undefined && { meaning }) },
  };
}
