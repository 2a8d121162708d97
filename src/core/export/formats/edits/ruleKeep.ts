import * as z from 'zod';
import type { ExportFormat } from '../../format';
import { ruleFormatRows } from '../../derive/ruleRows';
import { messages, sameColumns } from '../../formatRules';
import { trl } from '../../commands/fineTuningTools';
import { ruleColumns } from '../pairs/rulePairs';

/**
 * `{prompt, completion}` as TRL's SFT reads it, with `rule`, `version`, `feedback`, `rule_scope` and `scope`: for
 * near misses and prompts out of a rule's scope, the responses that stay as they are (M. Stephan et al., RLVF, 2024;
 * austrian-code-wizard/c3po `src/dataset/format.py`: `baseline_response` alone).
 */
export const ruleKeep: ExportFormat = {
  name: 'rule-keep',
  title: 'Responses out of scope of rules, which should not change',
  family: 'texts',
  shape: 'messages',
  files: ['jsonl', 'json', 'parquet'],
  trainers: [{ name: 'TRL SFT (beside rule-pairs)', command: trl('sft') }],
  takes: ['context', 'evidence', 'media'],
  perItem: true,
  rows: ruleFormatRows(['near', 'out']),
  rules: {
    row: z.strictObject({
      prompt: messages('the prompt'),
      completion: messages("without it TRL's SFT stops with KeyError: 'completion'"),
      ...ruleColumns,
      scope: z.enum(['near', 'out'], 'is neither "near" nor "out": in scope the response is to change'),
    }),
    across: sameColumns,
  },
};
