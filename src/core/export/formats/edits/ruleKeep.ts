import * as z from 'zod';
import { rowFormat } from '../../builders/rowFormat';
import { trl } from '../../commands/fineTuningTools';
import { ruleColumns, ruleRowsIn } from '../../derive/ruleRows';
import { messages, sameColumns } from '../../formatRules';
import { promptColumn } from '../../sharedColumns';
import { responseMessages } from '../../texts/messages';

/**
 * `{prompt, completion}` as TRL's SFT reads it, with `rule`, `version`, `feedback`, `rule_scope` and `scope`: for
 * near misses and prompts out of a rule's scope, the responses that stay as they are (M. Stephan et al., RLVF, 2024;
 * austrian-code-wizard/c3po `src/dataset/format.py`: `baseline_response` alone).
 */
export const ruleKeep = rowFormat({
  name: 'rule-keep',
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
