import type { Notice } from '../../model/desk/deskState';
import type { DeskRuns } from '../../model/desk/deskRun';
import type { DeskRuleList } from '../../model/desk/deskRules';
import type { Marking } from '../../model/desk/marking';
import type { SelectedCritiques } from '../../model/annotation/metaCritique';
import type { Draft, DraftField } from '../../model/annotation/draft';
import { replaceAt } from '../../model/text/replaceAt';
import type { Task } from '../../model/study/taskSchema';
import type { CriteriaInForce } from '../grid/criteriaInForce';
import type { ShownCritique } from '../othersCritiques/critique';

/**
 * A way to judge is a pure file here, which says what its keys do to the draft, and a bar in the webview: the draft is
 * drawn in the cards' heads or feet, and what must stay in view (the scale of a pair, the meaning of an aspect) in a
 * bar between the responses and the foot, whose height does not depend on what is in hand. What the webview alone makes
 * of ratings (the proposed order and its weights) never reaches the host.
 */

export { replaceAt };

/** The item in hand: what was judged of it so far, and what the next key falls on. */
export interface JudgingState {
  readonly draft: Draft;
  /** Shown index of the selected response. */
  readonly selected: number;
  /** What of it: an aspect, a step, or (pairs) a comparison, by number. */
  readonly part: number;
  /** Rank: whether the places of a long list are buckets at first, several responses each. */
  readonly buckets: boolean;
  readonly task: Task;
  /** The criteria by which the item is judged, beside the annotation mode. */
  readonly list: CriteriaInForce;
  /** The cell that keys fall on; null while they fall on the way. */
  readonly cell: Cell | null;
  /** Passages of evidence beside the conversation. */
  readonly passages: number;
  /** The text of a response, by shown index. */
  readonly text: (index: number) => string;
  /** Passages of a response are being marked. */
  readonly marking?: Marking | null | undefined;
  /** What others wrote of a response, by shown index; undefined where it is not to be seen. */
  readonly critiquesOf?: ((index: number) => readonly ShownCritique[] | undefined) | undefined;
  /** The critiques of a response are in hand. */
  readonly critiques?: SelectedCritiques | null | undefined;
  /** The study's rules, and the id of the one in hand while keys mark them. */
  readonly rules?: DeskRuleList | undefined;
  readonly rule?: string | null | undefined;
  /** The runs among the responses, and the number of the step of the selected one that is in hand. */
  readonly runs?: DeskRuns | undefined;
  readonly runStep?: number | null | undefined;
}

/**
 * A cell of the grid of criteria × responses, and behind them the one for the criterion's winner. The criterion goes by
 * its id, as others may come before it at any moment.
 */
export interface Cell {
  readonly criterion: string;
  readonly column: number;
}

/** The change that an action makes, and the notice about it. */
export interface DraftUpdate {
  readonly draft?: Draft;
  readonly selected?: number;
  readonly part?: number;
  readonly buckets?: boolean;
  readonly cell?: Cell | null;
  /** Marking as it stands from now on; null where it ends. */
  readonly marking?: Marking | null;
  /** What is in hand of others' critiques from now on; null where nothing is any more. */
  readonly critiques?: SelectedCritiques | null;
  /** The rule in hand; null where rules are put away. */
  readonly rule?: string | null;
  /** The step of a run in hand; null where its steps are put away. */
  readonly runStep?: number | null;
  /** The text that the keyboard goes to. */
  readonly focus?: DraftField;
  readonly notice?: Notice;
}

/** The questions that are asked before a judgement is saved that looks unfinished. */
export type Unfinished = Extract<Notice, { kind: `confirm-${string}` }>;

/** An annotation mode: what its keys do to the draft. Pure, so that undo is the draft before. */
export interface Mode {
  /** A number was typed, which is `most` at most. */
  number(state: JudgingState, value: number): DraftUpdate;
  /** The largest number that means anything; above 9 a second digit is waited for. */
  most(state: JudgingState): number;
  /** Takes back what was given to what is selected. */
  clear(state: JudgingState): DraftUpdate;
  /** Makes it better (-1) or worse (+1) by a step. */
  move(state: JudgingState, step: -1 | 1): DraftUpdate;
  /** Selects the next or the previous thing to judge. */
  select(state: JudgingState, by: -1 | 1): DraftUpdate;
  /** Selects a response that is pointed at, and what of it; its first part where nothing is said of that. */
  point?(state: JudgingState, part: number | undefined): DraftUpdate;
  /** What is selected when the item comes to the screen. */
  first(state: JudgingState): Pick<JudgingState, 'selected' | 'part'>;
  /**
   * Draws the acceptability line below what is selected, or says of it whether it is acceptable; again takes it back.
   */
  accept(state: JudgingState): DraftUpdate;
  /** Goes on to what is not judged yet, where Enter does that before it saves. */
  goOn?(state: JudgingState): DraftUpdate | undefined;
  /**
   * Tells whether the one decision that the mode takes is made, so that nothing is left to add; absent where several
   * are to be made, or where one that is made is often made anew.
   */
  isDecided?(state: JudgingState): boolean;
  unfinished(state: JudgingState): Unfinished | undefined;
}

export function clamp(value: number, count: number): number {
  return Math.min(Math.max(value, 0), Math.max(0, count - 1));
}

/** Says of the selected response that it is acceptable, that it is not, or (after that) nothing. */
export function toggleAcceptable({ draft, selected }: JudgingState): DraftUpdate {
  const now = draft.acceptable[selected] ?? null;
  const acceptable = now === null ? true : now ? false : null;
  return {
    draft: { ...draft, acceptable: replaceAt(draft.acceptable, selected, acceptable, null) },
    notice: { kind: 'acceptable', index: selected, acceptable },
  };
}
