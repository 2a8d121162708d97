import { comparisonKeys } from '../../model/annotation/comparisonKeys';
import type { Draft, Outcome } from '../../model/annotation/draft';
import type { DraftComparison } from '../../model/annotation/fields/comparisons';
import { tournament, type ComparisonResult, type Tournament } from '../../model/annotation/tournament';
import { clamp, toggleAcceptable, type DraftUpdate, type JudgingState, type Mode } from './mode';

const strongest = 3;

/** Two at a time, as few comparisons as order them all. What keys say: `comparisonKeys`. */
export const pair: Mode = {
  number(state, value) {
    if (value === 0) return pair.clear(state);
    const keys = comparisonKeys(state.task.strength);
    const said = keys[value - 1];
    if (said === undefined) return { notice: { kind: 'no-such-place', count: keys.length } };
    const { outcome } = said;
    const before = state.draft.comparisons[state.part];
    const again = state.task.strength === 'again' && isDecided(outcome) && before?.outcome === outcome;
    if (!again) return recordComparison(state, said);
    const strength = (Math.floor(before.strength ?? 0) + 1) % (strongest + 1);
    return recordComparison(state, { outcome, ...(strength > 0 && { strength }) });
  },
  most: ({ task }) => comparisonKeys(task.strength).length,
  /** Takes it back; the two stay in hand, as they are the next to compare now. */
  clear(state) {
    const { draft, part } = state;
    const active = selectedComparison(state);
    if (!active) return {};
    const changed = { ...draft, comparisons: draft.comparisons.filter((_, at) => at !== part) };
    const notice = {
      kind: 'compared',
      a: active.a,
      b: active.b,
      outcome: null,
      left: tournamentOf(changed).left,
      done: false,
    } as const;
    return draft.comparisons[part]
      ? { draft: changed, ...pair.first({ ...state, draft: changed }), notice }
      : { notice };
  },
  /**
   * Along the scale: much better, clearly, slightly, tie, and the same for the other; without strengths three steps.
   */
  move(state, step) {
    const hasStrengths = state.task.strength !== 'none';
    const most = hasStrengths ? strongest : 1;
    const scale = Math.min(most, Math.max(-most, scaleOf(state.draft.comparisons[state.part]) + step));
    const outcome = scale < 0 ? 'a' : scale > 0 ? 'b' : 'tie';
    return recordComparison(
      state,
      { outcome, ...(hasStrengths && scale !== 0 && { strength: Math.abs(scale) }) },
      !hasStrengths,
    );
  },
  /** Through the comparisons; where there is one only, from one response to the other. */
  select(state, by) {
    const active = selectedComparison(state);
    if (active && state.draft.places.length === 2) return { selected: by === 1 ? active.b : active.a };
    return toComparison(state, state.part + by);
  },
  point: (state, part = state.part) => toComparison(state, part),
  first(state) {
    const { next } = tournamentOf(state.draft);
    const part = next ? state.draft.comparisons.length : Math.max(0, state.draft.comparisons.length - 1);
    return { part, selected: state.selected, ...inPair({ ...state, part }) };
  },
  accept: toggleAcceptable,
  goOn(state) {
    const { comparisons } = state.draft;
    const { next } = tournamentOf(state.draft);
    if (!next || state.part >= comparisons.length) return undefined;
    return { part: comparisons.length, selected: next[0] };
  },
  /** True of two responses once they are compared, unless the same key can say more. */
  isDecided: ({ draft, task }) =>
    draft.places.length === 2 && draft.comparisons.length === 1 && task.strength !== 'again',
  unfinished({ draft }) {
    const { next, left } = tournamentOf(draft);
    if (draft.comparisons.length === 0) return { kind: 'confirm-no-ranking' };
    return next ? { kind: 'confirm-comparisons-left', left } : undefined;
  },
};

/** The two that are compared now; undefined where all are. */
export function selectedComparison({
  draft,
  part,
}: Pick<JudgingState, 'draft' | 'part'>): { readonly a: number; readonly b: number } | undefined {
  const made = draft.comparisons[part];
  if (made) return made;
  const { next } = tournamentOf(draft);
  return next && { a: next[0], b: next[1] };
}

/** Finds the two responses that come next, and counts the comparisons that are left. */
export function tournamentOf({ places, comparisons }: Draft): Tournament {
  const orders = new Map<string, ComparisonResult>();
  for (const { a, b, outcome } of comparisons) {
    orders.set(`${a} ${b}`, isDecided(outcome) ? outcome : 'neither');
    orders.set(`${b} ${a}`, outcome === 'a' ? 'b' : outcome === 'b' ? 'a' : 'neither');
  }
  return tournament(places.length, (a, b) => orders.get(`${a} ${b}`));
}

/**
 * Says what came of comparing the two in hand.
 * @param goesOn whether the next two come at once; else one may still say how much better one is
 */
export function recordComparison(
  state: JudgingState,
  { outcome, strength }: Pick<DraftComparison, 'outcome' | 'strength'>,
  goesOn = state.task.strength !== 'again',
): DraftUpdate {
  const { draft, part } = state;
  const active = selectedComparison(state);
  if (!active) return { notice: { kind: 'nothing-to-compare' } };
  const { a, b } = active;
  const comparison = { a, b, outcome, ...(strength !== undefined && isDecided(outcome) && { strength }) };
  const at = Math.min(part, draft.comparisons.length);
  const comparisons = [...draft.comparisons.slice(0, at), comparison, ...draft.comparisons.slice(at + 1)];
  const changed = { ...draft, comparisons };
  const { next, left } = tournamentOf(changed);
  const notice = { kind: 'compared', ...comparison, left, done: !next && draft.places.length > 2 } as const;
  return goesOn && next
    ? { draft: changed, part: comparisons.length, selected: next[0], notice }
    : { draft: changed, part: at, notice };
}

/** Takes a comparison in hand that was made, or the one that is next; the selected response is one of its two. */
function toComparison(state: JudgingState, wanted: number): DraftUpdate {
  const part = clamp(wanted, state.draft.comparisons.length + (tournamentOf(state.draft).next ? 1 : 0));
  return { part, selected: state.selected, ...inPair({ ...state, part }) };
}

/** The selected response is always one of the two. */
function inPair(state: JudgingState): { readonly selected?: number } {
  const active = selectedComparison(state);
  return active && state.selected !== active.a && state.selected !== active.b ? { selected: active.a } : {};
}

/** From -3 (the first is much better) to 3; strengths from elsewhere may lie between two steps. */
function scaleOf(comparison: DraftComparison | undefined): number {
  if (!comparison || !isDecided(comparison.outcome)) return 0;
  const steps = Math.round(comparison.strength ?? 1);
  return comparison.outcome === 'a' ? -steps : steps;
}

const isDecided = (outcome: Outcome): outcome is 'a' | 'b' => outcome === 'a' || outcome === 'b';
