/**
 * One item is judged several times, and each judgement stands by itself. Done and counted is an item without a context,
 * by its whole or any of its turns: nothing asks for a certain one, and whoever judges last turns only is not asked
 * again. An item opens as a whole, or at the turn judged last where only turns were. A desk stands at a place and a
 * seat, and remembers behind which item of the queue an item was woven in, where the queue goes on.
 */

/**
 * Sets several judgements of one item by one annotator apart: each stands by itself, with drafts, versions and
 * retractions of its own. With none of these it is the judgement of the item as it stands.
 */
export interface JudgementKey {
  /** The text of the context that it is judged under. */
  readonly context?: string | undefined;
  /** Counts the times that the item came again without the annotator being told, from 1. */
  readonly repeat?: number | undefined;
  /**
   * Number (from 0) of the one turn that is judged, among the assistant's turns of each response; absent where
   * the whole is.
   */
  readonly turn?: number | undefined;
  /** It settles what annotators disagree on, and is no vote beside theirs; absent where the annotator judges as one. */
  readonly role?: 'adjudicator' | undefined;
}

/** The judgement of an item as it stands, when it came first. */
export const plainKey: JudgementKey = {};

/** The seat alone, of whatever holds it: without what it does not have, as a line of a journal says it. */
export function judgementKeyOf({ context, repeat, turn, role }: JudgementKey): JudgementKey {
  return {
    ...(context !== undefined && { context }),
    ...(repeat !== undefined && { repeat }),
    ...(turn !== undefined && { turn }),
    ...(role !== undefined && { role }),
  };
}

/** The seat in which the whole is judged, beside the one of a turn: what is done and counted goes by it. */
export const wholeOf = (judgementKey: JudgementKey): JudgementKey =>
  judgementKeyOf({ ...judgementKey, turn: undefined });

/** Names a seat among those of one annotator and item; empty for the bare one, and different for any two. */
export function judgementKeyText({ context, repeat, turn, role }: JudgementKey): string {
  if (role !== undefined) return `a ${judgementKeyText({ context, repeat, turn })}`;
  if (turn !== undefined) return `t${turn} ${judgementKeyText({ context, repeat })}`;
  if (repeat !== undefined) return `r${repeat}${context === undefined ? '' : ` ${context}`}`;
  return context === undefined ? '' : `c${context}`;
}

/** Whether a text of `judgementKeyText` is of an annotator's own judgement, and not of an adjudicator's. */
export const isAnnotatorsKey = (text: string): boolean => !text.startsWith('a ');

export const isPlainKey = ({ context, repeat, turn, role }: JudgementKey): boolean =>
  context === undefined && repeat === undefined && turn === undefined && role === undefined;

export const sameJudgementKey = (a: JudgementKey, b: JudgementKey): boolean =>
  a.context === b.context && a.repeat === b.repeat && a.turn === b.turn && a.role === b.role;
