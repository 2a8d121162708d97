import type { DeskRubric, RubricNotice } from './deskRubric';
import type { Difference } from './difference';
import type { Draft, DraftField, Outcome } from './draft';
import type { DeskMarking, MarkingNotice } from './marking';
import type { DeskMedia } from './media';
import type { TextNotice } from './textNotice';
import type { TextPart } from './part';
import type { Mode } from './mode';
import type { Task } from './project';
import type { Rating } from './scale';
import type { StepLabel } from './steps';

/** What the desk shows: plain data, by shown index only. No id, model or metadata of a response is part of it (blind). */

/** One turn of a conversation, as far as it is shown at first. */
export interface DeskTurn extends TextPart {
  readonly role: string;
  readonly media?: readonly DeskMedia[];
}

/** An item's texts, each from its beginning; they never change under one key, so each is sent once. What is left of a long one is asked for. */
export interface DeskContent {
  readonly key: string;
  readonly prompt: readonly DeskTurn[];
  /** In the order shown: A, B, C, … Each is the turns that the response adds. */
  readonly responses: readonly (readonly DeskTurn[])[];
  /** What checks found out about each response, where the study shows that. */
  readonly checks: readonly (readonly DeskCheck[])[];
  readonly beside: readonly DeskPassage[];
}

/** What a program found out about a response. */
export interface DeskCheck {
  readonly name: string;
  readonly passed?: boolean;
  readonly score?: number;
  /** Its output, from the beginning. */
  readonly detail?: string;
  /** UTF-16 units of the output that are not shown. */
  readonly left?: number;
}

/** A text beside the conversation: under what circumstances it is meant, what an answer may rest on, an answer known to be right. */
export interface DeskPassage extends TextPart {
  readonly kind: 'context' | 'evidence' | 'reference';
  readonly title?: string;
  /** Where it is from. */
  readonly source?: string;
  /** Evidence: its number among the item's, from 0. */
  readonly number?: number;
  /** Shown index of the one response that it belongs to. */
  readonly of?: number;
}

/** One text of an item, or the study's guidelines. */
export interface TextPlace {
  /** Shown index; null for the prompt. `turn` counts the passages of what stands beside the conversation. */
  readonly response: number | null | 'beside' | 'guidelines';
  readonly turn: number;
}

/** `empty`: nothing judged yet. `draft`: not saved. `saved`, `skipped`: durable in the journal, and unchanged since. `imported`: a label of the source. */
export type JudgementStatus = 'empty' | 'draft' | 'saved' | 'skipped' | 'imported';

/** Why an item is the next one. */
export type QueueReason =
  | { readonly kind: 'file' }
  | { readonly kind: 'shuffled' }
  /** `why` is null once nothing is uncertain any more, and untold where it would tell an item from the rest. */
  | { readonly kind: 'uncertain'; readonly why: Uncertainty | null | 'untold' }
  /** `why` is null where the item is in no slice, and untold as above. */
  | { readonly kind: 'thin'; readonly why: Thinness | null | 'untold' }
  /** It is one of those with something in common, named in `what`. */
  | { readonly kind: 'found'; readonly what: string };

/** Why an item is on the desk. */
export type Served =
  /** `filter`: what the plan asks of items, where it does; null where that may not be shown. */
  | (QueueReason & { readonly filter?: string | null })
  /** The person went to it, or took something back that was done there. */
  | { readonly kind: 'asked' }
  /** The person was here last time. */
  | { readonly kind: 'resumed' };

/** Why an item is uncertain, by what its record holds. */
export type Uncertainty =
  /** Scores by one name (an aspect, a verifier) reach from one number to another. */
  | { readonly kind: 'spread'; readonly from: number; readonly to: number }
  /** Of the labels on two responses so many agree with each other, and so many do not. */
  | { readonly kind: 'disputed'; readonly agree: number; readonly against: number };

/** How many judgements the thinnest slice of an item has; `slice` is what its items have in common, null where that may tell something of the responses. */
export interface Thinness {
  readonly slice: string | null;
  readonly judged: number;
}

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

