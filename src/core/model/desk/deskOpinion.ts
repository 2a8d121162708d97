/** What annotators judged of an item, for whoever settles it. */
export interface DeskOpinions {
  /** Whether they have settled it. */
  readonly isJudged: boolean;
  readonly of: readonly DeskOpinion[];
  /** Two responses that one prefers this and another that way round. */
  readonly pairs: readonly OppositePair[];
  /** Criteria on which verdicts differ, by id, and on which responses. */
  readonly criteria: readonly { readonly criterion: string; readonly on: readonly string[] }[];
}

/** Two responses that are preferred either way, and by whom: places in `DeskOpinions.of`, from 0. */
export interface OppositePair {
  /** Their letters, in the order of the alphabet. */
  readonly first: string;
  readonly second: string;
  readonly forFirst: readonly number[];
  readonly forSecond: readonly number[];
}

/** What one annotator judged of an item, as an adjudicator sees it. */
export interface DeskOpinion {
  /** Who it is; null while that is hidden. */
  readonly by: string | null;
  /** The judgement in one line, with the letters of the desk. */
  readonly summary: string;
  readonly rationale?: string;
  /** Their verdicts on criteria on which annotators differ. */
  readonly verdicts: readonly {
    readonly criterion: string;
    /** The letter of the response. */
    readonly on: string;
    readonly value: boolean | number | string;
  }[];
  readonly notes: readonly OpinionNote[];
}

/** A critique, or a passage that was marked. */
export interface OpinionNote {
  /** The letter of the response. */
  readonly on: string;
  readonly text: string;
  /** The passage. */
  readonly quote?: string;
}
