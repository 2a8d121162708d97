import { scoredPair } from './scoredPair';

/**
 * `{prompt: text, prompt_id, chosen: messages, rejected: messages, messages, score_chosen, score_rejected}`. The message lists
 * repeat the prompt, so it is taken from them; `messages` is the chosen conversation once more. The scores are GPT-4's
 * overall ones. Several rows may have one `prompt_id`, which therefore stays metadata.
 */
export const ultrafeedbackBinarized = scoredPair({
  name: 'ultrafeedback-binarized',
  title: 'UltraFeedback, binarized by H4',
  origin: 'HuggingFaceH4/ultrafeedback_binarized; huggingface/alignment-handbook, src/alignment/data.py',
  fields: { chosenScore: 'score_chosen', rejectedScore: 'score_rejected' },
  aspect: 'score',
  alsoHas: ['prompt_id', 'messages'],
});
