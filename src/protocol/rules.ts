import type { JudgementAction } from '../core/model/annotation/judgementAction';

/** What one does with the study's rules at the desk. */

/** Actions that are commands too, each with its key in src/host/commands. */
export const ruleDeskActions = ['newRule', 'editRule'] as const;
export type RuleDeskAction = (typeof ruleDeskActions)[number];

/** The actions that change the marks and are commands too. */
export const ruleCommands = {
  rules: { do: 'rules' },
  leaveRules: { do: 'rules', on: false },
  ruleUp: { do: 'ruleBy', by: -1 },
  ruleDown: { do: 'ruleBy', by: 1 },
  ruleApplies: { do: 'ruleApplies' },
} as const satisfies Readonly<Record<string, JudgementAction>>;
