/** All items of a dataset, those first of which one more judgement is expected to teach most. */
export interface InformativeItems {
  /** 0-based places. */
  readonly ordinals: Uint32Array;
  /** In that order: preferences on the two responses that teach most, those for the one that has more and for the other. */
  readonly agree: Uint16Array;
  readonly against: Uint16Array;
}
