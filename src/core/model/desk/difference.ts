/** A run of words that two texts share, or that only one of them has. */
export interface Run {
  readonly in: 'both' | 'first' | 'second';
  readonly text: string;
}

/**
 * How two texts differ: the runs of `first` and `both` in their order are the first text, those of `second` and `both`
 * the second.
 */
export interface Difference {
  readonly runs: readonly Run[];
  /** What was compared; `nothing` where the texts are too long and too different for it. */
  readonly by: 'words' | 'lines' | 'nothing';
  /** Only the beginnings of the texts were compared. */
  readonly cut: boolean;
}

/** A difference between two responses of an item, by shown index. */
export interface DeskDifference extends Difference {
  readonly key: string;
  readonly first: number;
  readonly second: number;
}

/** A response that is being made better, whole. */
export interface DeskRefinement {
  readonly before: string;
  readonly text: string;
  /** `first` is what it is now, `second` what it was. */
  readonly difference: Difference;
}
