import type { Label } from '../../dataset/layouts/layout';
import type { ModeName } from '../../model/annotation/mode';

/** In which way the labels of an item judge a response by itself; undefined where they do not, or only good or bad. */
export function labelledMode(labels: readonly Label[]): ModeName | undefined {
  if (labels.some(({ judgement }) => judgement.steps !== undefined)) return 'steps';
  return labels.some(({ judgement }) => judgement.ratings !== undefined) ? 'rate' : undefined;
}
