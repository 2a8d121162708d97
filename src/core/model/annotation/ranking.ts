/**
 * A ranking while it is made: `places[i]` is the place typed for the i-th response, 1 for best, `null` while it has
 * none. Equal places are a tie. Gaps are allowed until the ranking is read as tiers, so that "1, 3" leaves room for a
 * second.
 */
export type Places = readonly (number | null)[];

/** Where a dragged response lands relative to the one it is dropped on. */
export type DropPosition = 'before' | 'after' | 'tie';

/** Tiers of response indices, best first; two in one tier are tied. Responses without a place are in none. */
export function tiersOf(places: Places): number[][] {
  const byPlace = new Map<number, number[]>();
  places.forEach((place, index) => {
    if (place === null) return;
    const tier = byPlace.get(place);
    if (tier) tier.push(index);
    else byPlace.set(place, [index]);
  });
  return [...byPlace.entries()].sort(([a], [b]) => a - b).map(([, tier]) => tier);
}

/** Places of tiers: 1 for every response of the best, 2 for the next, and so on. */
export function placesOf(tiers: readonly (readonly number[])[], count: number): Places {
  const places = new Array<number | null>(count).fill(null);
  tiers.forEach((tier, depth) => {
    for (const index of tier) places[index] = depth + 1;
  });
  return places;
}

/** Gives the response at `index` a place, or takes it away with `null`. */
export function place(places: Places, index: number, value: number | null): Places {
  return places.map((current, i) => (i === index ? value : current));
}

/**
 * Drops the response at `index` before, after, or into the tier of `target`; onto an unplaced target it becomes the
 * last placed.
 */
export function drop(places: Places, index: number, target: number, position: DropPosition): Places {
  if (index === target) return places;
  const tiers = tiersOf(place(places, index, null));
  const at = tiers.findIndex((tier) => tier.includes(target));
  if (at < 0) tiers.push([index]);
  else if (position === 'tie') tiers[at]?.push(index);
  else tiers.splice(position === 'before' ? at : at + 1, 0, [index]);
  return placesOf(tiers, places.length);
}

/**
 * Moves the response at `index` one step better (-1) or worse (+1): out of its tie, past its neighbour, or, when it has
 * no place yet, to the end of the placed (better) or out of the ranking again (worse, from the last place).
 */
export function move(places: Places, index: number, step: -1 | 1): Places {
  const tiers = tiersOf(places);
  const at = tiers.findIndex((tier) => tier.includes(index));
  const tier = tiers[at];
  if (!tier) return step === -1 ? placesOf([...tiers, [index]], places.length) : places;
  if (tier.length > 1) {
    tiers[at] = tier.filter((other) => other !== index);
    tiers.splice(step === -1 ? at : at + 1, 0, [index]);
  } else {
    const neighbour = tiers[at + step];
    if (!neighbour) return step === 1 && places.includes(null) ? place(places, index, null) : places;
    tiers[at] = neighbour;
    tiers[at + step] = tier;
  }
  return placesOf(tiers, places.length);
}

/** Indices in the order of the ranking: placed ones best first, then the unplaced in the order shown. */
export function orderOf(places: Places): number[] {
  const placed = tiersOf(places).flat();
  return [...placed, ...places.keys()].filter((index, i, all) => all.indexOf(index) === i);
}

/** Which responses are acceptable, by index; null while nothing is said of one. */
export type Acceptable = readonly (boolean | null)[];

/**
 * Whether a line is drawn in the ranking: something is said of each, all that are acceptable have a place, and none
 * that is not stands above or beside one. What was said of each by itself need not be a line.
 */
export function hasLine(places: Places, acceptable: Acceptable): boolean {
  const entries = [...places.entries()];
  const above = entries.filter(([index]) => acceptable[index] === true).map(([, value]) => value);
  const below = entries.filter(([index]) => acceptable[index] === false).map(([, value]) => value ?? Infinity);
  return (
    above.length + below.length === entries.length &&
    entries.length > 0 &&
    !above.includes(null) &&
    Math.max(0, ...above.map((value) => value ?? 0)) < Math.min(Infinity, ...below)
  );
}

/**
 * Draws the line below the tier of `index`, or takes it away where it is just there. A response without a place is
 * below it.
 */
export function drawLine(places: Places, index: number): Acceptable {
  const last = places[index] ?? null;
  return places.map((value) => last !== null && value !== null && value <= last);
}

/**
 * Where a new place leaves the line, if there was one before: the response keeps its side of it as far as its
 * neighbours allow.
 */
export function lineAfter(before: Places, places: Places, acceptable: Acceptable, index: number): Acceptable {
  if (!hasLine(before, acceptable)) return acceptable;
  const others = [...places.entries()].filter(([other]) => other !== index);
  const value = places[index] ?? null;
  const lowestAbove = Math.max(0, ...others.map(([other, at]) => (acceptable[other] === true ? (at ?? 0) : 0)));
  const highestBelow = Math.min(
    Infinity,
    ...others.map(([other, at]) => (acceptable[other] === true ? Infinity : (at ?? Infinity))),
  );
  const side = value === null || value >= highestBelow ? false : value <= lowestAbove || acceptable[index] === true;
  return acceptable.map((each, other) => (other === index ? side : each));
}

/** Whether a step better (-1) or worse (+1) takes the response over the line and nowhere else. */
export function crossesLine(places: Places, acceptable: Acceptable, index: number, step: -1 | 1): boolean {
  if (!hasLine(places, acceptable)) return false;
  const tiers = tiersOf(places);
  const at = tiers.findIndex((tier) => tier.includes(index));
  if (at < 0 || (tiers[at]?.length ?? 0) > 1) return false;
  const neighbour = tiers[at + step]?.[0];
  const isAbove = acceptable[index] === true;
  if (step === -1) return !isAbove && (neighbour === undefined || acceptable[neighbour] === true);
  return isAbove && (neighbour === undefined || acceptable[neighbour] !== true);
}

/**
 * The ranking with the tier of `members` replaced by the order made within it; those without a place there stay behind,
 * tied.
 */
export function orderWithin(places: Places, members: readonly number[], within: Places): Places {
  const inner = tiersOf(within).map((tier) => tier.map((at) => members[at] ?? 0));
  const ordered = new Set(inner.flat());
  const rest = members.filter((index) => !ordered.has(index));
  const tiers = tiersOf(places).flatMap((tier) =>
    tier.some((index) => members.includes(index)) ? [...inner, ...(rest.length > 0 ? [rest] : [])] : [tier],
  );
  return placesOf(tiers, places.length);
}

/** The places of some responses among themselves, in the order of `members`. */
export interface TierOrder {
  readonly members: readonly number[];
  readonly places: Places;
}

/**
 * The order of the ranking while one of its tiers is being ordered: its members stand by the places that they have
 * among themselves.
 */
export function orderWithTier(places: Places, within: TierOrder | null): number[] {
  const order = orderOf(places);
  if (!within) return order;
  const inner = orderOf(within.places).map((at) => within.members[at] ?? 0);
  return order.map((index) => (within.members.includes(index) ? (inner.shift() ?? index) : index));
}
