import { bestWorstOf, comparisonsOfBestWorst, type BestWorst } from '../../model/annotation/bestWorst';
import type { Draft } from '../../model/annotation/draft';
import { clamp, toggleAcceptable, type DraftUpdate, type JudgingState, type Mode } from './mode';

/** The best and the worst one, and nothing about those in between: the first digit is the best, the second the worst. */
export const bestWorst: Mode = {
  number(state, value) {
    if (value === 0) return bestWorst.clear(state);
    const index = value - 1;
    const { length } = state.draft.places;
    if (index >= length) return { notice: { kind: 'no-such-place', count: length } };
    const { best, worst } = chosenIn(state.draft);
    if (index === best) return choose(state, index, { best: null, worst });
    if (index === worst) return choose(state, index, { best, worst: null });
    return choose(state, index, best === null ? { best: index, worst } : { best, worst: index });
  },
  most: ({ draft }) => draft.places.length,
  clear(state) {
    const { best, worst } = chosenIn(state.draft);
    const { selected } = state;
    return choose(state, selected, {
      best: best === selected ? null : best,
      worst: worst === selected ? null : worst,
    });
  },
  /** Up is the best, down the worst. */
  move(state, step) {
    const { selected } = state;
    const { best, worst } = chosenIn(state.draft);
    return choose(
      state,
      selected,
      step === -1
        ? { best: selected, worst: worst === selected ? null : worst }
        : { best: best === selected ? null : best, worst: selected },
    );
  },
  select: ({ draft, selected }, by) => ({ selected: clamp(selected + by, draft.places.length) }),
  first: ({ draft }) => ({ selected: chosenIn(draft).best ?? 0, part: 0 }),
  accept: toggleAcceptable,
  isDecided({ draft }) {
    const { best, worst } = chosenIn(draft);
    return best !== null && worst !== null;
  },
  unfinished({ draft }) {
    const { best, worst } = chosenIn(draft);
    if (best !== null && worst !== null) return undefined;
    return best === null && worst === null
      ? { kind: 'confirm-no-ranking' }
      : { kind: 'confirm-one-end', missing: best === null ? 'best' : 'worst' };
  },
};

const chosenIn = ({ comparisons, places }: Draft): BestWorst => bestWorstOf(comparisons, places.length);

function choose({ draft }: JudgingState, index: number, chosen: BestWorst): DraftUpdate {
  return {
    draft: { ...draft, comparisons: comparisonsOfBestWorst(chosen, draft.places.length) },
    selected: index,
    notice: { kind: 'best-worst', ...chosen },
  };
}
