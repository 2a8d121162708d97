import { rowFormat } from '../../builders/rowFormat';
import { prometheusRecipe, trl } from '../../commands/fineTuningTools';
import { criteriaForItem, criterionNamed, questionOf } from '../../derive/criteria';
import type { ExportOptions, Judged, RowNotifier } from '../../format';
import { sameColumns } from '../../formatRules';
import { explainedPairOptions, judgedPairs, type ExplainedPair } from '../../judges/orderedPairs';
import {
  endsWithLetter,
  judgeMessages,
  readsOtherwise,
  relativePrompt,
  relativeRubric,
  withResult,
} from '../../judges/prometheus';
import { conversationText, responseText } from '../../texts/judgeTexts';
import { answerOf, judgeRule } from './judgeAbsolute';

/**
 * What two responses were compared by: the criterion that is exported, the only one that is in force, or else what the
 * annotator was asked.
 */
function comparedBy(judged: Judged, { annotation }: ExplainedPair, options: ExportOptions): string {
  const { criterion } = options;
  if (criterion !== undefined) return criterionNamed(judged, annotation, criterion)?.criterion.text ?? criterion;
  const [only, ...others] = criteriaForItem(judged, options);
  return only && others.length === 0 ? only.criterion.text : questionOf(judged, annotation);
}

/** A comparison as a judge is asked for it. */
export interface AskedPair extends ExplainedPair {
  readonly task: string;
  readonly criterion: string;
}

/** The pairs that somebody explained in words that Prometheus' parser reads as they are meant. */
export function* askedPairs(judged: Judged, options: ExportOptions, notify: RowNotifier): Generator<AskedPair> {
  const { prompt, references } = judged.item;
  for (const pair of judgedPairs(judged, options, notify)) {
    const { a, b, better, words } = pair;
    if (readsOtherwise(words, better)) {
      notify.drop('reads-as-verdict');
      continue;
    }
    const criterion = comparedBy(judged, pair, options);
    const task = relativePrompt({
      instruction: conversationText(prompt),
      a: responseText(a),
      b: responseText(b),
      reference: references?.[0],
      rubric: relativeRubric(criterion),
    });
    yield { ...pair, criterion, task };
  }
}

/**
 * `{messages: [user: Prometheus' RELATIVE_PROMPT, assistant: "<feedback> [RESULT] A|B"]}` (prometheus-eval
 * `train/recipes/prometheus-v2.0/prepare_dataset.py`; answers are read by `prometheus_eval/parser.py
 * _parse_output_relative`). The two stand in the order in which the annotator saw them, or in one that is drawn: A is
 * no better than B by itself.
 */
export const judgePairwise = rowFormat({
  name: 'judge-pairwise',
  title: 'Judge (Prometheus): which of two responses is better by a rubric, with feedback',
  family: 'judges',
  trainers: [
    { name: 'Prometheus 2 recipe (alignment-handbook SFT)', command: prometheusRecipe },
    { name: 'TRL SFT', command: trl('sft') },
  ],
  takes: explainedPairOptions,
  tells: 'context',
  find: askedPairs,
  columns: {
    messages: {
      rule: judgeRule(
        endsWithLetter,
        'does not end with "[RESULT] A" or "[RESULT] B": Prometheus\' parser gives (None, None), for a tie too',
      ),
      value: ({ task, words, better }) => judgeMessages('relative', task, withResult(words, better)),
    },
  },
  rules: {
    silent(row) {
      const answer = answerOf(row);
      return readsOtherwise(answer.slice(0, -'[RESULT] A'.length), answer.slice(-1))
        ? "the feedback contains words that look like a second verdict: Prometheus' parser uses the first one"
        : undefined;
    },
    across: sameColumns,
  },
});
