import * as z from 'zod';
import { pairFormat } from '../../builders/pairFormat';
import { withContexts } from '../../commands/loadAndEvaluate';
import type { ExportFormat } from '../../format';
import { sameAnswers, sameColumns } from '../../formatRules';
import { besideLists, messagePair, pairNumbers, promptColumn, toolsColumn } from '../../sharedColumns';

const pairs = pairFormat({
  name: 'context-pairs',
  takesNot: ['runs'],
  title: 'Pairs under a context: prompt, context, chosen and rejected',
  trainers: [
    { name: 'Context-aware preference models (TRL, with the context as a system message)', command: withContexts },
  ],
  keepsContexts: true,
  columns: {
    prompt: promptColumn(besideLists),
    context: {
      rule: z.string('must be text (empty if there is no context): programs that join it to the prompt stop at null'),
      value: ({ context }) => context ?? '',
    },
    ...messagePair,
    ...toolsColumn,
    ...pairNumbers,
  },
  rules: {
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
