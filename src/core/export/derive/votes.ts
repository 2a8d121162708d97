import type { Annotation } from '../../model/annotation/annotation';
import { pairVotes } from '../../quality/consensus/pairTable';
import { ballotOf } from './ballots';

/** How annotators voted on two responses. */
export interface Votes {
  readonly for: number;
  readonly against: number;
  readonly ties: number;
}

/**
 * The votes of annotations on `chosen` against `rejected`, one each: a ranking votes by its places, comparisons by the
 * one of the two.
 */
export function votesOn(
  annotations: readonly Annotation[],
  chosen: string,
  rejected: string,
  criterion?: string,
): Votes {
  const [votes] = pairVotes(
    annotations.map((annotation) => ballotOf(annotation, criterion)),
    [chosen, rejected],
  );
  return { for: votes?.forA ?? 0, against: votes?.forB ?? 0, ties: votes?.ties ?? 0 };
}
