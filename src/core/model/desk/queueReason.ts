/** Which items come to an annotator, and why one is on the desk. */

/** Why an item is the next one. */
export type QueueReason =
  | { readonly kind: 'file' }
  | { readonly kind: 'shuffled' }
  /** Where outcomes disagree most; how much is never told, as outcomes are not. */
  | { readonly kind: 'outcomes' }
  /** `why` is null once nothing is uncertain any more, and untold where it would tell an item from the rest. */
  | { readonly kind: 'uncertain'; readonly why: Uncertainty | null | 'untold' }
  /** `why` is null where the item is in no slice, and untold as above. */
  | { readonly kind: 'thin'; readonly why: LeastAnnotatedSlice | null | 'untold' }
  /** Of the preferences on the two that teach most so many are for one and for the other; null where nothing is known. */
  | {
      readonly kind: 'informative';
      readonly why: { readonly agree: number; readonly against: number } | null | 'untold';
    }
  /** It is one of those with something in common, named in `what`: so many, and which of them, from 1. */
  | { readonly kind: 'found'; readonly what: string; readonly place: number; readonly of: number };

/** Why an item is on the desk. */
export type QueuePosition =
  /** `filter`: what the plan asks of items, where it does; null where that may not be shown. */
  | (QueueReason & { readonly filter?: string | null })
  /** The person went to it, or took something back that was done there. */
  | { readonly kind: 'asked' }
  /** The person was here last time. */
  | { readonly kind: 'resumed' };

/** Why an item is uncertain, by what its record holds. */
export type Uncertainty =
  /** The best two scores by one name (an aspect, a verifier), which lie close by its scale. */
  | { readonly kind: 'close'; readonly first: number; readonly second: number }
  /** Of the labels on two responses, or of those who scored both, so many agree with each other, and so many do not. */
  | { readonly kind: 'disputed'; readonly of: 'labels' | 'scores'; readonly agree: number; readonly against: number };

/**
 * How many judgements the thinnest slice of an item has; `slice` is what its items have in common, null where that may
 * tell something of the responses.
 */
export interface LeastAnnotatedSlice {
  readonly slice: string | null;
  readonly judged: number;
}

/**
 * Which items those are: all of the dataset, those that come to the annotator by the plan, those that a team's store
 * gave to the desk, or those that were looked for.
 */
export type QueueScope = 'all' | 'mine' | 'given' | 'some';

/** How many items come to an annotator. */
export interface AssignedCount {
  readonly count: number;
  /** Whether that is final, and no estimate. */
  readonly counted: boolean;
}
