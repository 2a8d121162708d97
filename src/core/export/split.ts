import { createHash } from 'node:crypto';
import { random, seedOf } from '../model/blind';
import type { Item } from '../model/item';

export type Split = 'train' | 'test';

/** How prompts are split. */
export interface Splitting {
  /** Share of prompts per split, summing to 1; all `train` where absent. */
  readonly split?: Readonly<Partial<Record<Split, number | undefined>>> | undefined;
  /** Draws the split. */
  readonly seed?: number | undefined;
}

/** The same prompt is always in the same split, so that nothing leaks; drawn by seed and the prompt's content, whatever else the dataset holds. */
export function splitOf(item: Item, { split, seed = 0 }: Splitting): Split {
  if (!split) return 'train';
  const prompt = createHash('sha256').update(JSON.stringify(item.prompt)).digest('hex');
  return random(seedOf(String(seed), prompt))() < (split.train ?? 0) ? 'train' : 'test';
}
