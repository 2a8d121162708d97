/**
 * Sets several judgements of one item by one annotator apart: each stands by itself, with drafts, versions and retractions of its own. With neither it
 * is the judgement of the item as it stands.
 */
export interface Seat {
  /** The text of the context that it is judged under (C15). */
  readonly context?: string | undefined;
  /** Counts the times that the item came again without the annotator being told (C23), from 1. */
  readonly repeat?: number | undefined;
}

/** The judgement of an item as it stands, when it came first. */
export const bareSeat: Seat = {};

/** The seat alone, of whatever holds it: without what it does not have, as a line of a journal says it. */
export function seatOf({ context, repeat }: Seat): Seat {
  return { ...(context !== undefined && { context }), ...(repeat !== undefined && { repeat }) };
}

/** Names a seat among those of one annotator and item; empty for the bare one, and different for any two. */
export function seatName({ context, repeat }: Seat): string {
  if (repeat !== undefined) return `r${repeat}${context === undefined ? '' : ` ${context}`}`;
  return context === undefined ? '' : `c${context}`;
}

export const isBare = ({ context, repeat }: Seat): boolean => context === undefined && repeat === undefined;

export const sameSeat = (a: Seat, b: Seat): boolean => a.context === b.context && a.repeat === b.repeat;
