import type { RuleScope } from '../annotation/judgementValues';

/** The rules' part of what the desk shows. Responses go by their shown index. */

/** A rule as the annotator reads it. */
export interface DeskRule {
  readonly id: string;
  readonly version: number;
  readonly feedback: string;
  readonly scope: string;
  readonly examples: readonly {
    readonly prompt: string;
    readonly scope: RuleScope;
    readonly note?: string | undefined;
  }[];
}

/** The study's rules in their order. Sent once, until they are others. */
export interface DeskRuleList {
  readonly key: string;
  readonly rules: readonly DeskRule[];
}

/** What is marked of an item by the study's rules. */
export interface DeskRules {
  /** Which `DeskRuleList` these are. */
  readonly list: string;
  readonly count: number;
  /** Row of the rule in hand, while keys mark rules. */
  readonly row: number | null;
  /** Rows without a mark. */
  readonly left: number;
  /** Rows whose mark was made by other words than those in force. */
  readonly changed: readonly number[];
}

/** What happens while an item is marked by rules. `row` counts from 0, of `of` rules. */
export type RuleNotice =
  /** The rules are in hand, or no longer. */
  | { readonly kind: 'rules'; readonly on: boolean; readonly left: number }
  | { readonly kind: 'no-rules' }
  /** `scope` is null where the mark was taken back. */
  | { readonly kind: 'rule-marked'; readonly row: number; readonly of: number; readonly scope: RuleScope | null }
  | { readonly kind: 'no-such-rule-scope' }
  /** The refinement of a response is made by a rule from here on, or (null) by none. */
  | { readonly kind: 'rule-applies'; readonly index: number; readonly row: number | null }
  /** A rule is for prompts in its scope, and this one is marked otherwise. */
  | { readonly kind: 'rule-not-in-scope'; readonly scope: RuleScope }
  | { readonly kind: 'rule-needs-refinement'; readonly index: number }
  | { readonly kind: 'rule-written'; readonly version: number };
