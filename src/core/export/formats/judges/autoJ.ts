import * as z from 'zod';
import { rowFormat } from '../../builders/rowFormat';
import { autoJPairs } from '../../commands/loadAndEvaluate';
import { comparedIn } from '../../derive/comparisons';
import { metadataText } from '../../derive/criteria';
import { sameColumns, text } from '../../formatRules';
import { inBlindOrder } from '../../judges/orderedPairs';
import { conversationText, responseText } from '../../texts/judgeTexts';

/**
 * `{scenario, label: 0 | 1 | 2, prompt, "response 1", "response 2"}` (GAIR-NLP/auto-j, README.md,
 * `data/test/testdata_pairwise.jsonl`): the first, the second, or neither is preferred. Ties are kept; "both good",
 * "both bad" and "too close to call" are ties too, and "unsure" is none.
 */
export const autoJ = rowFormat({
  name: 'auto-j',
  title: 'Auto-J: two responses and which one people prefer, with ties',
  family: 'judges',
  files: ['jsonl', 'json'],
  trainers: [{ name: 'Auto-J (pairwise evaluation)', command: autoJPairs }],
  takes: ['criterion', 'context', 'evidence', 'media'],
  tells: 'context',
  *find(judged, { criterion }, notify) {
    for (const { annotation, a, b, outcome } of comparedIn(judged, criterion, notify))
      if (outcome === 'unsure') notify.drop('not-strict');
      else if (!a || !b) notify.drop('stale');
      else if (responseText(a) === responseText(b)) notify.drop('identical');
      else {
        // In an order that does not tell which is better.
        const [first, second] = inBlindOrder(judged.item, a, b);
        const better = outcome === 'a' ? a : outcome === 'b' ? b : undefined;
        yield { annotation, first, second, better, named: { responses: [first.id, second.id] } };
      }
  },
  columns: {
    scenario: { rule: text, value: ({ item }) => metadataText(item, 'scenario') ?? 'default' },
    label: {
      rule: z.literal(
        [0, 1, 2],
        'must be 0 (first response), 1 (second response) or 2 (tie): no judgment can agree with another value',
      ),
      value: ({ better, first }) => (better === undefined ? 2 : better === first ? 0 : 1),
    },
    prompt: { rule: text, value: ({ item }) => conversationText(item.prompt) },
    'response 1': { rule: text, value: ({ first }) => responseText(first) },
    'response 2': { rule: text, value: ({ second }) => responseText(second) },
  },
  rules: {
    silent: (row) =>
      row['response 1'] === row['response 2'] && row.label !== 2
        ? 'the two responses are the same, but the label is not a tie'
        : undefined,
    across: sameColumns,
  },
});
