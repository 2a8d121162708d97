import type { VerdictValue } from '../rubric/criterion';
import type { CriterionKind } from '../rubric/criterionKind';

/**
 * The rubric's part of what the desk shows: criteria × responses. Criteria go by their ids, responses by shown index.
 */

/** One answer to a criterion. */
export interface DeskAnswer {
  readonly value: VerdictValue;
  /** The number that gives it. */
  readonly key: number;
  /** What it means. */
  readonly text?: string;
}

/** A text that shows what an answer means. */
export interface DeskExample {
  readonly text: string;
  readonly value: VerdictValue;
  /** Why. */
  readonly note?: string;
}

/** A criterion as the annotator sees it: without its weight, which is none of the question. */
export interface DeskCriterion {
  readonly id: string;
  readonly title?: string;
  readonly text: string;
  readonly kind: CriterionKind;
  /** Every answer; of a scale with many levels those that are described. */
  readonly answers: readonly DeskAnswer[];
  readonly examples?: readonly DeskExample[];
  /** Of a scale. */
  readonly range?: { readonly min: number; readonly max: number };
  /** Whether failing it makes the others count no more. */
  readonly gate: boolean;
  /** Whether it is for this item only. */
  readonly own: boolean;
  /** Number (from 0) of its rubric, where that says how to judge by it. */
  readonly rubric?: number;
}

/**
 * The criteria that items are judged by, the most important first. Sent once: items that share them name the same
 * `key`.
 */
export interface DeskCriteria {
  readonly key: string;
  /** How to judge by each rubric that says so. */
  readonly rubrics: readonly { readonly title: string; readonly description: string }[];
  readonly criteria: readonly DeskCriterion[];
}

/**
 * A cell of the grid, by row and column (from 0); the column behind the last response is for the criterion's winner.
 */
export interface DeskCell {
  readonly row: number;
  readonly column: number;
}

/** What the verdicts come to, for the eyes only: no part of it is ever stored. */
export interface DeskScores {
  /**
   * By shown index, the share of what could be had (where faults weigh more it is below 0), or points where there is
   * nothing to be had; null without a verdict that counts.
   */
  readonly scores: readonly (number | null)[];
  readonly unit: 'share' | 'points';
  /** The order that they propose, the best first. */
  readonly tiers: readonly (readonly number[])[];
  /** By so many criteria, of `of`: those with a verdict on every response that has one. */
  readonly by: number;
  readonly of: number;
  readonly against: readonly Contradiction[];
}

/**
 * Where a judgement and the verdicts of the same person differ: it has `first` above `second`, and they speak for the
 * other. With a criterion: as its winner.
 */
export interface Contradiction {
  readonly first: number;
  readonly second: number;
  readonly criterion?: string;
}

/** What is judged of an item by criteria. */
export interface DeskRubric {
  /** Which `DeskCriteria` these are. */
  readonly list: string;
  readonly count: number;
  /** The cell in hand, while the item is judged by criteria. */
  readonly cell: DeskCell | null;
  /** Cells in which nothing is said, of `of`. */
  readonly left: number;
  readonly of: number;
  /** Rows of criteria that ask something else now than when they were judged. */
  readonly changed: readonly number[];
  /** Only where the person's own judgement is there. */
  readonly scores?: DeskScores;
}

/** What a number has to be. */
export type AnswerRange =
  | { readonly of: 'yes-no' }
  | { readonly of: 'scale'; readonly min: number; readonly max: number }
  | { readonly of: 'category' | 'winner'; readonly count: number };

/** What happens while an item is judged by criteria. `row` counts from 0, of `of` criteria. */
export type RubricNotice =
  /** The grid is in hand, or no longer. */
  | { readonly kind: 'grid'; readonly on: boolean; readonly left: number }
  | { readonly kind: 'no-criteria' }
  /** `value` is null where the criterion does not apply, and absent where the verdict was taken back. */
  | {
      readonly kind: 'verdict';
      readonly index: number;
      readonly row: number;
      readonly of: number;
      readonly name: string;
      readonly value?: VerdictValue | null;
      readonly meaning?: string;
    }
  | {
      readonly kind: 'winner';
      readonly winners: readonly number[];
      readonly row: number;
      readonly of: number;
      readonly name: string;
    }
  | { readonly kind: 'no-such-answer'; readonly answers: AnswerRange }
  | { readonly kind: 'note-needs-verdict' }
  | { readonly kind: 'criterion-added'; readonly name: string }
  /** The study wants every cell filled. */
  | { readonly kind: 'verdicts-needed'; readonly left: number; readonly of: number }
  | { readonly kind: 'confirm-verdicts-left'; readonly left: number; readonly of: number }
  | { readonly kind: 'confirm-criteria-changed'; readonly names: readonly string[] }
  | { readonly kind: 'confirm-against-verdicts'; readonly against: readonly Contradiction[] };
