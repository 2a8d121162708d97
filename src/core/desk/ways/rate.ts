import { ownOf } from '../../model/own';
import { isOn, stepped } from '../../model/onScale';
import type { Aspect, Rating } from '../../model/scale';
import { clamp, toggleAcceptable, withAt, type Change, type Hand, type Way } from './way';

/** Each response on each aspect (C6), one key a value and on to the next. */
export const rate: Way = {
  number(hand, value) {
    const aspect = aspectOf(hand);
    if (!isOn(aspect, value)) return { notice: { kind: 'not-on-scale', min: aspect.min, max: aspect.max } };
    return { ...rated(hand, aspect, value), ...next(hand, 1) };
  },
  most: (hand) => aspectOf(hand).max,
  clear: (hand) => rated(hand, aspectOf(hand), null),
  /** Up is more: a rating is no place. */
  move(hand, step) {
    const aspect = aspectOf(hand);
    return rated(hand, aspect, stepped(aspect, valueOf(hand, aspect), -step));
  },
  select: next,
  point: ({ selected, task }, part = 0) => ({ selected, part: clamp(part, task.aspects.length) }),
  first(hand) {
    const { draft, task } = hand;
    for (const selected of draft.places.keys())
      for (const [part, { name }] of task.aspects.entries())
        if ((ownOf(draft.ratings, name)?.[selected] ?? null) === null) return { selected, part };
    return { selected: 0, part: 0 };
  },
  accept: toggleAcceptable,
  unfinished({ draft, task }) {
    const values = task.aspects.flatMap(({ name }) =>
      [...draft.places.keys()].map((index) => ownOf(draft.ratings, name)?.[index] ?? null),
    );
    const unrated = values.filter((value) => value === null).length;
    return unrated > 0 ? { kind: 'confirm-unrated', unrated, of: values.length } : undefined;
  },
};

/** Says that the aspect in hand does not apply to the selected response; another time takes it back. */
export function notApplicable(hand: Hand): Change {
  const aspect = aspectOf(hand);
  return valueOf(hand, aspect) === 'n/a'
    ? rated(hand, aspect, null)
    : { ...rated(hand, aspect, 'n/a'), ...next(hand, 1) };
}

/** Rates the selected response on an aspect, whichever is in hand. */
export function rateCell(hand: Hand, part: number, value: Rating | null): Change {
  const at = { ...hand, part: clamp(part, hand.task.aspects.length) };
  const aspect = aspectOf(at);
  if (typeof value === 'number' && !isOn(aspect, value))
    return { notice: { kind: 'not-on-scale', min: aspect.min, max: aspect.max } };
  return { ...rated(at, aspect, value), selected: at.selected, part: at.part };
}

/** The next cell: the next aspect, and behind the last one the next response. */
function next({ draft, task, selected, part }: Hand, by: -1 | 1): Pick<Hand, 'selected' | 'part'> {
  const { length } = task.aspects;
  const at = clamp(selected * length + part + by, draft.places.length * length);
  return { selected: Math.floor(at / length), part: at % length };
}

function aspectOf({ task, part }: Hand): Aspect {
  return task.aspects[clamp(part, task.aspects.length)] as Aspect;
}

function valueOf({ draft, selected }: Hand, { name }: Aspect): Rating | null {
  return ownOf(draft.ratings, name)?.[selected] ?? null;
}

function rated({ draft, selected }: Hand, { name, levels }: Aspect, value: Rating | null): Change {
  const none = draft.places.map(() => null);
  const values = withAt<Rating | null>(ownOf(draft.ratings, name) ?? none, selected, value, null);
  const meaning = typeof value === 'number' ? levels?.[String(value)] : undefined;
  const { [name]: _before, ...others } = draft.ratings;
  return {
    draft: { ...draft, ratings: values.every((each) => each === null) ? others : { ...others, [name]: values } },
    notice: { kind: 'rated', index: selected, aspect: name, value, ...(meaning !== undefined && { meaning }) },
  };
}
