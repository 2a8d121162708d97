import { plainKey, sameJudgementKey, type JudgementKey } from '../../model/annotation/judgementKey';

/** The place of a desk. */
export interface DeskPosition {
  /** 0-based place of the item in the dataset. */
  readonly ordinal: number;
  /** In which seat it is judged; the bare one where nothing is said. */
  readonly judgementKey?: JudgementKey | undefined;
  /** The item was woven in behind this one of the queue, where the queue goes on; -1 before the first. */
  readonly behind?: number | undefined;
}

/** The place alone, of whatever holds it. */
export const positionOf = ({ ordinal, judgementKey, behind }: DeskPosition): DeskPosition => ({
  ordinal,
  ...(judgementKey && { judgementKey }),
  ...(behind !== undefined && { behind }),
});

/** Behind which item the queue goes on from a place. */
export const anchorOf = ({ ordinal, behind }: DeskPosition): number => behind ?? ordinal;

/** Tells whether two places are the same judgement of the same item. */
export const samePosition = (a: DeskPosition, b: DeskPosition): boolean =>
  a.ordinal === b.ordinal && sameJudgementKey(a.judgementKey ?? plainKey, b.judgementKey ?? plainKey);
