import * as z from 'zod';
import { rowFormat } from '../../builders/rowFormat';
import { trl } from '../../commands/fineTuningTools';
import { ruleColumns, ruleRowsIn } from '../../derive/ruleRows';
import { messages, sameAnswers, sameColumns } from '../../formatRules';
import { besideLists, messagePair, promptColumn } from '../../sharedColumns';
import { responseMessages } from '../../texts/messages';

/**
 * `{prompt, chosen, rejected}` as TRL's DPO reads it, with `rule`, `version`, `feedback`, `rule_scope` and `scope`
 *: in a rule's scope, what was refined by it over the text that it was made of (M. Stephan et al., RLVF, 2024;
 * austrian-code-wizard/c3po `src/dataset/format.py`: `revised_response` over `baseline_response`).
 */
export const rulePairs = rowFormat({
  name: 'rule-pairs',
  toolsIn: 'system',
  title: 'Pairs from rules: the refinement with a rule over the original response',
  family: 'pairs',
  trainers: [{ name: 'TRL 0.12 and later (DPO)', command: trl('dpo') }],
  perItem: true,
  tells: 'context',
  find: ruleRowsIn(['in']),
  columns: {
    prompt: promptColumn(besideLists),
    ...messagePair,
    ...ruleColumns,
    scope: {
      rule: z.literal(
        'in',
        'is not "in": a response out of scope of a rule should not change, so it cannot be in a pair',
      ),
      value: () => 'in' as const,
    },
  },
  rules: { silent: sameAnswers, across: sameColumns },
});

/**
 * `{prompt, completion}` as TRL's SFT reads it, with `rule`, `version`, `feedback`, `rule_scope` and `scope`: for
 * near misses and prompts out of a rule's scope, the responses that stay as they are (M. Stephan et al., RLVF, 2024;
 * austrian-code-wizard/c3po `src/dataset/format.py`: `baseline_response` alone).
 */
export const ruleKeep = rowFormat({
  name: 'rule-keep',
  toolsIn: 'system',
  title: 'Responses out of scope of rules, which should not change',
  family: 'texts',
  trainers: [{ name: 'TRL SFT (beside rule-pairs)', command: trl('sft') }],
  perItem: true,
  tells: 'context',
  find: ruleRowsIn(['near', 'out']),
  columns: {
    prompt: promptColumn('the prompt'),
    completion: {
      rule: messages("without it TRL's SFT stops with KeyError: 'completion'"),
      value: ({ chosen }) => responseMessages(chosen),
    },
    ...ruleColumns,
    scope: {
      rule: z.enum(['near', 'out'], 'is neither "near" nor "out": in scope the response is to change'),
      value: ({ scope }) => scope as 'near' | 'out',
    },
  },
  rules: { across: sameColumns },
});
