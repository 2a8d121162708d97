import { hash } from 'node:crypto';
import { random, seedOf } from '../../model/annotation/blindOrder';
import type { Item } from '../../model/item/item';
import { problem, UsageError } from '../../model/problems/problem';

export type Split = 'train' | 'validation' | 'test';

/** In the order in which shares are laid side by side. */
export const splits: readonly Split[] = ['train', 'validation', 'test'];

/** The share of each split, summing to 1; a split that is not named has none. */
export type SplitRatios = Readonly<Partial<Record<Split, number>>>;

type Prompt = Pick<Item, 'prompt'>;

/** What makes two prompts the same: who says what in it, and what goes with it. */
export const contentOf = ({ prompt }: Prompt): string => JSON.stringify(prompt);

/** Throws `UsageError` for shares that make no split. */
export function assertSplitRatios(shares: SplitRatios): void {
  const given = splits.map((split) => shares[split] ?? 0);
  const sum = given.reduce((total, share) => total + share, 0);
  if (given.some((share) => !(share >= 0)) || !(Math.abs(sum - 1) < 1e-9))
    throw new UsageError(
      problem('export.sharesNotOne', {
        shares: splits.flatMap((split) => (shares[split] === undefined ? [] : [{ split, share: shares[split] }])),
      }),
    );
}

/** A number from 0 to below 1 that a seed and a prompt's content draw, whatever else the dataset holds; one of 2³². */
export function drawOf(prompt: Prompt, seed = 0): number {
  return random(seedOf(String(seed), hash('sha256', contentOf(prompt))))();
}

/** The split in whose share a draw falls. */
export function splitAt(draw: number, shares: SplitRatios): Split {
  let upTo = 0;
  const given = splits.filter((split) => (shares[split] ?? 0) > 0);
  // Sums of shares may end a little below 1.
  return given.find((split) => draw < (upTo += shares[split] ?? 0)) ?? given.at(-1) ?? 'train';
}
