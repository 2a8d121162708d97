import { scoredList } from './scoredList';

/** `{prompt, all_responses: [text], overall_scores: [number]}`. */
export const lipo = scoredList({
  name: 'lipo',
  title: 'A prompt and its scored responses, as in ordinal preference optimization (LiPO, NDCG, ListMLE)',
  origin: 'zhaoyang02/ordinal-preference-optimization at 3514873f, scripts/run_list.py (columns_to_keep)',
  fields: { prompt: 'prompt', responses: 'all_responses', scores: 'overall_scores' },
});
