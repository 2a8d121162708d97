import type { DeskMedia } from '../item/media';
import type { DeskRuns } from './deskRun';
import type { TextPart } from '../item/textPart';

/** The texts that the desk shows, by shown index only. */

/** One turn of a conversation, as far as it is shown at first. */
export interface DeskTurn extends TextPart {
  readonly role: string;
  readonly media?: readonly DeskMedia[];
}

/**
 * An item's texts, each from its beginning; they never change under one key, so each is sent once. What is left of a
 * long one is asked for.
 */
export interface DeskContent {
  readonly key: string;
  readonly prompt: readonly DeskTurn[];
  /** In the order shown: A, B, C, … Each is the turns that the response adds. */
  readonly responses: readonly (readonly DeskTurn[])[];
  /** What checks found out about each response, where the study shows that. */
  readonly checks: readonly (readonly DeskVerifierResult[])[];
  /**
   * The model that wrote each response, null where the source names none; only where the study reveals it and the item
   * is judged.
   */
  readonly models?: readonly (string | null)[];
  readonly beside: readonly DeskPassage[];
  /** Where responses are runs of agents: their steps. The patch of one is a text behind its turns. */
  readonly runs?: DeskRuns;
}

/** What a program found out about a response. */
export interface DeskVerifierResult {
  readonly name: string;
  readonly passed?: boolean;
  readonly score?: number;
  /** Its output, from the beginning. */
  readonly detail?: string;
  /** UTF-16 units of the output that are not shown. */
  readonly left?: number;
}

/**
 * A text beside the conversation: under what circumstances it is meant, what an answer may rest on, an answer known to
 * be right.
 */
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
