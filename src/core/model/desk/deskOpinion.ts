/** What one annotator judged of an item, as an adjudicator sees it. */
export interface DeskOpinion {
  /** Who it is; null while that is hidden. */
  readonly by: string | null;
  /** The judgement in one line, with the letters of the desk. */
  readonly summary: string;
  readonly rationale?: string;
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
