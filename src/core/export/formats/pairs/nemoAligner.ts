import * as z from 'zod';
import { labelFormat } from '../../builders/labelFormat';
import { pairFormat } from '../../builders/pairFormat';
import { nemoAligner } from '../../commands/nvidia';
import { message, messages, sameColumns, text } from '../../formatRules';
import { promptMessages, responseMessages } from '../../texts/messages';
import { templatedAnswer, templatedPrompt, templateFault } from '../../texts/nemoTemplate';
import { isWellFormed } from '../../texts/wellFormed';

const answer = z.union(
  [z.string(), message],
  'must be text or one message: NeMo-Aligner cannot join a list to the prompt',
);
const reward = z.number('must be a number: RPO takes their difference').optional();

/**
 * `{prompt: messages, chosen_response: message, rejected_response: message, chosen_reward?, rejected_reward?}`
 * (NeMo-Aligner `nemo_aligner/data/nlp/datasets.py:301 DPOModelDataset`). A margin is written as the two rewards, whose
 * difference is what RPO aims at; where there is none the trainer takes 1 and 0.
 */
export const nemoAlignerDpo = pairFormat({
  name: 'nemo-aligner-dpo',
  title: 'A prompt with the chosen and the rejected response, and their rewards',
  files: ['jsonl'],
  trainers: [{ name: 'NeMo-Aligner (dpo, rpo)', command: nemoAligner('train_gpt_dpo.py') }],
  refuses: ({ item, chosen, rejected }) => templateFault(item, [chosen, rejected]),
  columns: {
    prompt: {
      rule: z.union([
        z.string().min(1, 'is empty'),
        messages('or text in the template of the model', 'is an empty list: NeMo-Aligner has nothing to answer'),
      ]),
      value: ({ item }) => promptMessages(item),
    },
    chosen_response: { rule: answer, value: ({ chosen }) => responseMessages(chosen)[0] ?? '' },
    rejected_response: { rule: answer, value: ({ rejected }) => responseMessages(rejected)[0] ?? '' },
    chosen_reward: { rule: reward, value: (_, { extra }) => extra.margin, isReal: true, option: 'margin' },
    rejected_reward: {
      rule: reward,
      value: (_, { extra }) => (extra.margin === undefined ? undefined : 0),
      isReal: true,
    },
  },
  rules: {
    silent: ({ chosen_response: chosen, rejected_response: rejected }) =>
      JSON.stringify(chosen) === JSON.stringify(rejected)
        ? 'chosen_response and rejected_response are the same: NeMo-Aligner trains on the row but learns nothing from it'
        : undefined,
    across: sameColumns,
  },
});

/**
 * `{prompt, response, preference: "chosen" | "rejected"}`, text in the template of NeMo's models (NeMo-Aligner
 * `nemo_aligner/data/nlp/datasets.py:666 KTOModelDataset`).
 */
export const nemoAlignerKto = labelFormat({
  name: 'nemo-aligner-kto',
  title: 'Single responses, each labeled chosen or rejected',
  shape: 'text',
  files: ['jsonl'],
  template: true,
  trainers: [{ name: 'NeMo-Aligner (kto)', command: nemoAligner('train_gpt_kto.py') }],
  refuses: ({ item, response }) => templateFault(item, [response]),
  columns: {
    prompt: { rule: text.min(1, 'is empty'), value: ({ item }) => templatedPrompt(item) },
    response: {
      rule: z.string('must be text: NeMo-Aligner joins it to the prompt'),
      value: ({ response }) => templatedAnswer(response),
    },
    preference: {
      rule: z.enum(
        ['chosen', 'rejected'],
        'must be "chosen" or "rejected": NeMo-Aligner treats anything else as rejected',
      ),
      value: ({ good }) => (good ? 'chosen' : 'rejected'),
    },
  },
  rules: {
    silent: ({ prompt, response }) =>
      /\s$/.test(String(prompt)) || /^\s/.test(String(response))
        ? undefined
        : 'nothing parts prompt and response: "the tokenizer has merged tokens between prompt and response" stops NeMo-Aligner where it does',
  },
});

/**
 * `{text}`, line by line: every first line of two is a prompt with its chosen response, the one behind it the same
 * prompt with the rejected one (NeMo-Aligner `nemo_aligner/data/nlp/datasets.py:196 RewardModelDataset`, which takes
 * lines 2i and 2i + 1). So the two are written together, or not at all; text in the template of NeMo's models.
 */
export const nemoAlignerRm = pairFormat({
  name: 'nemo-aligner-rm',
  wholeRuns: true,
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
