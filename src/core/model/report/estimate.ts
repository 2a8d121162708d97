/** A figure over items, with the interval of 95 % (null where fewer than ten items carry it). */
export interface Estimate {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  /** Items it rests on. */
  readonly items: number;
}
