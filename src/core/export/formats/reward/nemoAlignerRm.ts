import * as z from 'zod';
import { templatedAnswer, templatedPrompt, templateFault } from '../../texts/nemoTemplate';
import { pairFormat } from '../../builders/pairFormat';
import { isWellFormed } from '../../texts/wellFormed';
import { nemoAligner } from '../../commands/nvidia';

/**
 * `{text}`, line by line: every first line of two is a prompt with its chosen response, the one behind it the same
 * prompt with the rejected one (NeMo-Aligner `nemo_aligner/data/nlp/datasets.py:196 RewardModelDataset`, which takes
 * lines 2i and 2i + 1). So the two are written together, or not at all; text in the template of NeMo's models.
 */
export const nemoAlignerRm = pairFormat({
  name: 'nemo-aligner-rm',
  title: 'Whole texts, alternating between chosen and rejected',
  family: 'reward',
  shape: 'text',
  files: ['jsonl'],
  template: true,
  trainers: [{ name: 'NeMo-Aligner (reward model)', command: nemoAligner('train_reward_model.py') }],
  refuses({ item, chosen, rejected }) {
    return (
      templateFault(item, [chosen, rejected]) ??
      (isWellFormed([templatedPrompt(item), chosen.text, rejected.text]) ? undefined : 'lone-surrogate')
    );
  },
  lines: (pair) => [pair, { ...pair, chosen: pair.rejected, rejected: pair.chosen }],
  columns: {
    text: {
      rule: z.string('must be text: the tokenizer stops at anything else').min(1, 'is empty'),
      value: ({ item, chosen }) => templatedPrompt(item) + templatedAnswer(chosen),
    },
  },
  rules: {
    unmarked: true,
    across() {
      let first: string | undefined;
      return ({ text }) => {
        if (first === undefined) {
          first = String(text);
          return undefined;
        }
        const [chosen, rejected] = [first, String(text)];
        first = undefined;
        if (chosen === rejected) return 'is the same as the line before, but must be worse than that line';
        return promptIn(chosen) === promptIn(rejected)
          ? undefined
          : 'has another prompt than the line before, with which NeMo-Aligner pairs it: of every two lines the first is the chosen one';
      };
    },
    whole: (rows) =>
      rows % 2 === 1
        ? 'has an odd number of lines: NeMo-Aligner reads lines in pairs and ignores the last one'
        : undefined,
  },
});

/** A text up to its last answer; all of one that is not in the template counts as the answer. */
const promptIn = (text: string): string => text.slice(0, Math.max(0, text.lastIndexOf('<extra_id_1>Assistant\n')));
