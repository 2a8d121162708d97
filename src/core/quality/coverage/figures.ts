import type { Metric } from '../alpha';
import type { Rate } from '../rate';
import type { CriterionKind } from '../../model/criterion';
import type { Problem } from '../../model/problem';
import type { NamedAnnotation, NamedRate, VersionCount } from './circumstances';
import type { CoverageSlice } from './itemFacts';
import type { Matrix } from './matrix';
import type { ContradictedPair, PreferredPair } from './preferring';
import type { SpanCounts } from './spanCounts';

/** What is known of one criterion. */
export interface CriterionFigures {
  readonly id: string;
  readonly rubric: string;
  /** Its title, or else its text. */
  readonly name: string;
  readonly kind: CriterionKind;
  /** As stated in the latest version that has it. */
  readonly weight: number;
  readonly tags: readonly string[];
  readonly inForce: boolean;
  /** Why it should not be judged by any more, where it is marked so. */
  readonly faulty: string | null;
  /** Annotations with a verdict by it. */
  readonly used: number;
  /** Responses that were shown to somebody who was to judge by it; each is one of the next three. */
  readonly chances: number;
  readonly filled: number;
  readonly notApplicable: number;
  readonly unfilled: number;
  /** The share of chances that have a verdict, or that it does not apply. */
  readonly answered: Rate | null;
  /** The mean of what its verdicts are worth, from 0 to 1: of yes or no the share of yes. */
  readonly yes: Rate | null;
  /** The sample variance of that: Σ (worth − mean)² / (n − 1). */
  readonly variance: number | null;
  readonly agreement: {
    readonly metric: Metric;
    /** Krippendorff's, see `agreementOf`; of `values` verdicts on `units` responses that several judged. */
    readonly alpha: number | null;
    readonly units: number;
    readonly values: number;
    /** The share of pairs of verdicts on one response that are the same. More than two on one response are not independent, so the interval is narrower than it should be there. */
    readonly same: Rate | null;
  };
  /** Strict preferences with a verdict on both: those where the winner has more of what the weight rewards (of a weight below 0: less), those the other way round, and those where both have the same. */
  readonly separation: { readonly pairs: number; readonly same: number; readonly against: number; readonly equal: number; /** Of those that it separates. */ readonly right: Rate | null };
  /** Kendall's tau-b of its worths with the preferences within an annotation, pooled (see `tauB`); `pairs`: those with a verdict on both, ties among them where the criterion differs. */
  readonly tau: { readonly value: number | null; readonly pairs: number };
  /**
   * The weight that the preferences imply (see `bradleyTerry`). `logOdds`: for a worth of 1 against 0, with its standard error; `joint` tells whether that takes the other criteria into
   * account. `weight`: the same in the study's own unit: times Σ |weights stated| / Σ |log-odds|, over the criteria that separate any pair. Null where it separates none.
   */
  readonly implied: { readonly logOdds: number; readonly standardError: number; readonly joint: boolean; readonly weight: number; readonly pairs: number } | null;
  readonly gate: { readonly threshold: number; readonly fired: Rate | null } | null;
}

/** A criterion that is a finding, with the number of verdicts or pairs it rests on. */
export interface CriterionFinding {
  readonly criterion: string;
  readonly n: number;
}

export interface RedundantFigures {
  readonly a: string;
  readonly b: string;
  /** See `correlationOf`; below 0 where one says the opposite of the other. */
  readonly correlation: number;
  readonly n: number;
}

/** What is known of the study as a whole. */
export interface StudyFigures {
  readonly items: { readonly count: number; readonly judged: number; readonly withoutRubric: NamedRate<{ readonly item: string; readonly ordinal: number }> };
  readonly annotations: { readonly count: number; readonly skipped: number; readonly annotators: number; /** On items that changed or are gone, left out. */ readonly strays: number; /** Of items that came again, left out. */ readonly repeats: number };
  readonly origins: { readonly criteria: readonly { readonly origin: string; readonly criteria: number }[]; readonly annotations: readonly { readonly origin: string; readonly annotations: number }[] };
  /** Cells in all: chances without a verdict. */
  readonly unfilled: Rate | null;
  readonly alwaysYes: readonly CriterionFinding[];
  readonly alwaysNo: readonly CriterionFinding[];
  /** In force, and nobody ever gave a verdict by them. */
  readonly neverUsed: readonly string[];
  /** They vary, and the two of a strict preference never differ in them. `n`: such pairs. */
  readonly neverSeparating: readonly CriterionFinding[];
  /** Preferences go against the sign of their weight: more of the pairs that they separate do, and the implied weight is on the other side of 0 by more than its interval of 95 %. */
  readonly wrongWay: readonly CriterionFinding[];
  readonly redundant: readonly RedundantFigures[];
  /** Strict preferences on which a criterion has a verdict on both, where none favours the winner by its weight, nor stops the loser by its gate. */
  readonly unexplained: NamedRate<PreferredPair>;
  /** Strict preferences with a verdict on both, where the loser has the higher score (see `weightedWorth`); `equal`: where both have the same. */
  readonly against: NamedRate<ContradictedPair> & { readonly equal: number };
  /** Strict preferences, whether judged by any criterion or not. */
  readonly preferences: number;
  readonly withoutReason: NamedRate<NamedAnnotation>;
  readonly underOldVersions: NamedRate<NamedAnnotation> & { readonly versions: readonly VersionCount[] };
  /** Verdicts by criteria that no rubric has: how many, and the first ids. */
  readonly unknownCriteria: { readonly verdicts: number; readonly ids: readonly string[] };
}

/** What a study's rubrics cover and explain (C9). */
export interface Coverage {
  readonly slices: readonly CoverageSlice[];
  /** By number; `matrix.cell(number, slice)` has the counts in a slice. */
  readonly criteria: readonly CriterionFigures[];
  readonly matrix: Matrix;
  readonly study: StudyFigures;
  readonly spans: SpanCounts;
  /** Records of the dataset that are no items, and files that end too early: what is wrong with the first of them, and how many there are. */
  readonly faulty: { readonly count: number; readonly first: readonly Problem[] };
}
