import { criteriaForItem, criterionNamed, questionOf } from '../../derive/criteria';
import type { ExportFormat, Judged, ExportOptions } from '../../format';
import { explainedPairOptions, judgedPairs, type ExplainedPair } from '../../judges/orderedPairs';
import {
  endsWithLetter,
  judgeMessages,
  readsOtherwise,
  relativePrompt,
  relativeRubric,
  withResult,
} from '../../judges/prometheus';
import { rowOrigin } from '../../builders/pairFormat';
import { sameColumns } from '../../formatRules';
import { conversationText, responseText } from '../../texts/judgeTexts';
import { prometheusRecipe, trl } from '../../commands/fineTuningTools';
import { answerOf, judgeRow } from './judgeAbsolute';

/**
 * What two responses were compared by: the criterion that is exported, the only one that is in force, or else what the
 * annotator was asked.
 */
export function comparedBy(judged: Judged, { annotation }: ExplainedPair, options: ExportOptions): string {
  const { criterion } = options;
  if (criterion !== undefined) return criterionNamed(judged, annotation, criterion)?.criterion.text ?? criterion;
  const [only, ...others] = criteriaForItem(judged, options);
  return only && others.length === 0 ? only.criterion.text : questionOf(judged, annotation);
}

/**
 * `{messages: [user: Prometheus' RELATIVE_PROMPT, assistant: "<feedback> [RESULT] A|B"]}` (prometheus-eval
 * `train/recipes/prometheus-v2.0/prepare_dataset.py`; answers are read by `prometheus_eval/parser.py
 * _parse_output_relative`). The two stand in the order in which the annotator saw them, or in one that is drawn: A is
 * no better than B by itself.
 */
export const judgePairwise: ExportFormat = {
  name: 'judge-pairwise',
  title: 'Judge (Prometheus): which of two responses is better by a rubric, with feedback',
  family: 'judges',
  shape: 'messages',
  files: ['jsonl', 'json', 'parquet'],
  trainers: [
    { name: 'Prometheus 2 recipe (alignment-handbook SFT)', command: prometheusRecipe },
    { name: 'TRL SFT', command: trl('sft') },
  ],
  takes: explainedPairOptions,
  *rows(judged, options, _file, notify) {
    const { item, context } = judged;
    for (const each of judgedPairs(judged, options, notify)) {
      const { pair, a, b, better, words } = each;
      if (readsOtherwise(words, better)) {
        notify.drop('reads-as-verdict');
        continue;
      }
      const prompt = relativePrompt({
        instruction: conversationText(item.prompt),
        a: responseText(a),
        b: responseText(b),
        reference: item.references?.[0],
        rubric: relativeRubric(comparedBy(judged, each, options)),
      });
      if (context !== undefined) notify.note('under-context');
      yield {
        value: { messages: judgeMessages('relative', prompt, withResult(words, better)) },
        from: { ...rowOrigin(pair), a: a.id, b: b.id },
      };
    }
  },
  rules: {
    row: judgeRow(
      endsWithLetter,
      'does not end with "[RESULT] A" or "[RESULT] B": Prometheus\' parser gives (None, None), for a tie too',
    ),
    silent(row) {
      const answer = answerOf(row);
      return readsOtherwise(answer.slice(0, -'[RESULT] A'.length), answer.slice(-1))
        ? "the feedback contains words that look like a second verdict: Prometheus' parser uses the first one"
        : undefined;
    },
    across: sameColumns,
  },
};
