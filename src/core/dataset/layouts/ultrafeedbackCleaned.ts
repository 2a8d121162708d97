import { scoredPair } from './scoredPair';

/**
 * `{source, prompt, chosen: messages, "chosen-rating", "chosen-model", rejected: messages, "rejected-rating", "rejected-model"}`.
 * A rating is the mean of GPT-4's four aspects.
 */
export const ultrafeedbackCleaned = scoredPair({
  name: 'ultrafeedback-cleaned',
  title: 'UltraFeedback, binarized and cleaned by Argilla',
  origin: 'argilla/ultrafeedback-binarized-preferences-cleaned',
  fields: { chosenScore: 'chosen-rating', chosenModel: 'chosen-model', rejectedScore: 'rejected-rating', rejectedModel: 'rejected-model' },
  aspect: 'rating',
});
