import type { Draft, DraftComparison, Outcome } from '../../model/draft';
import { tournament, type Order, type Tournament } from '../../model/tournament';
import { clamp, toggleAcceptable, type Change, type Hand, type Way } from './way';

/** What each key says, from 1 on. */
export const pairKeys: readonly Outcome[] = ['a', 'b', 'tie', 'both-good', 'both-bad', 'too-close', 'unsure'];
const strongest = 3;

/** Two at a time (C1, C3), as few comparisons as order them all. */
export const pair: Way = {
  number(hand, value) {
    if (value === 0) return pair.clear(hand);
    const outcome = pairKeys[value - 1];
    const inHand = comparisonInHand(hand);
    if (outcome === undefined) return { notice: { kind: 'no-such-place', count: pairKeys.length } };
    if (!inHand) return { notice: { kind: 'nothing-to-compare' } };
    const before = hand.draft.comparisons[hand.part];
    const again = before?.outcome === outcome && isDecided(outcome);
    const strength = again ? ((before.strength ?? 0) < strongest ? (before.strength ?? 0) + 1 : undefined) : undefined;
    return compared(hand, { a: inHand.a, b: inHand.b, outcome, ...(strength !== undefined && { strength }) });
  },
  most: () => pairKeys.length,
  clear({ draft, part }) {
    if (!draft.comparisons[part]) return {};
    const { a, b } = draft.comparisons[part];
    return { draft: { ...draft, comparisons: draft.comparisons.filter((_, at) => at !== part) }, notice: { kind: 'compared', a, b, outcome: null, left: 0 } };
  },
  /** Along seven steps: much better, better, slightly better, tie, and the same for the other. */
  move(hand, step) {
    const inHand = comparisonInHand(hand);
    if (!inHand) return { notice: { kind: 'nothing-to-compare' } };
    const scale = Math.min(strongest, Math.max(-strongest, scaleOf(hand.draft.comparisons[hand.part]) + step));
    const outcome = scale < 0 ? 'a' : scale > 0 ? 'b' : 'tie';
    return compared(hand, { a: inHand.a, b: inHand.b, outcome, ...(scale !== 0 && { strength: Math.abs(scale) }) });
  },
  select(hand, by) {
    const part = clamp(hand.part + by, hand.draft.comparisons.length + (nextOf(hand.draft).next ? 1 : 0));
    return { part, ...inPair({ ...hand, part }) };
  },
  first(hand) {
    const { next } = nextOf(hand.draft);
    const part = next ? hand.draft.comparisons.length : Math.max(0, hand.draft.comparisons.length - 1);
    return { part, selected: hand.selected, ...inPair({ ...hand, part }) };
  },
  accept: toggleAcceptable,
  goOn(hand) {
    const { comparisons } = hand.draft;
    const { next } = nextOf(hand.draft);
    if (!next || hand.part >= comparisons.length) return undefined;
    return { part: comparisons.length, selected: next[0] };
  },
  unfinished({ draft }) {
    const { next, left } = nextOf(draft);
    if (draft.comparisons.length === 0) return { kind: 'confirm-no-ranking' };
    return next ? { kind: 'confirm-comparisons-left', left } : undefined;
  },
};

/** The two that are compared now; undefined where all are. */
export function comparisonInHand({ draft, part }: Pick<Hand, 'draft' | 'part'>): { readonly a: number; readonly b: number } | undefined {
  const made = draft.comparisons[part];
  if (made) return made;
  const { next } = nextOf(draft);
  return next && { a: next[0], b: next[1] };
}

/** Which two come next, and how many comparisons are left. */
export function nextOf({ places, comparisons }: Draft): Tournament {
  const orders = new Map<string, Order>();
  for (const { a, b, outcome } of comparisons) {
    orders.set(`${a} ${b}`, outcome === 'a' || outcome === 'b' ? outcome : 'neither');
    orders.set(`${b} ${a}`, outcome === 'a' ? 'b' : outcome === 'b' ? 'a' : 'neither');
  }
  return tournament(places.length, (a, b) => orders.get(`${a} ${b}`));
}

function compared(hand: Hand, comparison: DraftComparison): Change {
  const { draft, part } = hand;
  const comparisons = draft.comparisons[part] ? draft.comparisons.map((each, at) => (at === part ? comparison : each)) : [...draft.comparisons, comparison];
  const changed = { ...draft, comparisons };
  const { a, b, outcome, strength } = comparison;
  const { next, left } = nextOf(changed);
  const notice = { kind: 'compared', a, b, outcome, left: next ? left : 0, ...(strength !== undefined && { strength }) } as const;
  const at = draft.comparisons[part] ? part : comparisons.length - 1;
  // Without strengths there is nothing to add to an outcome: the next two come at once.
  return hand.task.strength || !next ? { draft: changed, part: at, notice } : { draft: changed, part: comparisons.length, selected: next[0], notice };
}

/** The selected response is always one of the two. */
function inPair(hand: Hand): { readonly selected?: number } {
  const inHand = comparisonInHand(hand);
  return inHand && hand.selected !== inHand.a && hand.selected !== inHand.b ? { selected: inHand.a } : {};
}

function scaleOf(comparison: DraftComparison | undefined): number {
  if (comparison?.outcome === 'a') return -(comparison.strength ?? 1);
  return comparison?.outcome === 'b' ? (comparison.strength ?? 1) : 0;
}

const isDecided = (outcome: Outcome): boolean => outcome === 'a' || outcome === 'b';
