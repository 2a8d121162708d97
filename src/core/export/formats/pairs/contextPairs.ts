import * as z from 'zod';
import type { ExportFormat } from '../../format';
import { promptMessages, responseMessages, toolsColumn } from '../../texts/messages';
import { pairFormat } from '../../builders/pairFormat';
import { messages, pairColumns, sameAnswers, sameColumns, tools } from '../../formatRules';
import { withContexts } from '../../commands/loadAndEvaluate';

const pairs = pairFormat({
  name: 'context-pairs',
  title: 'Pairs under a context: prompt, context, chosen and rejected',
  family: 'pairs',
  shape: 'messages',
  files: ['jsonl', 'json', 'parquet'],
  trainers: [
    { name: 'Context-aware preference models (TRL, with the context as a system message)', command: withContexts },
  ],
  keepsContexts: true,
  row: ({ item, chosen, rejected, context }, file) => ({
    prompt: promptMessages(item),
    context: context ?? '',
    chosen: responseMessages(chosen),
    rejected: responseMessages(rejected),
    ...toolsColumn(item, file),
  }),
  rules: {
    row: z.strictObject({
      prompt: messages('text beside message lists stops TRL 0.29 and later'),
      context: z.string(
        'must be text (empty if there is no context): programs that join it to the prompt stop at null',
      ),
      chosen: messages('[{"role": "assistant", …}]'),
      rejected: messages('[{"role": "assistant", …}]'),
      tools,
      ...pairColumns,
    }),
    silent: (row) =>
      row.context === '' ? 'there is no context: the model learns a preference under an empty one' : sameAnswers(row),
    across: sameColumns,
  },
});

/**
 * `{prompt: messages, context, chosen: [assistant], rejected: [assistant]}` (Context-Aware Preference Modeling,
 * arXiv 2407.14916: the same pair under another context may be labelled the other way round). Pairs that were judged
 * under no context are in it only where that is asked for, with an empty one.
 */
export const contextPairs: ExportFormat = {
  ...pairs,
  takes: [...pairs.takes, 'bare'],
  *rows(judged, options, file, notify) {
    if (judged.context === undefined && options.bare === undefined)
      notify.drop('no-context', judged.annotations.length);
    else yield* pairs.rows(judged, options, file, notify);
  },
};
