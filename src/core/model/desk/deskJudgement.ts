/** How the judgement of the item on the desk stands to the one in force. */

/**
 * `empty`: nothing judged yet. `draft`: not saved. `saved`, `skipped`: durable in the journal, and unchanged since.
 * `imported`: a label of the source. `suggested`: what a label says, not confirmed by anybody.
 */
export type JudgementStatus = 'empty' | 'draft' | 'saved' | 'skipped' | 'imported' | 'suggested';

/** What of the judgement in force a draft replaces once it is saved. */
export interface Replaced {
  readonly ranking: boolean;
  /** Comparisons of the whole. */
  readonly comparisons: boolean;
  /** By these the comparisons are gone. */
  readonly criteria: readonly string[];
}

/** A context that an item is judged under, with the study's name for it, where it has one. */
export interface DeskContext {
  readonly text: string;
  readonly name?: string;
}
