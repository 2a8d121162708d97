import type { RuleScope } from '../annotation/judgementValues';
import type { Rate } from './proportion';

/** What is known of one rule. */
export interface RuleFigures {
  readonly id: string;
  readonly feedback: string;
  readonly scope: string;
  /** The version in force. */
  readonly version: number;
  readonly retired: boolean;
  /** Annotations that mark it, by where the prompt stands to its scope. */
  readonly marked: number;
  readonly in: number;
  readonly near: number;
  readonly out: number;
  /** Annotations that could mark it and do not: no item that was skipped, and no label of the source. */
  readonly unmarked: number;
  /** The share of each among the marks. */
  readonly shares: Readonly<Record<RuleScope, Rate | null>>;
  /** Items with a mark. */
  readonly items: number;
  /**
   * Of the annotations that mark it in scope, those that refine a response by it: each gives an in-scope pair. `n`:
   * marks in scope.
   */
  readonly refined: Rate | null;
  /** Marks made by other words than those in force. */
  readonly earlier: number;
  /**
   * Krippendorff's alpha (nominal; see `agreementOf`) of marks by several annotators, on `units` items; `same`: the
   * share of pairs of marks that are the same.
   */
  readonly agreement: {
    readonly alpha: number | null;
    readonly units: number;
    readonly values: number;
    readonly same: Rate | null;
  };
}

/**
 * The balance of a study's rules: feedback that is learnt from too few prompts outside its scope is applied to all of
 * them (M. Stephan et al., RLVF: Learning from Verbal Feedback without Overgeneralization, 2024).
 */
export interface RuleCounts {
  /** Annotations that could mark rules. */
  readonly annotations: number;
  readonly rules: readonly RuleFigures[];
  /** Ids of rules that are asked about, and that nobody marked. */
  readonly neverMarked: readonly string[];
  /** Ids of those that are marked, and never so. */
  readonly without: Readonly<Record<RuleScope, readonly string[]>>;
  /** Marks by rules that the study does not have: how many, and the first ids. */
  readonly unknown: { readonly marks: number; readonly ids: readonly string[] };
}
