import { clamp, toggleAcceptable, withAt, type Change, type Hand, type Way } from './way';

/** Good or bad for each response by itself (C5): 1 is good, 2 is bad. */
export const thumbs: Way = {
  number(hand, value) {
    if (value > 2) return { notice: { kind: 'no-such-place', count: 2 } };
    if (value === 0) return judged(hand, null);
    const change = judged(hand, value === 1);
    const open = [...hand.draft.places.keys()].filter(
      (index) => index !== hand.selected && (hand.draft.acceptable[index] ?? null) === null,
    );
    return { ...change, selected: open.find((index) => index > hand.selected) ?? open[0] ?? hand.selected };
  },
  most: () => 2,
  clear: (hand) => judged(hand, null),
  move: (hand, step) => judged(hand, step === -1),
  select: ({ draft, selected }, by) => ({ selected: clamp(selected + by, draft.places.length) }),
  first: ({ draft }) => ({
    selected: Math.max(
      0,
      [...draft.places.keys()].findIndex((index) => (draft.acceptable[index] ?? null) === null),
    ),
    part: 0,
  }),
  accept: toggleAcceptable,
  unfinished({ draft }) {
    const undecided = [...draft.places.keys()].filter((index) => (draft.acceptable[index] ?? null) === null);
    return undecided.length > 0 ? { kind: 'confirm-undecided', undecided } : undefined;
  },
};

function judged({ draft, selected }: Hand, acceptable: boolean | null): Change {
  return {
    draft: { ...draft, acceptable: withAt(draft.acceptable, selected, acceptable, null) },
    notice: { kind: 'thumb', index: selected, good: acceptable },
  };
}
