import type { ControlTest } from '../desk/controlTest';
import type { Metric } from './coverage';
import type { Estimate } from './estimate';
import type { JudgmentFinding, JudgmentsFigures } from './judgments';

/** What is known of a study's judgements, in figures; `src/core/quality` computes them. All are plain data. */

export type { Estimate } from './estimate';

/** Agreement on one kind of value: preferences, rankings, "rating ASPECT", acceptable, … */
export interface AgreementRow {
  readonly kind: string;
  /** Which α it is: by the scale that the values are given on. */
  readonly metric: Metric;
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
  /** As of the kind by which annotators are compared. */
  readonly metric: Metric;
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
  /** Items on which annotators contradict each other by `main`, of those that several judged by it. */
  readonly disputed: number;
  readonly several: number;
  readonly criteria: readonly CriterionDisagreement[];
  /** The same without annotators who differ from the others; null where nobody does. */
  readonly criteriaWithout: readonly CriterionDisagreement[] | null;
  readonly criterionNoise: readonly CriterionNoise[];
}

/** How often two annotators give different verdicts on the same by a criterion, and by the others together. */
export interface CriterionNoise {
  readonly criterion: string;
  readonly differ: Estimate;
  readonly others: number | null;
  /** It is so by more than chance and 10 %. */
  readonly isUnclear: boolean;
}

/** A criterion by which annotators differ where they also contradict each other. */
export interface CriterionDisagreement {
  /** Its id. */
  readonly criterion: string;
  /** Disputed items on which its verdicts differ on a response that is disputed, of those with several verdicts. */
  readonly items: number;
  readonly of: number;
  /** Of items on which annotators agree, the share on which its verdicts differ all the same. */
  readonly whereAgreed: Estimate | null;
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
  /**
   * Log-strength over the mean of its component (Davidson's model; the mean is of models that won and lost in ten items
   * or more, where there are two), with its interval over items.
   */
  readonly strength: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Place by strength, 1 the best, and between which places it lies in 95 % of draws. */
  readonly rank: number | null;
  readonly bestRank: number | null;
  readonly worstRank: number | null;
  /** Win rate against the mean model if all were equally long and looked alike; null where that cannot be told. */
  readonly controlledWinRate: Estimate | null;
  /** Log-worth over the mean by rankings of three or more (Plackett and Luce, with ties after Turner et al.). */
  readonly plackettLuce: Estimate | null;
  /** Log-strength by the model of ties of Rao and Kupper; null where nobody tied. */
  readonly raoKupper: Estimate | null;
  /** Wins and half of the ties against the reference. */
  readonly referenceWinRate: Estimate | null;
}

