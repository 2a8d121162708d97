import * as z from 'zod';
import type { ExportFormat } from '../../format';
import { ruleFormatRows } from '../../derive/ruleRows';
import { messages, sameAnswers, sameColumns } from '../../formatRules';
import { trl } from '../../commands/fineTuningTools';

/** The rule that a row is for, in columns that trainers pass over. */
export const ruleColumns = {
  rule: z.string(),
  version: z.int().positive(),
  feedback: z.string(),
  rule_scope: z.string(),
};

/**
 * `{prompt, chosen, rejected}` as TRL's DPO reads it, with `rule`, `version`, `feedback`, `rule_scope` and `scope`
 *: in a rule's scope, what was refined by it over the text that it was made of (M. Stephan et al., RLVF, 2024;
 * austrian-code-wizard/c3po `src/dataset/format.py`: `revised_response` over `baseline_response`).
 */
export const rulePairs: ExportFormat = {
  name: 'rule-pairs',
  title: 'Pairs from rules: the refinement with a rule over the original response',
  family: 'pairs',
  shape: 'messages',
  files: ['jsonl', 'json', 'parquet'],
  trainers: [{ name: 'TRL 0.12 and later (DPO)', command: trl('dpo') }],
  takes: ['context', 'evidence', 'media'],
  perItem: true,
  rows: ruleFormatRows(['in']),
  rules: {
    row: z.strictObject({
      prompt: messages('text beside message lists stops TRL 0.29 and later'),
      chosen: messages('[{"role": "assistant", …}]'),
      rejected: messages('[{"role": "assistant", …}]'),
      ...ruleColumns,
      scope: z.literal(
        'in',
        'is not "in": a response out of scope of a rule should not change, so it cannot be in a pair',
      ),
    }),
    silent: sameAnswers,
    across: sameColumns,
  },
};
