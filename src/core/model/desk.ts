import type { Draft, DraftField } from './draft';
import type { TextPart } from './part';

/** What the desk shows: plain data, by shown index only. No id, model or metadata of a response is part of it (blind). */

/** One turn of a conversation, as far as it is shown at first. */
export interface DeskTurn extends TextPart {
  readonly role: string;
}

/** An item's texts, each from its beginning; they never change under one key, so each is sent once. What is left of a long one is asked for. */
export interface DeskContent {
  readonly key: string;
  readonly prompt: readonly DeskTurn[];
  /** In the order shown: A, B, C, … Each is the turns that the response adds. */
  readonly responses: readonly (readonly DeskTurn[])[];
}

/** One text of an item. */
export interface TextPlace {
  /** Shown index; null for the prompt. */
  readonly response: number | null;
  readonly turn: number;
}

/** `empty`: nothing judged yet. `draft`: not saved. `saved`, `skipped`: durable in the journal, and unchanged since. `imported`: a label of the source. */
export type JudgementStatus = 'empty' | 'draft' | 'saved' | 'skipped' | 'imported';

export interface DeskItem {
  readonly key: string;
  readonly draft: Draft;
  readonly status: JudgementStatus;
  /** ISO time of the judgement in force. */
  readonly savedAt?: string;
  readonly skipReason?: string;
  /** The source changed since the judgement in force was made. */
  readonly stale: boolean;
  /** Shown index of the selected response. */
  readonly selected: number;
}

export type DeskView =
  | { readonly kind: 'loading' }
  | { readonly kind: 'item'; readonly item: DeskItem }
  /** A record that cannot be read. */
  /** `fields`: a choice of other fields may help. */
  | { readonly kind: 'problem'; readonly message: string; readonly fields?: boolean }
  /** Every item has been judged or skipped. */
  | { readonly kind: 'done' };

export interface DeskState {
  readonly annotator: string;
  readonly question: string;
  /** 0-based place in the dataset. */
  readonly ordinal: number;
  readonly count: number;
  /** Whether `count` is final. */
  readonly counted: boolean;
  readonly judged: number;
  readonly skipped: number;
  readonly view: DeskView;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly saving: boolean;
}

/** Something that happened, to be said once: by the status line and to a screen reader. */
export type Notice =
  | { readonly kind: 'placed'; readonly index: number; readonly place: number | null; readonly tiedWith: readonly number[] }
  | { readonly kind: 'saved' }
  | { readonly kind: 'skipped' }
  | { readonly kind: 'retracted' }
  | { readonly kind: 'nothing-judged' }
  | { readonly kind: 'confirm-unranked'; readonly unplaced: readonly number[] }
  | { readonly kind: 'confirm-no-ranking' }
  | { readonly kind: 'no-such-place'; readonly count: number }
  | { readonly kind: 'first-item' }
  | { readonly kind: 'last-item' }
  | { readonly kind: 'error'; readonly message: string };

/** Where the keyboard goes next. */
export type FocusTarget = { readonly kind: 'response' } | { readonly kind: 'field'; readonly field: DraftField };
