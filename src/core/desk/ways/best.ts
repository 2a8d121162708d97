import { clamp, toggleAcceptable, type Change, type Hand, type Way } from './way';

/** The one that is best, and nothing about the others: a ranking of one tier, with the rest left unranked. */
export const best: Way = {
  number(hand, value) {
    if (value === 0) return best.clear(hand);
    if (value > best.most(hand)) return { notice: { kind: 'no-such-place', count: best.most(hand) } };
    return choose(hand, value - 1);
  },
  most: ({ draft }) => draft.places.length,
  clear: ({ draft }) => ({
    draft: { ...draft, places: draft.places.map(() => null) },
    notice: { kind: 'chosen', index: null },
  }),
  move: (hand, step) => (step === -1 ? choose(hand, hand.selected) : best.clear(hand)),
  select: ({ draft, selected }, by) => ({ selected: clamp(selected + by, draft.places.length) }),
  first: ({ draft }) => ({ selected: Math.max(0, draft.places.indexOf(1)), part: 0 }),
  accept: toggleAcceptable,
  unfinished: ({ draft }) =>
    draft.places.every((value) => value === null) ? { kind: 'confirm-no-ranking' } : undefined,
};

function choose({ draft }: Hand, index: number): Change {
  return {
    draft: { ...draft, places: draft.places.map((_, at) => (at === index ? 1 : null)) },
    selected: index,
    notice: { kind: 'chosen', index },
  };
}
