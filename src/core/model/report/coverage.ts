import type { CriterionKind } from '../rubric/criterionKind';
import type { CritiqueCounts } from './critiqueCounts';
import type { Rate, Proportion } from './proportion';
import type { RuleCounts } from './ruleCoverage';

/** What a study's rubrics cover and explain, in figures; `src/core/quality/coverage` counts them. */

/** How far apart two values are: the same or not, by their ranks, or by their difference. */
export type Metric = 'nominal' | 'ordinal' | 'interval';

/**
 * Annotations, or responses, that have something in common; `value` is null where it is one of many that are too rare
 * to stand by themselves.
 */
export interface CoverageSlice {
  /** "annotator", "round", "source", "model", "response", "language", or a path in the metadata of items, as "tags". */
  readonly by: string;
  readonly value: string | null;
}

/**
 * By what slices tell a person something, in the order in which they are numbered. Ids of responses stand for columns
 * or models only where all items share them: where some are too rare to stand by themselves, each is the id of one
 * item's response.
 */
export function sliceDimensions(slices: readonly CoverageSlice[]): readonly string[] {
  const kinds = [...new Set(slices.map(({ by }) => by))];
  return kinds.filter((by) => by !== 'response' || !slices.some((slice) => slice.by === by && slice.value === null));
}

/** An annotation, and of what. */
export interface NamedAnnotation {
  readonly annotation: string;
  readonly item: string;
  readonly ordinal: number;
  readonly annotator: string;
}

/**
 * What of some annotations holds: how many of how many, and the first of them. An interval where they stand for more
 * than themselves.
 */
export interface NamedRate<T, R extends Proportion = Proportion> {
  readonly rate: R | null;
  readonly count: number;
  readonly first: readonly T[];
}

/** Annotations made under one version of a rubric. */
export interface VersionCount {
  readonly rubric: string;
  readonly version: number;
  /** The version in force. */
  readonly current: number;
  readonly annotations: number;
}

/** Two responses of which one was preferred, and who said so of what. */
export interface PreferredPair {
  readonly item: string;
  readonly ordinal: number;
  readonly annotator: string;
  /** Id of the annotation. */
  readonly annotation: string;
  readonly winner: string;
  readonly loser: string;
}

/**
 * One where the criteria say the opposite: shares of what could be had, by the criteria on which both have a verdict;
 * null where no weight is positive.
 */
export interface ContradictedPair extends PreferredPair {
  readonly winnerScore: number | null;
  readonly loserScore: number | null;
}

/** Spans of one type, or missing information of one type; `type` is null where none is given. */
export interface SpanTypeCounts {
  readonly kind: 'span' | 'missing';
  readonly type: string | null;
  readonly spans: number;
  readonly negative: number;
  readonly positive: number;
  /** The share of responses with a critique on which there is at least one. */
  readonly responses: Rate | null;
  /** The same by slice, where there are any: its index among the slices, spans, and responses with at least one. */
  readonly slices: readonly (readonly [slice: number, spans: number, responses: number])[];
}

/**
 * What is marked in responses, as Fine-Grained RLHF counts it (Z. Wu et al., 2023: errors by type and category; there a
 * span is one error).
 */
export interface SpanCounts {
  readonly spans: number;
  readonly missing: number;
  /** Spans whose passage was no longer in the text when they were saved: they are in no other number. */
  readonly lost: number;
  /**
   * Responses with a critique: its text, its spans or what is missing; those that have none say nothing of how many
   * spans there are.
   */
  readonly critiqued: number;
  /** The same by slice, where there are any: its index among the slices, and responses. */
  readonly slices: readonly (readonly [slice: number, critiqued: number])[];
  readonly types: readonly SpanTypeCounts[];
  /**
   * Negative spans of which nothing says what is wrong: no note, and no text of the critique that they belong to. `n`:
   * negative spans.
   */
  readonly withoutCritique: Proportion | null;
  /** Types of the study's taxonomy that no span and nothing missing has. */
  readonly neverUsed: readonly string[];
}

