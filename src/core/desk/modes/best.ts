import { clamp, toggleAcceptable, type DraftUpdate, type JudgingState, type Mode } from './mode';

/** The one that is best, and nothing about the others: a ranking of one tier, with the rest left unranked. */
export const best: Mode = {
  number(state, value) {
    if (value === 0) return best.clear(state);
    if (value > best.most(state)) return { notice: { kind: 'no-such-place', count: best.most(state) } };
    return choose(state, value - 1);
  },
  most: ({ draft }) => draft.places.length,
  clear: ({ draft }) => ({
    draft: { ...draft, places: draft.places.map(() => null) },
    notice: { kind: 'chosen', index: null },
  }),
  move: (state, step) => (step === -1 ? choose(state, state.selected) : best.clear(state)),
  select: ({ draft, selected }, by) => ({ selected: clamp(selected + by, draft.places.length) }),
  first: ({ draft }) => ({ selected: Math.max(0, draft.places.indexOf(1)), part: 0 }),
  accept: toggleAcceptable,
  isDecided: ({ draft }) => draft.places.includes(1),
  unfinished: ({ draft }) =>
    draft.places.every((value) => value === null) ? { kind: 'confirm-no-ranking' } : undefined,
};

function choose({ draft }: JudgingState, index: number): DraftUpdate {
  return {
    draft: { ...draft, places: draft.places.map((_, at) => (at === index ? 1 : null)) },
    selected: index,
    notice: { kind: 'chosen', index },
  };
}
