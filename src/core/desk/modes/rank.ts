import {
  crossesLine,
  drawLine,
  drop,
  lineAfter,
  move,
  orderOf,
  orderWithin,
  place,
  tiersOf,
  type DropPosition,
  type Places,
} from '../../model/annotation/ranking';
import type { Notice } from '../../model/desk/deskState';
import type { Draft } from '../../model/annotation/draft';
import { clamp, type DraftUpdate, type JudgingState, type Mode } from './mode';

/** Above so many responses a first pass sorts them into buckets. */
const maxInOnePass = 8;
/** Buckets of the first pass have the keys 1 to 9. */
const maxBuckets = 9;

/** Tiers with ties, of all or only of the best. */
export const rank: Mode = {
  number(state, value) {
    const { draft, selected } = state;
    if (value === 0) return rank.clear(state);
    if (isElsewhere(state)) return back(state);
    if (value > rank.most(state)) return { notice: { kind: 'no-such-place', count: rank.most(state) } };
    if (draft.within) return placeWithin(state, draft.within, value);
    const places = place(draft.places, selected, value);
    const without = nextUnplaced(places, selected);
    const change = ranked(draft, places, selected);
    const next = without >= 0 ? { ...change, selected: without } : change;
    if (!sortsIntoBuckets(state)) return next;
    const left = places.filter((each) => each === null).length;
    return {
      ...next,
      notice:
        left === 0 && draft.places.includes(null)
          ? { kind: 'all-in-buckets' }
          : { kind: 'in-bucket', index: selected, bucket: value, left },
    };
  },
  most: (state) =>
    state.draft.within
      ? state.draft.within.members.length
      : sortsIntoBuckets(state)
        ? maxBuckets
        : state.draft.places.length,
  clear(state) {
    const { draft, selected } = state;
    const { within } = draft;
    if (isElsewhere(state)) return back(state);
    if (!within) return ranked(draft, place(draft.places, selected, null), selected);
    return inTier(draft, { ...within, places: place(within.places, within.members.indexOf(selected), null) }, selected);
  },
  move(state, step) {
    const { draft, selected } = state;
    const { within, places, acceptable } = draft;
    if (isElsewhere(state)) return back(state);
    if (within)
      return inTier(
        draft,
        { ...within, places: move(within.places, within.members.indexOf(selected), step) },
        selected,
      );
    if (crossesLine(places, acceptable, selected, step)) {
      return {
        draft: {
          ...draft,
          acceptable: acceptable.map((each, index) => (index === selected ? step === -1 : each === true)),
        },
        notice: { kind: 'acceptable', index: selected, acceptable: step === -1 },
      };
    }
    return ranked(draft, move(places, selected, step), selected);
  },
  select({ draft, selected }, by) {
    const order = shownOrder(draft);
    return { selected: order[clamp(order.indexOf(selected) + by, order.length)] ?? 0 };
  },
  first({ draft }) {
    const order = shownOrder(draft);
    const places = draft.within
      ? new Map(draft.within.members.map((index, at) => [index, draft.within?.places[at] ?? null]))
      : new Map(draft.places.entries());
    return { selected: order.find((index) => places.get(index) === null) ?? order[0] ?? 0, part: 0 };
  },
  accept({ draft, selected }) {
    if ((draft.places[selected] ?? null) === null) return { notice: { kind: 'line-needs-place', index: selected } };
    const drawn = drawLine(draft.places, selected);
    const isThere = drawn.every((each, index) => each === draft.acceptable[index]);
    return {
      draft: { ...draft, acceptable: isThere ? drawn.map(() => null) : drawn },
      notice: { kind: 'line', below: isThere ? null : selected },
    };
  },
  unfinished({ draft }) {
    const unplaced = [...draft.places.keys()].filter((index) => draft.places[index] === null);
    if (draft.within?.places.some((value) => value !== null)) return { kind: 'confirm-unordered' };
    if (unplaced.length === draft.places.length) return { kind: 'confirm-no-ranking' };
    return unplaced.length > 0 ? { kind: 'confirm-unranked', unplaced } : undefined;
  },
};

/** Tells whether a number is a bucket that several responses share, and not a place. */
export function sortsIntoBuckets({ draft, buckets }: Pick<JudgingState, 'draft' | 'buckets'>): boolean {
  return buckets && draft.within === null && draft.places.length > maxInOnePass;
}

