import type { Range } from '../text/codePoints';
import type { Quoted } from '../annotation/spanSchemas';

/** Marking passages of one response, and what it lacks: what is under way, and what keys and buttons ask for. */

export interface Marking {
  /** Shown index of the response. */
  readonly index: number;
  /** What is selected of its raw text, in UTF-16 code units. */
  readonly selection: Range;
  /** The one that keys fall on, by number; null while none is. */
  readonly active: { readonly kind: 'span' | 'missing'; readonly number: number } | null;
  /**
   * Counts how often one was taken into the hand by going to it: its passage is selected then. What was just marked is
   * selected already, and the person may have gone on.
   */
  readonly jumps: number;
  /** The groups of the taxonomy that were chosen so far, by number among the choices. */
  readonly path: readonly number[];
  /** Number of the choice that the first key stands for: there are more than keys in some groups. */
  readonly from: number;
  /** The stretch of the critique that the passage marked next is linked to. */
  readonly about: Quoted | null;
}

/** The same as the webview has it, which knows best what is selected. */
export type DeskMarking = Omit<Marking, 'selection'>;

/** So many choices have a key at a time. */
export const choiceKeys = 9;

/** What is said of marking. */
export type MarkingNotice =
  | { readonly what: 'began'; readonly index: number }
  | { readonly what: 'ended'; readonly spans: number; readonly missing: number }
  | { readonly what: 'group'; readonly name: string }
  | { readonly what: 'no-type'; readonly count: number }
  | { readonly what: 'nothing-selected' }
  | { readonly what: 'nothing-in-hand' }
  | { readonly what: 'no-span-in-hand' }
  | { readonly what: 'no-missing-in-hand' }
  | { readonly what: 'nothing-to-take' }
  | { readonly what: 'nothing-marked' }
  | { readonly what: 'marked' | 'retyped'; readonly quote: string; readonly type: string; readonly linked: boolean }
  | { readonly what: 'missing'; readonly type: string | null }
  | { readonly what: 'polarity'; readonly polarity: 'positive' | 'negative' | null }
  | { readonly what: 'severity'; readonly severity: number | null }
  | { readonly what: 'again'; readonly quote: string }
  | { readonly what: 'moved'; readonly quote: string }
  | { readonly what: 'linked'; readonly quote: string; readonly about: string }
  | { readonly what: 'about'; readonly quote: string }
  | { readonly what: 'removed'; readonly kind: 'span' | 'missing' }
  | { readonly what: 'evidence'; readonly passage: number | null };
