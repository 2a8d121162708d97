import * as z from 'zod';
import { labelFormat } from '../../builders/labelFormat';
import { templatedAnswer, templatedPrompt, templateFault } from '../../texts/nemoTemplate';
import { text } from '../../formatRules';
import { nemoAligner } from '../../commands/nvidia';

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