/** Drops the response at `index` before, after or into the tier of `target`. */
export function dropped({ draft }: JudgingState, index: number, target: number, position: DropPosition): DraftUpdate {
  const { within } = draft;
  const [own, its] = [within?.members.indexOf(index) ?? -1, within?.members.indexOf(target) ?? -1];
  if (within && own >= 0 && its >= 0)
    return { selected: index, ...inTier(draft, { ...within, places: drop(within.places, own, its, position) }, index) };
  // What is dropped out of the tier or into it makes another tier of it: the order within begins anew.
  return { ...ranked({ ...draft, within: null }, drop(draft.places, index, target, position), index), selected: index };
}

/**
 * Finds the first response without a place behind `from` on the screen, else the first of all; -1 where all have one.
 */
function nextUnplaced(places: Places, from: number): number {
  const behind = places.indexOf(null, from + 1);
  return behind >= 0 ? behind : places.indexOf(null);
}

/** Tells whether a tier is being ordered that the selected response is not in. */
function isElsewhere({ draft: { within }, selected }: JudgingState): boolean {
  return within !== null && !within.members.includes(selected);
}

/** Back to the tier that is being ordered. */
function back(state: JudgingState): DraftUpdate {
  return {
    selected: rank.first(state).selected,
    notice: { kind: 'ordering', members: state.draft.within?.members ?? [] },
  };
}

/** Begins to order the tier of the selected response, or the first one with several; again leaves it as it was. */
export function orderTier({ draft, selected }: JudgingState): DraftUpdate {
  if (draft.within) return { draft: { ...draft, within: null }, notice: { kind: 'ordering', members: [] } };
  const tied = tiersOf(draft.places).filter((tier) => tier.length > 1);
  const members = tied.find((tier) => tier.includes(selected)) ?? tied[0];
  if (!members) return { notice: { kind: 'nothing-tied' } };
  return {
    draft: { ...draft, within: { members, places: members.map(() => null) } },
    selected: members[0] ?? 0,
    notice: { kind: 'ordering', members },
  };
}

/** Lists the responses to be placed in the order of the screen. */
function shownOrder({ within, places }: Draft): number[] {
  return within ? orderOf(within.places).map((at) => within.members[at] ?? 0) : orderOf(places);
}

function placeWithin(
  { draft, selected }: JudgingState,
  within: NonNullable<Draft['within']>,
  value: number,
): DraftUpdate {
  const own = within.members.indexOf(selected);
  const places = place(within.places, own, value);
  const change = inTier(draft, { ...within, places }, selected);
  const without = nextUnplaced(places, own);
  return without >= 0 ? { ...change, selected: within.members[without] ?? selected } : change;
}

/**
 * The tier's order as far as it is made; the ranking takes it up once everything in it has a place, and the next tie is
 * in hand.
 */
function inTier(draft: Draft, within: NonNullable<Draft['within']>, index: number): DraftUpdate {
  if (within.places.includes(null))
    return {
      draft: { ...draft, within },
      notice: placed(within.places, within.members.indexOf(index), within.members),
    };
  const places = orderWithin(draft.places, within.members, within.places);
  const last = Math.max(...within.members.map((member) => places[member] ?? 0));
  const next = tiersOf(places).find((tier) => tier.length > 1 && (places[tier[0] ?? 0] ?? 0) > last)?.[0];
  return {
    draft: { ...draft, places, within: null },
    ...(next !== undefined && { selected: next }),
    notice: placed(places, index),
  };
}

function ranked(draft: Draft, places: Places, index: number): DraftUpdate {
  return {
    draft: { ...draft, places, acceptable: lineAfter(draft.places, places, draft.acceptable, index) },
    notice: placed(places, index),
  };
}

/** Makes the notice of a place; `names` are the responses that the places are of, where not all. */
function placed(places: Places, at: number, names: readonly number[] = [...places.keys()]): Notice {
  const value = places[at] ?? null;
  const tiedWith =
    value === null
      ? []
      : [...places.keys()].filter((other) => other !== at && places[other] === value).map((other) => names[other] ?? 0);
  return { kind: 'placed', index: names[at] ?? 0, place: value, of: places.length, tiedWith };
}