/** Each of three models beats the next, and the last the first; and the share of strict preferences by which. */
export interface SureCycle {
  readonly models: readonly [string, string, string];
  readonly wins: readonly [number, number, number];
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
  /** Log-likelihoods of the two models of ties, and Rao and Kupper's threshold θ; null where nobody tied. */
  readonly tieModels: { readonly davidson: number; readonly raoKupper: number; readonly threshold: number } | null;
  /** The model that others are held against, null where responses with the text of a reference answer are; and pairs with it. */
  readonly reference: { readonly model: string | null; readonly pairs: number } | null;
  /** Triples of models of which each beats the next by majority. */
  readonly cycles: readonly (readonly [string, string, string])[];
  /** Those of them of which each win is more than chance: no order of models explains these. */
  readonly sureCycles: readonly SureCycle[];
  /** Of items on which acceptability was judged, those of which no response is. */
  readonly noneAcceptable: Estimate | null;
  readonly noneAcceptableSlices: readonly {
    readonly by: string;
    readonly value: string | null;
    readonly rate: Estimate;
  }[];
  /** Of each slice of items: win rates of the models, in the order of `models`; null where one has no pair there. */
  readonly slices: readonly {
    readonly by: string;
    readonly value: string | null;
    readonly winRates: readonly (Estimate | null)[];
  }[];
  /** Judgements by comparisons that contradict themselves: a beats b beats c beats a. */
  readonly intransitive: Estimate | null;
  /** Why there is none of the above of models: the dataset names none, nobody compared two, or they are not to be seen. */
  readonly why?: 'no-models' | 'no-pairs' | 'hidden';
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

/** A change in how somebody judges: the share that others agree with before and after a moment. */
export interface DriftFigures {
  /** ISO date and time of the first judgement after it. */
  readonly at: string;
  readonly before: number;
  readonly after: number;
  /** How likely as much would be by chance. */
  readonly p: number;
}

/** What is known of one annotator. Differing from others is no verdict: they can be right. */
export interface AnnotatorFigures {
  readonly name: string;
  readonly kind: 'human' | 'imported' | 'model';
  readonly judged: number;
  readonly skipped: number;
  /** Milliseconds of one judgement: the median, and between which nine of ten lie; null where nobody measured them. */
  readonly pace: { readonly median: number; readonly low: number; readonly high: number } | null;
  /** Active milliseconds in all. */
  readonly time: number;
  readonly last: string | null;
  /**
   * The share of their values that are those of others on the same, and the others' share among themselves: of their own
   * group where there are several, and without those who differ or copy.
   */
  readonly withOthers: Estimate | null;
  readonly others: number | null;
  /** Whether that is more than chance; null where too little is shared. */
  readonly difference: DifferenceFigures | null;
  /** α of all but them, of the kind by which annotators are compared. */
  readonly alphaWithout: number | null;
  /** The share of strict preferences that are as known (control items), and as they themselves said before (repeats). */
  readonly controls: Estimate | null;
  readonly repeats: Estimate | null;
  /**
   * The same of what somebody else adjudicated. These are items on which annotators differ, so that it is lower than it
   * would be of all.
   */
  readonly adjudicated: Estimate | null;
  /** The qualification test of the study, where it has one and they began it. */
  readonly test: ControlTest | null;
  /** ε: how often their preferences are the wrong way round, from overlap with each other annotator by how reliable that one is. */
  readonly epsilon: Estimate | null;
  /** By Dawid and Skene: how often they say what is likely true. */
  readonly accuracy: number | null;
  /** How often the first shown, and the longer, of two wins. */
  readonly firstWins: Estimate | null;
  readonly longerWins: Estimate | null;
  /** Judgements in which all responses got the same verdicts or ratings, and that share of everybody else. */
  readonly uniform: Estimate | null;
  readonly uniformOthers: number | null;
  /** The longest run of the same position as the best, and how likely one so long is by chance. */
  readonly run: { readonly length: number; readonly p: number } | null;
  /** The mean squared difference of the stated confidence and being right by the others (Brier), and by level. */
  readonly brier: Estimate | null;
  readonly calibration: readonly { readonly confidence: number; readonly right: Estimate }[];
  readonly drift: DriftFigures | null;
  /** What they differ in: traits of responses, or a slice of items; the clearest first. */
  readonly partings: readonly Parting[];
}

/** How far somebody differs from the others, and whether that is luck. */
export interface DifferenceFigures {
  /** The others' share of the same less their own, drawn to 0 by as much as is likely luck. */
  readonly shrunk: number;
  /** The chance of being so far below the others by luck. */
  readonly p: number;
  /** They are named: of all who are, at most 5 % are so by chance. */
  readonly isTold: boolean;
  /** Items shared with others, and how many more would tell a difference like this one (with a chance of 80 %). */
  readonly items: number;
  readonly more: number;
}

/** Annotators who agree with each other, and with others far less: they want different things. */
export interface GroupFigures {
  readonly annotators: readonly string[];
  /** The share of the same among them, and with those of other groups. */
  readonly inside: Estimate;
  readonly across: Estimate;
}

/** Two annotators who say the same more often than two can who judge by themselves. */
export interface CopyFigures {
  readonly a: string;
  readonly b: string;
  /** Things that both valued, and of those the same; and the share that the two have with others. */
  readonly all: number;
  readonly same: number;
  readonly others: number;
  /** Where one of the two is against the majority of others: how often, and how often both say the same there. */
  readonly errors: { readonly all: number; readonly same: number };
  /** False where two who seldom err beside others who often do would look the same. */
  readonly isSure: boolean;
}

/** What two sides part on: a trait of responses that one takes far more often, or a slice of items in which they agree least. */
export type Parting =
  | { readonly on: 'trait'; readonly trait: string; readonly share: number; readonly others: number }
  | {
      readonly on: 'slice';
      readonly by: string;
      readonly value: string | null;
      readonly same: number;
      readonly elsewhere: number;
    };

/** Confusion of an annotator, by Dawid and Skene: rows what is likely true, columns what they said. */
export interface ConfusionFigures {
  readonly name: string;
  readonly rows: readonly (readonly number[])[];
}

export interface AnnotatorsFigures {
  readonly annotators: readonly AnnotatorFigures[];
  /** The kind of value by which they are compared, and its α. */
  readonly main: string | null;
  readonly alpha: Estimate | null;
  /** Groups that want different things, the largest first; empty where all are of one mind. What parts the first from the others. */
  readonly groups: readonly GroupFigures[];
  readonly groupsPart: Parting | null;
  readonly copies: readonly CopyFigures[];
  /** The categories of `confusion`, as numbers. */
  readonly categories: readonly number[];
  readonly confusion: readonly ConfusionFigures[];
}

/** ε from one source, with its interval. */
export interface NoiseFigure {
  readonly epsilon: Estimate;
  /** Pairs that were judged twice, and of those the share that differs. */
  readonly pairs: number;
  readonly differ: number;
}

export interface NoiseReport {
  readonly overlap: NoiseFigure | null;
  readonly repeats: NoiseFigure | null;
  readonly controls: NoiseFigure | null;
  readonly slices: readonly { readonly by: string; readonly value: string | null; readonly overlap: NoiseFigure }[];
  /**
   * How often the majority of so many annotators is right. Low and high: the interval of 95 %; of a guess, where pairs are as
   * unlike in difficulty as can be, and where all are alike.
   */
  readonly majority: readonly {
    readonly annotators: number;
    readonly right: number;
    readonly low: number;
    readonly high: number;
  }[];
  /** Which ε that is from. */
  readonly majorityFrom: 'overlap' | 'controls' | 'repeats' | null;
  /**
   * "difficulty": some pairs are harder than others, as the votes say; "equal": all are alike; "guess": too few pairs have
   * four votes to tell.
   */
  readonly majorityBy: 'difficulty' | 'equal' | 'guess' | null;
  /** Bits a vote that is held out costs each model (log-loss; 1 is a guess); null where they cannot be told apart. */
  readonly heldOut: { readonly votes: number; readonly equal: number; readonly difficulty: number } | null;
  /** Strict preferences a pair has now, on average; how often their majority is right; and with one annotator more. */
  readonly now: {
    readonly annotators: number;
    readonly right: number;
    readonly withOneMore: number;
    readonly low: number;
    readonly high: number;
  } | null;
}

/** What a machine says, against what people say of the same. */
export interface MachineFigures {
  readonly name: string;
  /**
   * "model": an annotator that is one; "source": labels that the dataset came with; "verifier": a test, checker or reward
   * model whose results the responses came with.
   */
  readonly kind: 'model' | 'source' | 'verifier';
  /** Things that both it and people judged. */
  readonly units: number;
  /** Cohen's κ with the majority of people, and the share of units on which both say the same. */
  readonly kappa: Estimate | null;
  readonly same: Estimate | null;
  /**
   * Of its strict preferences: the share that people confirm (the rest they flip), ties left out. A verifier prefers what
   * passes to what fails.
   */
  readonly confirmed: Estimate | null;
  /** How often the longer of two wins with it, and with people on the same pairs. */
  readonly longerWins: Estimate | null;
  readonly longerWinsPeople: Estimate | null;
  /**
   * Of pairs of which it is known in which order they were shown to it, the share of those in the dataset's order; null
   * where it is of none. What follows is of these pairs.
   */
  readonly shownAsListed: number | null;
  /** How often the one that was shown to it first wins with it, and with people on the same pairs. */
  readonly firstWins: Estimate | null;
  readonly firstWinsPeople: Estimate | null;
  /** By how much more often with it than with people, pair by pair. */
  readonly firstOverPeople: Estimate | null;
  /** What it says of the same two responses in both orders; null where it was never asked so. */
  readonly bothOrders: BothOrders | null;
  /** Of responses that it passes, those that people do not accept; of those that it fails, those that they do. */
  readonly falsePass: Estimate | null;
  readonly falseFail: Estimate | null;
  /** Its scores of single responses: of each aspect that it rates, or of a verifier. */
  readonly scores: readonly ScoreFigures[];
}

/** Scores of single responses against people. */
export interface ScoreFigures {
  /** The aspect, or the verifier. */
  readonly of: string;
  /** How likely a response that people accept scores higher than one that they do not (0.5: by chance), and of how many. */
  readonly auc: Estimate | null;
  readonly responses: number;
  /** How often people prefer the one of two that scores higher, and of how many pairs. */
  readonly confirmed: Estimate | null;
  readonly pairs: number;
  /** The same by how far the two scores lie apart. */
  readonly bands: readonly { readonly from: number; readonly to: number; readonly confirmed: Estimate }[];
}

/** Verdicts of a judge on the same two responses in both orders: of each two the first verdict in either order. */
export interface BothOrders {
  readonly pairs: number;
  /** The share of them with the same verdict in both orders, and with the opposite one (ties are neither of two sides). */
  readonly consistent: Estimate;
  readonly flips: Estimate;
  /** How many have the opposite one, in how many of these both verdicts are for the one shown first, and that share. */
  readonly flipped: number;
  readonly flippedToFirst: number;
  readonly toFirst: Estimate | null;
}

export interface MachinesFigures {
  readonly machines: readonly MachineFigures[];
  /** What people judged with a suggestion before them: no audit, and left out. */
  readonly suggested: number;
  /** Results of verifiers that are too many to be told apart: left out. */
  readonly otherResults: number;
  /** Why there is none. */
  readonly why?: 'no-machines' | 'no-people' | 'no-overlap';
}

/** How many of something there are, by its name or value. */
export interface CountOf {
  readonly of: string;
  readonly count: number;
}

/** Values of two fields that cross: how many items each cell has, and how many of them are judged, row by row. */
export interface CrossedSlices {
  readonly rows: SliceValues;
  readonly columns: SliceValues;
  readonly items: readonly (readonly number[])[];
  readonly judged: readonly (readonly number[])[];
}

/** A field and its values; null for those that are too rare to stand by themselves. */
export interface SliceValues {
  readonly by: string;
  readonly values: readonly (string | null)[];
}

/** A cell of `CrossedSlices` that has items, of which nobody judged one. */
export interface EmptyCell {
  readonly row: { readonly by: string; readonly value: string | null };
  readonly column: { readonly by: string; readonly value: string | null };
  readonly items: number;
}

export interface WorkFigures {
  readonly items: number;
  readonly judged: number;
  readonly annotations: number;
  readonly skipped: number;
  /** Items by how many judged them: index 0 nobody, 1 one. */
  readonly coverage: readonly number[];
  readonly annotators: readonly {
    readonly name: string;
    /** About how many items the plan gives them; null where it does not name them. */
    readonly assigned: number | null;
    readonly judged: number;
    readonly skipped: number;
    readonly last: string | null;
  }[];
  readonly slices: readonly {
    readonly by: string;
    readonly value: string | null;
    readonly items: number;
    readonly judged: number;
  }[];
  readonly crossed: readonly CrossedSlices[];
  /** Active milliseconds: of all, and the median of a judgement. */
  readonly time: number;
  readonly median: number | null;
  /** Milliseconds that went into judging what was judged already, and into items on which annotators differ. */
  readonly repeatedTime: number;
  readonly disputedTime: number;
  readonly disputedItems: number;
  readonly preferences: { readonly strict: number; readonly tied: number };
  /** Of strict preferences those for the first of the two in the dataset, and of what was judged acceptable or not what is. */
  readonly balance: { readonly first: Estimate | null; readonly acceptable: Estimate | null };
  /** Preferences by the winner's characters less the loser's, from the lowest: bins of the same width that hold nine of ten. */
  readonly lengthHistogram: readonly { readonly from: number; readonly to: number; readonly count: number }[];
  readonly strengths: readonly CountOf[];
  /** The winner's characters less the loser's: quantiles 5, 25, 50, 75, 95 %; null where there is no preference. */
  readonly lengthGap: readonly number[] | null;
  readonly skips: readonly CountOf[];
  /** Prompts that are the text of an earlier item's, and responses with the text of another of their item. */
  readonly repeatedPrompts: number;
  readonly repeatedResponses: number;
  /**
   * Of pairs of words in the first 2,000 responses, the share that is there for the first time (distinct-2: J. Li et al., A
   * Diversity-Promoting Objective Function for Neural Conversation Models, NAACL 2016); null where there are none.
   */
  readonly diversity: number | null;
  readonly responses: number;
}

/** What can be reported on, beside coverage. */
export const qualitySections = [
  'agreement',
  'annotators',
  'noise',
  'bias',
  'models',
  'machines',
  'judgments',
  'work',
] as const;
export type QualitySection = (typeof qualitySections)[number];

/** How much a finding matters: `high` ones are mended before anything is trained. */
export type Severity = 'high' | 'medium' | 'low';

/** Something about an annotator that others do not have. */
export type Sign =
  | { readonly sign: 'chance'; readonly epsilon: number }
  | { readonly sign: 'uniform'; readonly share: number; readonly others: number }
  | { readonly sign: 'fast'; readonly median: number; readonly others: number }
  | { readonly sign: 'run'; readonly length: number }
  | {
      readonly sign: 'controls';
      readonly right: number;
      /** The others' lowest and highest; null where nobody else has any. */
      readonly others: readonly [low: number, high: number] | null;
    }
  | { readonly sign: 'trait'; readonly trait: string; readonly share: number; readonly others: number }
  | {
      readonly sign: 'slice';
      readonly by: string;
      readonly value: string | null;
      readonly same: number;
      readonly elsewhere: number;
    }
  | { readonly sign: 'adjudicated'; readonly right: number };

/** Why agreement is low: one annotator without whom it is not, groups, some who judge by chance, or a slice in which it is lower than in any other. */
export type AgreementReason =
  | { readonly of: 'annotator'; readonly annotator: string; readonly alphaWithout: number }
  | { readonly of: 'groups' }
  | { readonly of: 'chance'; readonly annotators: readonly string[] }
  | { readonly of: 'slice'; readonly by: string; readonly value: string | null; readonly alpha: Estimate };

/** A finding: what to look at, with the figures that say so. */
export type Finding =
  | {
      readonly code: 'annotator-differs';
      readonly annotator: string;
      readonly same: Estimate;
      readonly others: number;
      readonly items: number;
      readonly signs: readonly Sign[];
      readonly alpha: number | null;
      readonly alphaWithout: number | null;
    }
  | {
      readonly code: 'annotator-unsure';
      readonly annotator: string;
      readonly same: number;
      readonly others: number;
      readonly items: number;
      readonly more: number;
    }
  | { readonly code: 'groups'; readonly groups: readonly GroupFigures[]; readonly part: Parting | null }
  | { readonly code: 'copies'; readonly copies: CopyFigures }
  | { readonly code: 'criterion-unclear'; readonly criterion: CriterionNoise }
  | { readonly code: 'models-cycle'; readonly cycle: SureCycle }
  | { readonly code: 'annotator-signs'; readonly annotator: string; readonly signs: readonly Sign[] }
  | { readonly code: 'annotator-drifts'; readonly annotator: string; readonly drift: DriftFigures }
  | { readonly code: 'annotator-repeats'; readonly annotator: string; readonly same: Estimate }
  | { readonly code: 'test-failed'; readonly annotator: string; readonly test: ControlTest }
  | {
      readonly code: 'low-agreement';
      readonly kind: string;
      readonly alpha: Estimate;
      readonly why: AgreementReason | null;
    }
  | { readonly code: 'no-overlap'; readonly annotators: number }
  | { readonly code: 'noise'; readonly from: 'overlap' | 'repeats' | 'controls'; readonly epsilon: Estimate }
  | { readonly code: 'bias'; readonly of: string; readonly wins: Estimate; readonly chance: Estimate }
  | { readonly code: 'models-apart'; readonly components: readonly (readonly string[])[] }
  | { readonly code: 'models-unbounded'; readonly models: readonly string[] }
  | { readonly code: 'models-close'; readonly first: string; readonly second: string }
  | { readonly code: 'none-acceptable'; readonly share: Estimate }
  | { readonly code: 'machine-differs'; readonly machine: MachineFigures }
  | { readonly code: 'machine-position'; readonly machine: MachineFigures; readonly firstWins: Estimate }
  | { readonly code: 'unjudged'; readonly items: number; readonly of: number }
  | { readonly code: 'empty-cells'; readonly cells: readonly EmptyCell[]; readonly count: number }
  | { readonly code: 'repeated-responses'; readonly responses: number; readonly of: number }
  | {
      readonly code: 'disputed';
      readonly items: number;
      readonly of: number;
      /** On so many of these they also differ in the verdicts on one criterion, more than on any other. */
      readonly criterion: { readonly id: string; readonly items: number } | null;
      /** Those who differ from the others, where without them it would be another criterion, or none. */
      readonly because: readonly string[];
    }
  | { readonly code: 'absent'; readonly annotators: readonly string[] }
  | JudgmentFinding;

export interface RatedFinding {
  readonly severity: Severity;
  readonly section: QualitySection;
  readonly finding: Finding;
}

/** The quality report of a study, as JSON has it. */
export interface QualityReport {
  readonly version: 1;
  /** Whose judgements it is of. */
  readonly voters: readonly ('human' | 'imported' | 'model')[];
  readonly only: { readonly annotators: readonly string[] | null; readonly without: readonly string[] };
  readonly findings: readonly RatedFinding[];
  readonly agreement: AgreementFigures;
  readonly annotators: AnnotatorsFigures;
  readonly noise: NoiseReport;
  readonly bias: BiasesFigures;
  readonly models: ModelsFigures;
  readonly machines: MachinesFigures;
  readonly judgments: JudgmentsFigures;
  readonly work: WorkFigures;
  /** Annotations that no figure rests on: of items that changed or are gone; and responses that the dataset does not have. */
  readonly leftOut: {
    /** Under a context or of a turn, of an item that was judged under more of them than are told apart. */
    readonly contexts: number;
    /** Of a single turn: no figure of lengths and looks rests on them, as texts of turns are not measured. All others do. */
    readonly turns: number;
    readonly orphans: number;
    readonly responses: number;
    /** What adjudicators settled: no votes beside those of annotators. */ readonly adjudications: number;
    /** Steps whose text was gone when they were saved. */ readonly lostSteps: number;
  };
}