/** What is known of one criterion. */
export interface CriterionFigures {
  readonly id: string;
  readonly rubric: string;
  /** What people call the rubric. */
  readonly rubricTitle: string;
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
  readonly answered: Proportion | null;
  /**
   * The mean of what its verdicts are worth, from 0 to 1: of yes or no the share of yes. Its interval is over items, as
   * are those of all that hangs together by item (see `rateByItem`).
   */
  readonly yes: Rate | null;
  /** The sample variance of that: Σ (worth − mean)² / (n − 1). */
  readonly variance: number | null;
  readonly agreement: {
    readonly metric: Metric;
    /** Krippendorff's, see `agreementOf`; of `values` verdicts on `units` responses that several judged. */
    readonly alpha: number | null;
    readonly units: number;
    readonly values: number;
    /** The share of pairs of verdicts on one response that are the same. */
    readonly same: Rate | null;
  };
  /**
   * Strict preferences with a verdict on both: those where the winner has more of what the weight rewards (of a weight
   * below 0: less), those the other way round, and those where both have the same.
   */
  readonly separation: {
    readonly pairs: number;
    readonly same: number;
    readonly against: number;
    readonly equal: number;
    /** Of those that it separates. */ readonly right: Rate | null;
  };
  /**
   * Kendall's tau-b of its worths with the preferences within an annotation, pooled (see `tauB`); `pairs`: those with a
   * verdict on both, ties among them where the criterion differs.
   */
  readonly tau: { readonly value: number | null; readonly pairs: number };
  /**
   * The weight that the preferences imply (see `bradleyTerry`). `logOdds`: for a worth of 1 against 0, with its
   * standard error, and by how much the prior that keeps it finite draws it to 0 (`drawn`: about so much is to be
   * added); `joint` tells whether that takes the other criteria into account. `weight`: the same in the study's own
   * unit: times Σ |weights stated| / Σ |log-odds|, over the criteria that separate any pair. Null where it separates
   * none.
   */
  readonly implied: {
    readonly logOdds: number;
    readonly drawn: number;
    readonly standardError: number;
    readonly joint: boolean;
    readonly weight: number;
    readonly pairs: number;
  } | null;
  readonly gate: { readonly threshold: number; readonly fired: Rate | null } | null;
}

/** A criterion that is a finding, with the number of verdicts or pairs it rests on. */
export interface CriterionFinding {
  readonly criterion: string;
  readonly n: number;
}

/** A slice whose cells are unfilled much more often than those of all. */
export interface SliceFinding {
  readonly slice: CoverageSlice;
  readonly unfilled: Proportion;
}

/** Somebody whose verdicts differ from those of others. */
export interface DifferingAnnotator {
  readonly annotator: string;
  /** The share of pairs of verdicts on one cell, one of them theirs, that are the same; with its interval over items. */
  readonly same: Rate;
  /** That share of the others among themselves. */
  readonly others: number;
}

export interface RedundantFigures {
  readonly a: string;
  readonly b: string;
  /** See `correlationOf`; below 0 where one says the opposite of the other. */
  readonly correlation: number;
  readonly n: number;
  /** What it would be if annotators agreed; only where that alone makes the two redundant. */
  readonly corrected?: number;
}

