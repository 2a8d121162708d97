/** What is known of a study's judgements, in figures; `src/core/quality` computes them. All are plain data. */

/** A figure over items, with the interval of 95 % (null where fewer than ten items carry it). */
export interface Estimate {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  /** Items it rests on. */
  readonly items: number;
}

/** Agreement on one kind of value: preferences, rankings, "rating ASPECT", acceptable, … */
export interface AgreementRow {
  readonly kind: string;
  readonly metric: 'nominal' | 'ordinal' | 'interval' | 'ratio';
  /** Krippendorff's α; null where it cannot be computed, which `why` tells. */
  readonly alpha: Estimate | null;
  /** The share of pairs of values on one unit that are the same. */
  readonly same: Estimate | null;
  /** Fleiss' κ, of categories. */
  readonly kappa: Estimate | null;
  /** ICC(1, 1), of ratings. */
  readonly icc: Estimate | null;
  /** Units that several valued, and values on them. */
  readonly units: number;
  readonly values: number;
  readonly why?: 'no-overlap' | 'all-same';
}

export interface AnnotatorPair {
  readonly a: string;
  readonly b: string;
  /** Cohen's κ, of categories. */
  readonly kappa: Estimate | null;
  readonly same: Estimate | null;
  readonly units: number;
}

export interface SliceAgreement {
  readonly by: string;
  readonly value: string | null;
  readonly alpha: Estimate | null;
  readonly same: Estimate | null;
  readonly units: number;
}

export interface AgreementFigures {
  readonly rows: readonly AgreementRow[];
  /** The kind by which annotators are compared; null where no two valued the same. */
  readonly main: string | null;
  /** Kendall's W and mean tau-b of rankings of three responses or more. */
  readonly w: Estimate | null;
  readonly tau: Estimate | null;
  readonly pairs: readonly AnnotatorPair[];
  readonly slices: readonly SliceAgreement[];
}

/** What is known of one model. */
export interface ModelFigures {
  readonly model: string;
  /** Pairs with another model, and of these won, lost and tied. */
  readonly pairs: number;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** Wins and half of the ties, of all pairs. */
  readonly winRate: Estimate | null;
  /** Log-strength over the mean of all of its component (Davidson's model), with its interval over items. */
  readonly strength: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Place by strength, 1 the best, and between which places it lies in 95 % of draws. */
  readonly rank: number | null;
  readonly bestRank: number | null;
  readonly worstRank: number | null;
  /** Win rate against the mean model if all were equally long and looked alike; null where that cannot be told. */
  readonly controlledWinRate: Estimate | null;
}

export interface ModelsFigures {
  readonly models: readonly ModelFigures[];
  /** Wins of each row's model over each column's, and ties: in the order of `models`. */
  readonly wins: readonly (readonly number[])[];
  readonly ties: readonly (readonly number[])[];
  /** Models that meet in pairs, directly or through others; strengths of two components say nothing of each other. */
  readonly components: readonly (readonly string[])[];
  /** Models that won every pair, or none, against those that they can be told apart by: strengths of which are limited by the prior alone. */
  readonly unbounded: readonly string[];
  /** How much ties are liked: Davidson's ν; null where nobody tied. */
  readonly tie: number | null;
  /** Triples of models of which each beats the next by majority. */
  readonly cycles: readonly (readonly [string, string, string])[];
  /** Of items on which acceptability was judged, those of which no response is. */
  readonly noneAcceptable: Estimate | null;
  readonly noneAcceptableSlices: readonly {
    readonly by: string;
    readonly value: string | null;
    readonly rate: Estimate;
  }[];
  /** Judgements by comparisons that contradict themselves: a beats b beats c beats a. */
  readonly intransitive: Estimate | null;
  /** Why there is none of the above of models: the dataset names no models, or nobody compared two of them. */
  readonly why?: 'no-models' | 'no-pairs';
}

/** Whether the one of two responses with something (the longer, the first shown, the one with a list) is preferred. */
export interface BiasFigures {
  /** "length", "position", or a trait of responses. */
  readonly of: string;
  /** Strict preferences in which just one of the two has it. */
  readonly pairs: number;
  /** The share of those that the one with it wins. */
  readonly wins: Estimate | null;
  /**
   * By how much it raises the log-odds of winning with all others held equal, and that as a chance: of twice the length,
   * of being shown first, of having the trait.
   */
  readonly logOdds: Estimate | null;
  readonly chance: Estimate | null;
}

export interface BiasesFigures {
  readonly rows: readonly BiasFigures[];
  /** Strict preferences, and of these those of which the order on the screen is known. */
  readonly preferences: number;
  readonly ordered: number;
}
