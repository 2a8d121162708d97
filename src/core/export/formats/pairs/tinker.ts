import * as z from 'zod';
import type { Comparison } from '../../../model/annotation/annotation';
import { callsTools, turnsOf, type Message } from '../../../model/item/item';
import { itemOf } from '../../../model/item/run';
import { rowFormat } from '../../builders/rowFormat';
import { tinkerComparisons as command } from '../../commands/reinforcementLearning';
import { comparedIn } from '../../derive/comparisons';
import { messages } from '../../formatRules';

type Preferred = 'A' | 'B' | 'Tie';
const labels: Readonly<Record<Comparison['outcome'], Preferred | undefined>> = {
  a: 'A',
  b: 'B',
  tie: 'Tie',
  'both-good': 'Tie',
  'both-bad': 'Tie',
  'too-close': 'Tie',
  unsure: undefined,
};

const turns = messages('ComparisonRendererFromChatRenderer puts it between its marks');

/**
 * `{comparison: {prompt_conversation, completion_A, completion_B}, label: "A" | "B" | "Tie"}`, all messages
 * (thinking-machines-lab/tinker-cookbook at 9dfcc3a, `tinker_cookbook/preference/preference_datasets.py
 * ComparisonBuilderFromJsonl`, `types.py LabeledComparison`). A row is two responses as one annotator compared them, A
 * the one shown first; a ranking gives a row for every two. Its preference model learns the label, ties too;
 * `dpo_datasets.py DPODatasetBuilderFromComparisons` takes B as chosen where the label is not "A", so that a tie is
 * noted. Messages are dictionaries there, of which its renderers cannot read calls of tools.
 */
export const tinkerComparisons = rowFormat({
  name: 'tinker-comparisons',
  title: 'Two completions with a label, A, B or tie, for Tinker',
  family: 'pairs',
  files: ['jsonl'],
  takes: ['criterion', 'context', 'evidence', 'media'],
  trainers: [{ name: 'Tinker cookbook (preference models; DPO without ties)', command }],
  *find(judged, { criterion }, notify) {
    for (const { a, b, outcome, ...compared } of comparedIn(judged, criterion, notify)) {
      const label = labels[outcome];
      const told = a && b && [a, b].map((response) => itemOf(judged.item, response).prompt);
      if (label === undefined) notify.drop('not-strict');
      else if (!a || !b || !told) notify.drop('stale');
      else if (JSON.stringify(told[0]) !== JSON.stringify(told[1])) notify.drop('runs-told-apart');
      else if (callsTools([...(told[0] ?? []), ...turnsOf(a), ...turnsOf(b)])) notify.drop('tool-calls');
      else {
        if (label === 'Tie') notify.note('tie-in-dpo');
        const named = { response_a: a.id, response_b: b.id };
        yield { ...compared, prompt: told[0] ?? [], a, b, label, responses: [a, b], named };
      }
    }
  },
  columns: {
    comparison: {
      rule: z.strictObject({ prompt_conversation: turns, completion_A: turns, completion_B: turns }),
      value: ({ prompt, a, b }) => ({
        prompt_conversation: prompt.map(said),
        completion_A: turnsOf(a).map(said),
        completion_B: turnsOf(b).map(said),
      }),
    },
    label: {
      rule: z.enum(['A', 'B', 'Tie'], 'is neither "A", "B" nor "Tie"'),
      value: ({ label }) => label,
    },
  },
  rules: {
    silent({ comparison }) {
      const { completion_A: a, completion_B: b } = comparison as Record<string, unknown>;
      return JSON.stringify(a) === JSON.stringify(b) ? 'both completions are the same: Tinker trains on it' : undefined;
    },
  },
});

const said = ({ role, content }: Message) => ({ role, content });