export interface DeskItem {
  readonly key: string;
  readonly draft: Draft;
  readonly status: JudgementStatus;
  readonly replaces?: Replaced;
  readonly served: Served;
  /** Its place in the dataset is not told: the item may be one that must not be told from the rest. */
  readonly hidesPlace: boolean;
  /** What it is judged under; absent for the item as it stands. */
  readonly context?: DeskContext;
  /** What it was judged under so far; null for the item as it stands. */
  readonly judgedUnder: readonly (DeskContext | null)[];
  /** Number (from 0) of the one turn that is judged, among the assistant's turns of each response; null for the whole. */
  readonly turn: number | null;
  /** What of it was judged so far, each by itself. */
  readonly turnsJudged: readonly (number | null)[];
  /** ISO time of the judgement in force. */
  readonly savedAt?: string;
  readonly skipReason?: string;
  /** The criteria that the draft rests on, by name; null where the item has none to choose from. */
  readonly because?: readonly string[] | null;
  /** The source changed since the judgement in force was made. */
  readonly stale: boolean;
  /** Shown index of the selected response. */
  readonly selected: number;
  /** What of it is in hand: an aspect, a step or a comparison, by number. */
  readonly part: number;
  /** Rank: whether numbers are buckets. */
  readonly buckets: boolean;
  /** A first digit that waits for a second one. */
  readonly typed?: number;
  /** Pair: the two in hand. */
  readonly pair?: DeskPair;
  /** What it is judged by beside that; absent where no criterion is in force. */
  readonly rubric?: DeskRubric;
  /** Passages of the selected response are being marked. */
  readonly marking?: DeskMarking;
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
  | { readonly kind: 'problem'; readonly message: string; readonly fields?: boolean }
  /** Every item has been judged or skipped. */
  | { readonly kind: 'done'; readonly of: DoneOf };

/** Which items those are: all of the dataset, those that come to the annotator by the plan, or those that were looked for. */
export type DoneOf = 'all' | 'mine' | 'some';

/** How many items come to an annotator. */
export interface Share {
  readonly count: number;
  /** Whether that is final, and no estimate. */
  readonly counted: boolean;
}

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
  readonly mine: Share | null;
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

/** Something that happened, to be said once: by the status line and to a screen reader. */
export type Notice =
  /** `of`: so many are placed, or left to be. */
  | { readonly kind: 'placed'; readonly index: number; readonly place: number | null; readonly of: number; readonly tiedWith: readonly number[] }
  /** `left`: how many are in none yet. */
  | { readonly kind: 'in-bucket'; readonly index: number; readonly bucket: number; readonly left: number }
  /** Every response is in a bucket. */
  | { readonly kind: 'all-in-buckets' }
  /** Whether numbers are buckets from now on. */
  | { readonly kind: 'buckets'; readonly on: boolean }
  /** A tier is being ordered; none any more where there are no members. */
  | { readonly kind: 'ordering'; readonly members: readonly number[] }
  | { readonly kind: 'nothing-tied' }
  /** The acceptability line is below a response; gone where it is null. */
  | { readonly kind: 'line'; readonly below: number | null }
  | { readonly kind: 'line-needs-place'; readonly index: number }
  | { readonly kind: 'acceptable'; readonly index: number; readonly acceptable: boolean | null }
  | { readonly kind: 'steps-outcome'; readonly index: number; readonly right: boolean | null }
  | { readonly kind: 'thumb'; readonly index: number; readonly good: boolean | null }
  | { readonly kind: 'none-acceptable'; readonly on: boolean }
  /** `left`: comparisons that are left at most; `done`: whether this was the last of several. */
  | { readonly kind: 'compared'; readonly a: number; readonly b: number; readonly outcome: Outcome | null; readonly strength?: number; readonly left: number; readonly done: boolean }
  | { readonly kind: 'nothing-to-compare' }
  | { readonly kind: 'chosen'; readonly index: number | null }
  /** `meaning`: of that value, where the aspect describes it. */
  | { readonly kind: 'rated'; readonly index: number; readonly aspect: string; readonly value: Rating | null; readonly meaning?: string }
  | { readonly kind: 'not-on-scale'; readonly min: number; readonly max: number }
  | { readonly kind: 'step'; readonly index: number; readonly step: number; readonly label: StepLabel | null }
  | { readonly kind: 'first-error'; readonly index: number; readonly step: number }
  | { readonly kind: 'steps-cut'; readonly index: number; readonly count: number }
  | { readonly kind: 'flagged'; readonly flag: string; readonly index: number | null; readonly on: boolean }
  | { readonly kind: 'no-such-flag'; readonly count: number }
  | { readonly kind: 'supports'; readonly passage: number; readonly index: number; readonly on: boolean }
  | { readonly kind: 'no-such-passage'; readonly count: number }
  | { readonly kind: 'marking'; readonly said: MarkingNotice }
  | { readonly kind: 'confidence'; readonly value: number | null }
  /** `aside`: what was judged in another way and is not saved in this one. */
  | { readonly kind: 'mode'; readonly mode: Mode; readonly aside?: 'ranking' | 'comparisons' }
  | { readonly kind: 'mode-unfit'; readonly mode: Mode }
  /** One turn of each response is judged (from 0), or (null) the whole; there are `of`. */
  | { readonly kind: 'turn-judged'; readonly turn: number | null; readonly of: number }
  | { readonly kind: 'one-turn' }
  /** From now on saving replaces something that the judgement in force holds; `after` is what was done. */
  | { readonly kind: 'replaces'; readonly what: Replaced; readonly after: Notice | null }
  /** The item is judged under a context from here on, or as it stands. */
  | { readonly kind: 'judged-under'; readonly context: DeskContext | null }
  | { readonly kind: 'saved' }
  | { readonly kind: 'skipped' }
  | { readonly kind: 'retracted' }
  /** The last change of a draft is taken back, or made once more. */
  | { readonly kind: 'undone' }
  | { readonly kind: 'redone' }
  /** An earlier version of the judgement is saved once more. */
  | { readonly kind: 'brought-back' }
  | { readonly kind: 'nothing-judged' }
  | { readonly kind: 'confirm-unranked'; readonly unplaced: readonly number[] }
  | { readonly kind: 'confirm-no-ranking' }
  | { readonly kind: 'confirm-unordered' }
  | { readonly kind: 'confirm-comparisons-left'; readonly left: number }
  | { readonly kind: 'confirm-unrated'; readonly unrated: number; readonly of: number }
  | { readonly kind: 'confirm-undecided'; readonly undecided: readonly number[] }
  | { readonly kind: 'confirm-steps-left'; readonly responses: readonly number[] }
  | RubricNotice
  | { readonly kind: 'no-such-place'; readonly count: number }
  | { readonly kind: 'copied'; readonly lines: number }
  | { readonly kind: 'no-code' }
  | { readonly kind: 'no-reasoning' }
  | { readonly kind: 'no-turns' }
  /** The prompt was brought into view, or the desk back to where it was. */
  | { readonly kind: 'prompt'; readonly isShown: boolean }
  | { readonly kind: 'no-guidelines' }
  | { readonly kind: 'no-checks' }
  | { readonly kind: 'no-references' }
  | { readonly kind: 'guidelines-changed' }
  | { readonly kind: 'difference'; readonly first: number; readonly second: number; readonly by: Difference['by']; readonly cut: boolean }
  /** There is no other response to compare with, or none was named. */
  | { readonly kind: 'no-other' }
  | { readonly kind: 'first-item' }
  | { readonly kind: 'last-item' }
  /** More of a long text is shown, and so many UTF-16 units of it are left; null where there was nothing more to show. */
  | { readonly kind: 'more-shown'; readonly left: number | null }
  | TextNotice
  | { readonly kind: 'error'; readonly message: string };

/** Where the keyboard goes next. */
/** `waits`: not before the keyboard is at the desk anyway. */
export type FocusTarget = { readonly kind: 'response' } | { readonly kind: 'field'; readonly field: DraftField; readonly waits?: boolean };
