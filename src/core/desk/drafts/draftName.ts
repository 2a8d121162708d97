import { createHash } from 'node:crypto';
import { seedOf } from '../../model/annotation/blindOrder';
import { judgementKeyText, type JudgementKey } from '../../model/annotation/judgementKey';

/**
 * Names the judgement that a draft is of. The content hash and the blind order are part of it: on other texts the draft
 * would mean something else.
 */
export interface DraftKey {
  readonly study: string;
  readonly annotator: string;
  readonly item: string;
  readonly hash: string;
  readonly seed: number;
  /** Absent where it is the bare one. */
  readonly judgementKey?: JudgementKey | undefined;
}

/** Characters of a name. */
export const nameLength = 32;

/** Gives the name under which the draft of a judgement is stored. */
export function draftName({ study, annotator, item, hash, seed, judgementKey = {} }: DraftKey): string {
  const apart = judgementKeyText(judgementKey);
  return createHash('sha256')
    .update(JSON.stringify([study, annotator, item, hash, seed, ...(apart === '' ? [] : [apart])]))
    .digest('hex')
    .slice(0, nameLength);
}

/** The seed of the order in which an annotator sees an item's responses. @param more draws other ones */
export function orderSeed(item: string, studySeed: number, annotator: string, ...more: readonly string[]): number {
  return seedOf(String(studySeed), annotator, item, ...more);
}
