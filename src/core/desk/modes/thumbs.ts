import { clamp, toggleAcceptable, replaceAt, type DraftUpdate, type JudgingState, type Mode } from './mode';

/** Good or bad for each response by itself: 1 is good, 2 is bad. */
export const thumbs: Mode = {
  number(state, value) {
    if (value > 2) return { notice: { kind: 'no-such-place', count: 2 } };
    if (value === 0) return judged(state, null);
    const change = judged(state, value === 1);
    const open = [...state.draft.places.keys()].filter(
      (index) => index !== state.selected && (state.draft.acceptable[index] ?? null) === null,
    );
    return { ...change, selected: open.find((index) => index > state.selected) ?? open[0] ?? state.selected };
  },
  most: () => 2,
  clear: (state) => judged(state, null),
  move: (state, step) => judged(state, step === -1),
  select: ({ draft, selected }, by) => ({ selected: clamp(selected + by, draft.places.length) }),
  first: ({ draft }) => ({
    selected: Math.max(
      0,
      [...draft.places.keys()].findIndex((index) => (draft.acceptable[index] ?? null) === null),
    ),
    part: 0,
  }),
  accept: toggleAcceptable,
  isDecided: (state) => thumbs.unfinished(state) === undefined,
  unfinished({ draft }) {
    const undecided = [...draft.places.keys()].filter((index) => (draft.acceptable[index] ?? null) === null);
    return undecided.length > 0 ? { kind: 'confirm-undecided', undecided } : undefined;
  },
};

function judged({ draft, selected }: JudgingState, acceptable: boolean | null): DraftUpdate {
  return {
    draft: { ...draft, acceptable: replaceAt(draft.acceptable, selected, acceptable, null) },
    notice: { kind: 'thumb', index: selected, good: acceptable },
  };
}
