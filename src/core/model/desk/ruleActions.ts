import * as z from 'zod';
import { ruleScopes } from '../annotation/judgementValues';

const index = z.int().nonnegative();

/** Lists what rules add to `judgementActionSchema`. */
export const ruleActions = [
  /** Takes the study's rules into the hand, or (also by `on`) puts them away. */
  z.object({ do: z.literal('rules'), on: z.boolean().optional() }),
  /** Takes a rule that is named into the hand. */
  z.object({ do: z.literal('ruleAt'), rule: z.string() }),
  z.object({ do: z.literal('ruleBy'), by: z.union([z.literal(-1), z.literal(1)]) }),
  /** Says where the item stands to the scope of the rule in hand; null takes that back. */
  z.object({ do: z.literal('ruleScope'), scope: z.enum(ruleScopes).nullable() }),
  /**
   * The selected response is being refined by the rule in hand, where one is in hand: the item is in its scope then.
   */
  z.object({ do: z.literal('ruleRefine') }),
  /**
   * Says that the refinement of the selected response (or of one that is named) is made by the rule in hand, or takes
   * that back.
   */
  z.object({ do: z.literal('ruleApplies'), index: index.optional() }),
] as const;

export type RuleAction = Readonly<z.infer<(typeof ruleActions)[number]>>;

export const isRuleAction = (action: { readonly do: string }): action is RuleAction => action.do.startsWith('rule');