/** What is known of the study as a whole. */
export interface StudyFigures {
  readonly items: {
    readonly count: number;
    readonly judged: number;
    /** Those that nobody judged: how many, and the 0-based places of the first. */ readonly unjudged: {
      readonly count: number;
      readonly first: readonly number[];
    };
    readonly withoutRubric: NamedRate<{ readonly item: string; readonly ordinal: number }>;
  };
  readonly annotations: {
    readonly count: number;
    readonly skipped: number;
    readonly annotators: number;
    /** On items that changed or are gone, left out. */ readonly orphans: number;
    /** Of items that came again, left out. */ readonly repeats: number;
    /** By models, left out as people judged too and nobody named models (`voters`). */ readonly byModels: number;
  };
  readonly origins: {
    readonly criteria: readonly { readonly origin: string; readonly criteria: number }[];
    readonly annotations: readonly { readonly origin: string; readonly annotations: number }[];
  };
  /** Cells in all: chances without a verdict. */
  readonly unfilled: Proportion | null;
  readonly unfilledSlices: readonly SliceFinding[];
  /** By what verdicts differ by more than chance, the most first (see `slicingsByVariation`). */
  readonly varyingBy: readonly string[];
  /** Those whose verdicts differ from the others' more than these among themselves (see `AnnotatorAgreement`). */
  readonly differingAnnotators: readonly DifferingAnnotator[];
  /** Annotators agree too little to rely on it (`lowestAlpha`). `n`: responses that several judged. */
  readonly lowAgreement: readonly CriterionFinding[];
  readonly alwaysYes: readonly CriterionFinding[];
  readonly alwaysNo: readonly CriterionFinding[];
  /** In force, and nobody ever gave a verdict by them. */
  readonly neverUsed: readonly string[];
  /** They vary, and the two of a strict preference never differ in them. `n`: such pairs. */
  readonly neverSeparating: readonly CriterionFinding[];
  /**
   * Preferences go against the sign of their weight: more of the pairs that they separate do, and the implied weight is
   * on the other side of 0 by more than its interval of 95 %.
   */
  readonly wrongWay: readonly CriterionFinding[];
  readonly redundant: readonly RedundantFigures[];
  /**
   * Strict preferences on which a criterion has a verdict on both, where none favours the winner by its weight, nor
   * stops the loser by its gate.
   */
  readonly unexplained: NamedRate<PreferredPair, Rate>;
  /**
   * Strict preferences with a verdict on both, where the loser has the higher score (see `weightedWorth`); `equal`:
   * where both have the same.
   */
  readonly against: NamedRate<ContradictedPair, Rate> & { readonly equal: number };
  /** Strict preferences, whether judged by any criterion or not. */
  readonly preferences: number;
  readonly withoutReason: NamedRate<NamedAnnotation>;
  readonly underOldVersions: NamedRate<NamedAnnotation> & { readonly versions: readonly VersionCount[] };
  /** Verdicts by criteria that no rubric has: how many, and the first ids. */
  readonly unknownCriteria: { readonly verdicts: number; readonly ids: readonly string[] };
}

/** The counts of one criterion in one slice. */
export interface Cell {
  /**
   * Responses that were shown under a version of the rubric that has the criterion, and those that have a verdict by it
   * anyway.
   */
  readonly chances: number;
  readonly filled: number;
  readonly notApplicable: number;
  /** Chances without either. */
  readonly unfilled: number;
  /** Verdicts that are worth something, and the sum of what they are worth. */
  readonly valued: number;
  readonly worth: number;
}

/** How many numbers of a cell are counts: chances, filled, not applicable, valued. */
export const countsOfCell = 4;

/**
 * The counts of every criterion in some slices, as arrays that go from one thread, process or page to another as they
 * are: 24 bytes a cell, criterion after criterion.
 */
export interface CellTable {
  /** Numbers of the slices; -1 is the whole study. */
  readonly slices: readonly number[];
  /** `countsOfCell` each, in the order of `Cell`. */
  readonly counts: Uint32Array;
  readonly worths: Float64Array;
}

/** The cell of a criterion, by number, in the slice at a column of a table. */
export function cellAt({ slices, counts, worths }: CellTable, criterion: number, column: number): Cell {
  const at = criterion * slices.length + column;
  const [chances = 0, filled = 0, notApplicable = 0, valued = 0] = counts.subarray(
    at * countsOfCell,
    (at + 1) * countsOfCell,
  );
  return { chances, filled, notApplicable, unfilled: chances - filled - notApplicable, valued, worth: worths[at] ?? 0 };
}

/** All that is known of a study, as a screen draws it. */
export interface CoverageFigures {
  readonly slices: readonly CoverageSlice[];
  readonly criteria: readonly CriterionFigures[];
  readonly study: StudyFigures;
  readonly spans: SpanCounts;
  readonly critiques: CritiqueCounts;
  readonly rules: RuleCounts;
}
