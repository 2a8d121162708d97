import { outcomes } from '../../model/choices';
import type { Draft, DraftComparison, Outcome } from '../../model/draft';
import { tournament, type Order, type Tournament } from '../../model/tournament';
import { clamp, toggleAcceptable, type Change, type Hand, type Way } from './way';

const strongest = 3;

/** Two at a time (C1, C3), as few comparisons as order them all. Keys say the outcomes in their order, from 1 on. */
export const pair: Way = {
  number(hand, value) {
    if (value === 0) return pair.clear(hand);
    const outcome = outcomes[value - 1];
    if (outcome === undefined) return { notice: { kind: 'no-such-place', count: outcomes.length } };
    const before = hand.draft.comparisons[hand.part];
    const again = hand.task.strength && isDecided(outcome) && before?.outcome === outcome;
    const strength = again ? (Math.floor(before.strength ?? 0) + 1) % (strongest + 1) : 0;
    return comparedAs(hand, { outcome, ...(strength > 0 && { strength }) });
  },
  most: () => outcomes.length,
  /** Takes it back; the two stay in hand, as they are the next to compare now. */
  clear(hand) {
    const { draft, part } = hand;
    const inHand = comparisonInHand(hand);
    if (!inHand) return {};
    const changed = { ...draft, comparisons: draft.comparisons.filter((_, at) => at !== part) };
    const notice = {
      kind: 'compared',
      a: inHand.a,
      b: inHand.b,
      outcome: null,
      left: nextOf(changed).left,
      done: false,
    } as const;
    return draft.comparisons[part]
      ? { draft: changed, ...pair.first({ ...hand, draft: changed }), notice }
      : { notice };
  },
  /**
   * Along the scale: much better, clearly, slightly, tie, and the same for the other; without strengths three steps.
   */
  move(hand, step) {
    const most = hand.task.strength ? strongest : 1;
    const scale = Math.min(most, Math.max(-most, scaleOf(hand.draft.comparisons[hand.part]) + step));
    const outcome = scale < 0 ? 'a' : scale > 0 ? 'b' : 'tie';
    return comparedAs(hand, { outcome, ...(hand.task.strength && scale !== 0 && { strength: Math.abs(scale) }) });
  },
  /** Through the comparisons; where there is one only, from one response to the other. */
  select(hand, by) {
    const inHand = comparisonInHand(hand);
    if (inHand && hand.draft.places.length === 2) return { selected: by === 1 ? inHand.b : inHand.a };
    return toComparison(hand, hand.part + by);
  },
  point: (hand, part = hand.part) => toComparison(hand, part),
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
export function comparisonInHand({
  draft,
  part,
}: Pick<Hand, 'draft' | 'part'>): { readonly a: number; readonly b: number } | undefined {
  const made = draft.comparisons[part];
  if (made) return made;
  const { next } = nextOf(draft);
  return next && { a: next[0], b: next[1] };
}

/** Which two come next, and how many comparisons are left. */
export function nextOf({ places, comparisons }: Draft): Tournament {
  const orders = new Map<string, Order>();
  for (const { a, b, outcome } of comparisons) {
    orders.set(`${a} ${b}`, isDecided(outcome) ? outcome : 'neither');
    orders.set(`${b} ${a}`, outcome === 'a' ? 'b' : outcome === 'b' ? 'a' : 'neither');
  }
  return tournament(places.length, (a, b) => orders.get(`${a} ${b}`));
}

/** Says what came of comparing the two in hand. */
export function comparedAs(hand: Hand, { outcome, strength }: Pick<DraftComparison, 'outcome' | 'strength'>): Change {
  const { draft, part } = hand;
  const inHand = comparisonInHand(hand);
  if (!inHand) return { notice: { kind: 'nothing-to-compare' } };
  const { a, b } = inHand;
  const comparison = { a, b, outcome, ...(strength !== undefined && isDecided(outcome) && { strength }) };
  const at = Math.min(part, draft.comparisons.length);
  const comparisons = [...draft.comparisons.slice(0, at), comparison, ...draft.comparisons.slice(at + 1)];
  const changed = { ...draft, comparisons };
  const { next, left } = nextOf(changed);
  const notice = { kind: 'compared', ...comparison, left, done: !next && draft.places.length > 2 } as const;
  // Without strengths there is nothing to add to an outcome: the next two come at once.
  return hand.task.strength || !next
    ? { draft: changed, part: at, notice }
    : { draft: changed, part: comparisons.length, selected: next[0], notice };
}

/** Takes a comparison in hand that was made, or the one that is next; the selected response is one of its two. */
function toComparison(hand: Hand, wanted: number): Change {
  const part = clamp(wanted, hand.draft.comparisons.length + (nextOf(hand.draft).next ? 1 : 0));
  return { part, selected: hand.selected, ...inPair({ ...hand, part }) };
}

/** The selected response is always one of the two. */
function inPair(hand: Hand): { readonly selected?: number } {
  const inHand = comparisonInHand(hand);
  return inHand && hand.selected !== inHand.a && hand.selected !== inHand.b ? { selected: inHand.a } : {};
}

/** From -3 (the first is much better) to 3; strengths from elsewhere may lie between two steps. */
function scaleOf(comparison: DraftComparison | undefined): number {
  if (!comparison || !isDecided(comparison.outcome)) return 0;
  const steps = Math.round(comparison.strength ?? 1);
  return comparison.outcome === 'a' ? -steps : steps;
}

const isDecided = (outcome: Outcome): outcome is 'a' | 'b' => outcome === 'a' || outcome === 'b';
