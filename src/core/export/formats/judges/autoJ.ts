import * as z from 'zod';
import type { Annotation } from '../../../model/annotation/annotation';
import { judgedResponses } from '../../../model/item/judgedResponses';
import { rowOrigin } from '../../builders/pairFormat';
import { comparisonsIn } from '../../derive/comparisons';
import { metadataText } from '../../derive/criteria';
import type { ExportFormat, Judged, RowNotifier } from '../../format';
import { inBlindOrder } from '../../judges/orderedPairs';
import { sameColumns, text } from '../../formatRules';
import { conversationText, responseText } from '../../texts/judgeTexts';
import { autoJPairs } from '../../commands/loadAndEvaluate';

/** The rows of one annotation: both responses, in an order that does not tell which is better. */
function* rowsOf(
  annotation: Annotation,
  { item, context }: Judged,
  criterion: string | undefined,
  notify: RowNotifier,
): ReturnType<ExportFormat['rows']> & Generator {
  const responses = new Map(judgedResponses(item, annotation.judgement).map((response) => [response.id, response]));
  for (const { a, b, outcome } of comparisonsIn(annotation, criterion, notify)) {
    const [one, other] = [responses.get(a), responses.get(b)];
    if (outcome === 'unsure') notify.drop('not-strict');
    else if (!one || !other) notify.drop('stale');
    else if (responseText(one) === responseText(other)) notify.drop('identical');
    else {
      const [first, second] = inBlindOrder(item, one, other);
      if (context !== undefined) notify.note('under-context');
      const value = {
        scenario: metadataText(item, 'scenario') ?? 'default',
        label: outcome !== 'a' && outcome !== 'b' ? 2 : (outcome === 'a') === (first === one) ? 0 : 1,
        prompt: conversationText(item.prompt),
        'response 1': responseText(first),
        'response 2': responseText(second),
      };
      yield { value, from: { ...rowOrigin({ annotations: [annotation], context }), responses: [first.id, second.id] } };
    }
  }
}

/**
 * `{scenario, label: 0 | 1 | 2, prompt, "response 1", "response 2"}` (GAIR-NLP/auto-j, README.md,
 * `data/test/testdata_pairwise.jsonl`): the first, the second, or neither is preferred. Ties are kept; "both good",
 * "both bad" and "too close to call" are ties too, and "unsure" is none.
 */
export const autoJ: ExportFormat = {
  name: 'auto-j',
  title: 'Auto-J: two responses and which one people prefer, with ties',
  family: 'judges',
  shape: 'messages',
  files: ['jsonl', 'json'],
  trainers: [{ name: 'Auto-J (pairwise evaluation)', command: autoJPairs }],
  takes: ['criterion', 'context', 'evidence', 'media'],
  *rows(judged, { criterion }, _file, notify) {
    for (const annotation of judged.annotations) yield* rowsOf(annotation, judged, criterion, notify);
  },
  rules: {
    row: z.strictObject({
      scenario: text,
      label: z.union(
        [z.literal(0), z.literal(1), z.literal(2)],
        'must be 0 (first response), 1 (second response) or 2 (tie): no judgment can agree with another value',
      ),
      prompt: text,
      'response 1': text,
      'response 2': text,
    }),
    silent: (row) =>
      row['response 1'] === row['response 2'] && row.label !== 2
        ? 'the two responses are the same, but the label is not a tie'
        : undefined,
    across: sameColumns,
  },
};
