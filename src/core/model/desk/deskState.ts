import type { DeskOpinions } from './deskOpinion';
import type { DeskContext, JudgementStatus, Replaced } from './deskJudgement';
import type { DeskRubric } from './deskRubric';
import type { DeskRules } from './deskRules';
import type { Draft, DraftField } from '../annotation/draft';
import type { DeskTests } from './deskTests';
import type { DeskStepInHand } from './deskRun';
import type { DeskMarking } from './marking';
import type { DeskCritiquesState } from '../annotation/metaCritique';
import type { ProblemCode } from '../problems';
import type { Task } from '../study/taskSchema';
import type { QueueScope, QueuePosition, AssignedCount } from './queueReason';
import type { StepLabel } from '../annotation/steps';

/**
 * What the desk shows: plain data, by shown index only. No id, model or metadata of a response is part of it (blind).
 * Its texts, its notices, how a judgement stands and why an item is there have files of their own.
 */
export type * from './deskContent';
export type * from './deskJudgement';
export type * from './notice';
export type * from './queueReason';

/** The item on the screen as its draft stands. */
/** The known answer of a control item: shown indices by tiers, best first; and those that are acceptable. */
export interface DeskKnownAnswer {
  readonly tiers: readonly (readonly number[])[];
  readonly acceptable?: readonly number[];
  /** First wrong steps of runs, from 0, by the index at which they are shown; null for a run without one. */
  readonly firstErrors?: readonly { readonly index: number; readonly step: number | null }[];
  /** Whether the judgement says nothing else. */
  readonly agrees: boolean;
}

export interface DeskItem {
  readonly key: string;
  readonly draft: Draft;
  readonly status: JudgementStatus;
  readonly replaces?: Replaced;
  readonly queuePosition: QueuePosition;
  /** Its place in the dataset is not told: the item may be one that must not be told from the rest. */
  readonly hidesPlace: boolean;
  /** What it is judged under; absent for the item as it stands. */
  readonly context?: DeskContext;
  /** What it was judged under so far; null for the item as it stands. */
  readonly judgedUnder: readonly (DeskContext | null)[];
  /**
   * Number (from 0) of the one turn that is judged, among the assistant's turns of each response; null for the whole.
   */
  readonly turn: number | null;
  /** What of it was judged so far, each by itself. */
  readonly turnsJudged: readonly (number | null)[];
  /** ISO time of the judgement in force. */
  readonly savedAt?: string;
  readonly skipReason?: string;
  /** The criteria that the draft rests on, by name; null where the item has none to choose from. */
  readonly because?: readonly string[] | null;
  /** What the study teaches annotators on this item; names of commands in braces stand for their keys. */
  readonly tip?: string;
  /** What is known of it, where it is a control item that was judged and the study tells. */
  readonly known?: DeskKnownAnswer;
  /** What annotators judged, where the item is adjudicated. */
  readonly opinions?: DeskOpinions;
  /** The source changed since the judgement in force was made. */
  readonly stale: boolean;
  /** Shown index of the selected response. */
  readonly selected: number;
  /** What of it is in hand: an aspect, a step or a comparison, by number. */
  readonly part: number;
  /** What the next number falls on, where what was just given one is still selected. */
  readonly next?: { readonly index: number; readonly part: number };
  /** The item before was judged in another mode: digits mean something else now. */
  readonly isNewMode?: true;
  /** Rank: whether numbers are buckets. */
  readonly buckets: boolean;
  /** A first digit that waits for a second one. */
  readonly typed?: number;
  /** Pair: the two in hand. */
  readonly pair?: DeskPair;
  /** What it is judged by beside that; absent where no criterion is in force. */
  readonly rubric?: DeskRubric;
  /** What is marked of it by rules; absent where the study has none. */
  readonly rules?: DeskRules;
  /** Passages of the selected response are being marked. */
  readonly marking?: DeskMarking;
  /** What others wrote of the responses, where it may be seen. */
  readonly critiques?: DeskCritiquesState;
  /** Results of the tests that ran on the code of the responses. */
  readonly tests?: DeskTests;
  /** Steps of the selected run are in hand. */
  readonly run?: DeskStepInHand;
  /** Steps: those of the selected response around the one in hand. */
  readonly steps?: DeskSteps;
}

/** A step as far as it is shown. */
export interface DeskStep {
  /** Where it begins in the response's text, in UTF-16 units. */
  readonly start: number;
  readonly text: string;
  readonly label: StepLabel | null;
  /** UTF-16 units of the step that are not shown. */
  readonly left: number;
}

/** Two responses that are compared, by shown index. */
export interface DeskPair {
  readonly a: number;
  readonly b: number;
  /** How many comparisons are left at most, this one too where it is not made. */
  readonly left: number;
}

/** A stretch of a response's steps. */
export interface DeskSteps {
  /** How many there are. */
  readonly count: number;
  /** Number (0-based) of the first of `shown`. */
  readonly from: number;
  readonly shown: readonly DeskStep[];
}

export type DeskView =
  | { readonly kind: 'loading' }
  | { readonly kind: 'item'; readonly item: DeskItem }
  /** A record that cannot be read. `fields`: a choice of other fields may help. */
  | { readonly kind: 'problem'; readonly message: string; readonly code?: ProblemCode; readonly fields?: boolean }
  /** Every item has been judged or skipped. */
  | { readonly kind: 'done'; readonly of: QueueScope };

/** What annotators are told about how to judge. */
export interface DeskGuidelines {
  /** Names the text that is in force; null where it could not be read. */
  readonly version: string | null;
  /** Why the file cannot be read now. */
  readonly problem?: string;
}

export interface DeskState {
  readonly annotator: string;
  readonly question: string;
  /** Null where the study has none. */
  readonly guidelines: DeskGuidelines | null;
  readonly task: Task;
  /** 0-based place in the dataset. */
  readonly ordinal: number;
  readonly count: number;
  /** Whether `count` is final. */
  readonly counted: boolean;
  /** Null where every item comes to the annotator. */
  readonly mine: AssignedCount | null;
  /** Items of the dataset. */
  readonly judged: number;
  readonly skipped: number;
  /** The two together, with items that came again. */
  readonly done: number;
  readonly view: DeskView;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly saving: boolean;
}

/** Where the keyboard goes next. */
/** `waits`: not before the keyboard is at the desk anyway. */
export type FocusTarget =
  { readonly kind: 'response' } | { readonly kind: 'field'; readonly field: DraftField; readonly waits?: boolean };
