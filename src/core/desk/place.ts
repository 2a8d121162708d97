import { bareSeat, sameSeat, type Seat } from '../model/seat';

/** Where a desk stands. */
export interface Place {
  /** 0-based place of the item in the dataset. */
  readonly ordinal: number;
  /** In which seat it is judged; the bare one where nothing is said. */
  readonly seat?: Seat | undefined;
  /** The item was woven in behind this one of the queue, where the queue goes on; -1 before the first. */
  readonly behind?: number | undefined;
}

/** The place alone, of whatever holds it. */
export const placeOf = ({ ordinal, seat, behind }: Place): Place => ({
  ordinal,
  ...(seat && { seat }),
  ...(behind !== undefined && { behind }),
});

/** Behind which item the queue goes on from a place. */
export const anchorOf = ({ ordinal, behind }: Place): number => behind ?? ordinal;

/** Whether it is the same judgement of the same item. */
export const samePlace = (a: Place, b: Place): boolean =>
  a.ordinal === b.ordinal && sameSeat(a.seat ?? bareSeat, b.seat ?? bareSeat);
